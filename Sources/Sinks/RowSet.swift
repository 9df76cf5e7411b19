/// A set of row numbers, one bit each, in chunks that exist only where there are rows.
///
///     rows 1 … 10 000 000        306 chunks of 4 KB: 1.25 MB
///     row 9 000 000 000 besides  one chunk more
///
/// It remembers which chunks changed, so that a run's progress can be saved by a few of them.
struct RowSet {
  /// Bits in a chunk.
  private static let bits: Int64 = 1 << 15
  private static let wordsPerChunk = Int(bits / 64)

  /// Chunk number → where its words begin.
  private var starts: [Int64: Int] = [:]
  private var words: [UInt64] = []
  /// The chunk used last; most runs stay in one for long.
  private var last: (chunk: Int64, start: Int)?
  private var changed: Set<Int64> = []
  private(set) var count = 0

  /// - Returns: Whether the row was not in the set before.
  @discardableResult
  mutating func insert(_ row: Int64) -> Bool {
    let (word, bit) = place(row)
    let start = startForWriting(row >> 15)
    if words[start + word] & bit != 0 { return false }
    words[start + word] |= bit
    count += 1
    return true
  }

  func contains(_ row: Int64) -> Bool {
    let (word, bit) = place(row)
    if let last, last.chunk == row >> 15 { return words[last.start + word] & bit != 0 }
    guard let start = starts[row >> 15] else { return false }
    return words[start + word] & bit != 0
  }

  private func place(_ row: Int64) -> (word: Int, bit: UInt64) {
    let index = Int(row & (Self.bits - 1))
    return (index >> 6, 1 << UInt64(index & 63))
  }

  private mutating func startForWriting(_ chunk: Int64) -> Int {
    if let last, last.chunk == chunk { return last.start }
    let start = start(of: chunk)
    changed.insert(chunk)
    last = (chunk, start)
    return start
  }

  private mutating func start(of chunk: Int64) -> Int {
    if let start = starts[chunk] { return start }
    let start = words.count
    words.append(contentsOf: repeatElement(0, count: Self.wordsPerChunk))
    starts[chunk] = start
    return start
  }
}

extension RowSet {
  /// All rows, lowest first.
  var rows: [Int64] {
    starts.keys.sorted().flatMap { (chunk) -> [Int64] in
      guard let start = starts[chunk] else { return [] }
      return (0..<Self.bits).compactMap { (bit) -> Int64? in
        let isThere = words[start + Int(bit >> 6)] & (1 << UInt64(bit & 63)) != 0
        return isThere ? chunk << 15 + bit : nil
      }
    }
  }
}

// MARK: - Saving

extension RowSet {
  /// The chunks that may have changed since the last call, each as 4096 bytes, lowest row first.
  mutating func takeChanges() -> [(chunk: Int64, bits: [UInt8])] {
    defer {
      changed = []
      last = nil
    }
    return changed.sorted().compactMap { (chunk) in
      guard let start = starts[chunk] else { return nil }
      let bits = words[start..<start + Self.wordsPerChunk].flatMap { (word) in
        (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
      }
      return (chunk, bits)
    }
  }

  /// Puts a chunk back that `takeChanges` gave. One of another length is left out.
  mutating func restore(chunk: Int64, bits: [UInt8]) {
    guard bits.count == Self.wordsPerChunk * 8 else { return }
    let start = start(of: chunk)
    for (index, byte) in bits.enumerated() {
      words[start + index / 8] |= UInt64(byte) << UInt64(index % 8 * 8)
    }
    count += bits.reduce(0) { $0 + $1.nonzeroBitCount }
  }
}
