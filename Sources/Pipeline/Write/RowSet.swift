import Synchronization

/// A set of row numbers, one bit each, in chunks that exist only where there are rows.
///
///     rows 1 … 10 000 000        306 chunks of 4 KB: 1.25 MB
///     row 9 000 000 000 besides  one chunk more
///
/// It remembers what came in since the last `takeChanges`, so that a run's progress can be saved by that alone.
package struct RowSet {
  /// Bits in a chunk.
  private static let bits: Int64 = 1 << 15
  private static let wordsPerChunk = Int(bits / 64)

  /// Chunk number → where its words begin.
  private var starts: [Int64: Int] = [:]
  private var words: [UInt64] = []
  /// The chunk used last; most runs stay in one for long.
  private var last: (chunk: Int64, start: Int)?
  private var changes = RowChanges()
  package private(set) var count = 0

  package init() {}

  /// - Returns: Whether the row was not in the set before.
  @discardableResult
  package mutating func insert(_ row: Int64) -> Bool {
    guard set(row) else { return false }
    changes.note(row)
    return true
  }

  package func contains(_ row: Int64) -> Bool {
    let (word, bit) = place(row)
    if let last, last.chunk == row >> 15 { return words[last.start + word] & bit != 0 }
    guard let start = starts[row >> 15] else { return false }
    return words[start + word] & bit != 0
  }

  private mutating func set(_ row: Int64) -> Bool {
    let (word, bit) = place(row)
    let start = start(of: row >> 15)
    if words[start + word] & bit != 0 { return false }
    words[start + word] |= bit
    count += 1
    return true
  }

  private func place(_ row: Int64) -> (word: Int, bit: UInt64) {
    let index = Int(row & (Self.bits - 1))
    return (index >> 6, 1 << UInt64(index & 63))
  }

  private mutating func start(of chunk: Int64) -> Int {
    if let last, last.chunk == chunk { return last.start }
    let start = starts[chunk] ?? words.count
    if start == words.count {
      words.append(contentsOf: repeatElement(0, count: Self.wordsPerChunk))
      starts[chunk] = start
    }
    last = (chunk, start)
    return start
  }
}

extension RowSet {
  /// All rows, lowest first.
  package var rows: [Int64] {
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
  /// What came in since the last call, in the form that `restore` reads: nothing, one change, or one for each chunk.
  package mutating func takeChanges() -> [[UInt8]] {
    defer { changes = RowChanges() }
    return changes.saved { chunk in
      starts[chunk].map { words[$0..<$0 + Self.wordsPerChunk] } ?? []
    }
  }

  /// Puts back what `takeChanges` gave: the changes since the beginning, in any order. They are no changes of this set.
  package mutating func restore(_ change: [UInt8]) {
    RowChanges.forEachRow(of: change) { _ = set($0) }
  }
}

/// A row set that workers fill while the thread that commits saves it.
package final class SharedRowSet: Sendable {
  /// Tells it from the others of a mapping.
  package let number: Int
  private let contents = Mutex(RowSet())

  package init(number: Int) { self.number = number }

  package var count: Int { contents.withLock { $0.count } }

  package var rows: [Int64] { contents.withLock { $0.rows } }

  package func insert(_ row: Int) { contents.withLock { _ = $0.insert(Int64(row)) } }

  package func insert(_ some: some Sequence<Int>) {
    contents.withLock { set in
      for row in some { set.insert(Int64(row)) }
    }
  }

  package func takeChanges() -> [[UInt8]] { contents.withLock { $0.takeChanges() } }

  package func restore(_ change: [UInt8]) { contents.withLock { $0.restore(change) } }
}
