import JSONTree

/// A few hundred records, cut out of the export for one worker.
///
/// Records that are siblings make a segment, an array for the parser whatever they stood in:
///
///     {"users":{"ann":{"age":31},"bob":5}}
///     bytes: [{"age":31},5]        children: ann, at offset 10; bob, at offset 27
///
/// Rooms with three messages each make segments of three; a run has as many as fit.
///
/// Its two buffers are used again by the next run in the same job.
struct Run {
  let bytes = ByteBuffer(capacity: 64 * 1024)
  /// The children's keys and the segments' captures, decoded.
  let keys = ByteBuffer()
  var children: [Child] = []
  var segments: [Segment] = []
  /// Priorities of containers: they stand beside records and are none.
  var droppedPriorities = 0

  struct Child {
    var key: Range<Int>
    var value: Range<Int>
    /// In its file: the record's first byte, its key's quote.
    var offset: Int
    /// In its file: the first byte of its value.
    var valueOffset: Int
    /// Which of the export's files.
    var file: Int
    /// Whether fields that other rules claim were left out: the record is there, though nothing may be left of it.
    var isThinned = false
    /// Whether a later record of the same path takes its place (policy `duplicateKey`).
    var isSuperseded = false
    /// Whether an earlier record of the same path stands, and this one is a reject.
    var isRepeated = false

    static let none = Child(key: 0..<0, value: 0..<0, offset: 0, valueOffset: 0, file: 0)
  }

  struct Segment {
    /// The container's path in `keys`: `/rooms/r1/messages`.
    var path: Range<Int>
    /// In `keys`: the keys that the rule captures above the record.
    var captures: [Range<Int>]
    var bytes: Range<Int>
    var children: Range<Int>
  }

  mutating func reset() {
    bytes.reset()
    keys.reset()
    children.removeAll(keepingCapacity: true)
    segments.removeAll(keepingCapacity: true)
    droppedPriorities = 0
  }

  /// Begins a segment; children follow with `add`, then `endSegment`.
  mutating func beginSegment(path: Bytes, captures: [Bytes]) {
    let pathRange = append(path)
    segments.append(
      Segment(
        path: pathRange, captures: captures.map { append($0) },
        bytes: bytes.count..<bytes.count, children: children.count..<children.count))
    bytes.append(0x5B)
  }

  mutating func endSegment() {
    bytes.append(0x5D)
    let last = segments.count - 1
    segments[last].bytes = segments[last].bytes.lowerBound..<bytes.count
    segments[last].children = segments[last].children.lowerBound..<children.count
  }

  /// Notes a child before its value is copied to `bytes`.
  mutating func beginChild(key: Bytes, offset: Int, valueOffset: Int, file: Int) {
    if children.count > (segments.last?.children.lowerBound ?? 0) { bytes.append(0x2C) }
    children.append(
      Child(
        key: append(key), value: bytes.count..<bytes.count, offset: offset,
        valueOffset: valueOffset, file: file))
  }

  mutating func endChild() {
    let last = children.count - 1
    children[last].value = children[last].value.lowerBound..<bytes.count
  }

  mutating func markThinned() { children[children.count - 1].isThinned = true }

  private func append(_ key: Bytes) -> Range<Int> {
    keys.append(key)
    return keys.count - key.count..<keys.count
  }

  func key(_ child: Int) -> Bytes { keys[children[child].key] }

  /// Whether a child is a record at all: absent ones are not, nor those of which a later one takes the place.
  func isRead(_ index: Int) -> Bool {
    let child = children[index]
    return !child.isSuperseded && (child.isThinned || !bytes[child.value].isLiterallyAbsent)
  }
}
