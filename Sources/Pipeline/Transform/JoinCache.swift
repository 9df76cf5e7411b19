import Interop
import JSONTree

/// What was joined lately, by key: one author writes many articles, and need not be read for each.
///
/// A worker has one, which belongs to one rule at a time. Memory is bounded: when it is full, all is forgotten.
///
///     slots: [0, 4711, …]          by hash: one more than where an entry begins
///     bytes: key\0value key\0…     the entries
struct JoinCache {
  private static let slotCount = 1 << 15
  private static let capacity = 4 << 20
  /// Larger values are not worth it.
  private static let largestValue = 32 << 10

  private var slots: [UInt32] = []
  private var entries: [Entry] = []
  private let bytes = ByteBuffer()
  /// The rule whose joins are in it.
  private var rule = -1

  struct Entry {
    var join: Int
    /// Ranges of `bytes`.
    fileprivate var key: Range<Int>
    fileprivate var value: Range<Int>
    /// Nobody has that key.
    var isMissing: Bool
    /// In the export, if the value is one child.
    var offset: Int
  }

  /// - Returns: Whether another rule begins.
  mutating func begin(_ rule: Int) -> Bool {
    guard self.rule != rule else { return false }
    self.rule = rule
    forget()
    return true
  }

  private mutating func forget() {
    slots = Array(repeating: 0, count: slots.count)
    entries.removeAll(keepingCapacity: true)
    bytes.reset()
  }

  func find(_ key: Bytes, join: Int) -> Entry? {
    guard !slots.isEmpty else { return nil }
    let place = slots[slot(key, join)]
    guard place > 0 else { return nil }
    let entry = entries[Int(place) - 1]
    return entry.join == join && bytes[entry.key] == key ? entry : nil
  }

  /// Valid until the next `add`.
  func value(_ entry: Entry) -> Bytes { bytes[entry.value] }

  /// Nil as value: nobody has that key.
  mutating func add(_ key: Bytes, join: Int, value: Bytes?, offset: Int) {
    let count = value?.count ?? 0
    guard count <= Self.largestValue, key.count <= 1024 else { return }
    if slots.isEmpty { slots = Array(repeating: 0, count: Self.slotCount) }
    if bytes.count + key.count + count > Self.capacity || entries.count == Self.slotCount {
      forget()
    }
    let start = bytes.count
    bytes.append(key)
    let middle = bytes.count
    if let value { bytes.append(value) }
    entries.append(
      Entry(
        join: join, key: start..<middle, value: middle..<bytes.count, isMissing: value == nil,
        offset: offset))
    slots[slot(key, join)] = UInt32(entries.count)
  }

  private func slot(_ key: Bytes, _ join: Int) -> Int {
    let hash = key.withSpan { Hash128(of: $0) }
    return Int(truncatingIfNeeded: hash.low &+ UInt64(truncatingIfNeeded: join))
      & (Self.slotCount - 1)
  }
}
