/// What came into a `RowSet` since it was last saved: runs of rows or, where they are too many to be held, the chunks that
/// they lie in.
///
///     10 000 rows in order            one run       saved in 5 bytes
///     10 000 of 100 000 000 rows      10 000 runs   30 KB
///     70 000 of them                  3 050 chunks  12.5 MB
///
/// Rows only ever come in, so that changes can be put back in any order and more than once.
struct RowChanges {
  /// A megabyte of them.
  private static let mostRuns = 1 << 16

  private var runs: [(first: Int64, last: Int64)] = []
  private var chunks: Set<Int64> = []
  /// The chunk that a row came into last.
  private var latest: Int64?

  private enum Form: UInt8 {
    case runs, chunk
  }

  mutating func note(_ row: Int64) {
    guard chunks.isEmpty else {
      if latest != row >> 15 { chunks.insert(row >> 15) }
      latest = row >> 15
      return
    }
    if let last = runs.last?.last, last < row, last + 1 == row {
      runs[runs.count - 1].last = row
    } else if runs.count < Self.mostRuns {
      runs.append((row, row))
    } else {
      for run in runs { chunks.formUnion(run.first >> 15...run.last >> 15) }
      chunks.insert(row >> 15)
      runs = []
    }
  }

  /// `words` gives all of a chunk.
  func saved(_ words: (_ chunk: Int64) -> ArraySlice<UInt64>) -> [[UInt8]] {
    if !chunks.isEmpty {
      return chunks.sorted().map { chunk in
        var bytes = [Form.chunk.rawValue]
        for word in [UInt64(bitPattern: chunk)] + words(chunk) { Self.put(fixed: word, &bytes) }
        return bytes
      }
    }
    if runs.isEmpty { return [] }
    var bytes = [Form.runs.rawValue]
    var end: Int64 = 0
    for run in runs.sorted(by: { $0.first < $1.first }) {
      Self.put(UInt64(bitPattern: run.first &- end), &bytes)
      Self.put(UInt64(bitPattern: run.last &- run.first), &bytes)
      end = run.last
    }
    return [bytes]
  }

  /// Bytes that are no change, or the rest of one that is damaged, give none.
  static func forEachRow(of change: [UInt8], _ body: (Int64) -> Void) {
    var bytes = change[...]
    switch bytes.popFirst().flatMap(Form.init) {
    case .runs:
      var end: Int64 = 0
      while let gap = number(&bytes), let length = number(&bytes) {
        let first = end &+ Int64(bitPattern: gap)
        end = first &+ Int64(bitPattern: length)
        if first <= end { for row in first...end { body(row) } }
      }
    case .chunk:
      guard let chunk = fixed(&bytes) else { return }
      var row = Int64(bitPattern: chunk) << 15
      while let word = fixed(&bytes) {
        for bit in 0..<64 where word & (1 << UInt64(bit)) != 0 { body(row &+ Int64(bit)) }
        row &+= 64
      }
    case nil: break
    }
  }

  // MARK: Numbers

  /// Seven bits a byte, the lowest first; the highest bit says that more follow.
  private static func put(_ number: UInt64, _ bytes: inout [UInt8]) {
    var rest = number
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  private static func number(_ bytes: inout ArraySlice<UInt8>) -> UInt64? {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while let byte = bytes.popFirst() {
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
      shift += 7
    }
    return nil
  }

  private static func put(fixed word: UInt64, _ bytes: inout [UInt8]) {
    for shift in stride(from: 0, to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
    }
  }

  private static func fixed(_ bytes: inout ArraySlice<UInt8>) -> UInt64? {
    guard bytes.count >= 8 else { return nil }
    var word: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      word |= UInt64(bytes.popFirst() ?? 0) << shift
    }
    return word
  }
}
