import JSONTree

/// The parts of another place in the tree that belong to the records of a run, copied beside them.
struct JoinedRun {
  /// `[{…},{…}]`: the found children, in the order of the records.
  let bytes = ByteBuffer(capacity: 16 * 1024)
  var children: [Child] = []
  /// For each record of the run the index of its child, or −1.
  var places: [Int32] = []

  struct Child {
    var value: Range<Int>
    /// In its file: the first byte of the value.
    var valueOffset: Int
    /// Which of the export's files.
    var file: Int
  }

  mutating func reset() {
    bytes.reset()
    bytes.append(0x5B)
    children.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
  }

  mutating func beginChild(at place: (file: Int, byte: Int)) {
    if !children.isEmpty { bytes.append(0x2C) }
    children.append(
      Child(value: bytes.count..<bytes.count, valueOffset: place.byte, file: place.file))
  }

  mutating func endChild() {
    let last = children.count - 1
    children[last].value = children[last].value.lowerBound..<bytes.count
  }

  func end() { bytes.append(0x5D) }
}

/// A join on the same key, where the keys of both sides ascend: two cursors into the file that move on together.
///
///     records   a  b     d  e
///     joined       b  c     e  f        matched b, e; orphans c, f
final class MergeJoin {
  private let content: Content
  private let walker: TreeWalker?
  /// The child that `walker` stands at, whose key no record has reached yet.
  private var isPending = false
  private var orphanCount = 0

  /// The pattern is literal keys and one capture at the end.
  init(_ content: Content, _ pattern: Pattern, _ anchor: Catalogue.Anchor?) throws(ScanFault) {
    self.content = content
    guard let anchor, anchor.isContainer else {
      walker = nil
      return
    }
    let tree = PathTree([Pattern(segments: Array(pattern.segments.suffix(1)))])
    let scanner = Scanner(RangeSource(content, anchor.range), at: anchor.range.lowerBound)
    let walker = TreeWalker(scanner, tree)
    _ = try walker.enter(0)
    self.walker = walker
    isPending = try advance()
  }

  /// Goes to the next joined child. False at the end.
  private func advance() throws(ScanFault) -> Bool {
    guard let walker else { return false }
    while let event = try walker.next() {
      guard case .child = event else { continue }
      if !walker.key.isMetadata { return true }
      try walker.skip()
    }
    return false
  }

  func gather(for run: Run, into joined: inout JoinedRun) throws(ScanFault) {
    joined.reset()
    for index in run.children.indices {
      // A record that is absent reads nothing: its part is an orphan.
      joined.places.append(run.isRead(index) ? try find(run.key(index), into: &joined) : -1)
    }
    joined.end()
  }

  private func find(_ key: Bytes, into joined: inout JoinedRun) throws(ScanFault) -> Int32 {
    guard let walker else { return -1 }
    while isPending {
      if walker.key == key {
        joined.beginChild(at: content.place(of: walker.scanner.offset))
        try walker.skip(copyingTo: joined.bytes)
        joined.endChild()
        isPending = try advance()
        return Int32(joined.children.count - 1)
      }
      if KeyOrder.precedes(key, walker.key) { return -1 }
      try passOrphan(walker)
    }
    return -1
  }

  private func passOrphan(_ walker: TreeWalker) throws(ScanFault) {
    if try walker.skip() != .absent { orphanCount += 1 }
    isPending = try advance()
  }

  func orphans() throws(ScanFault) -> Int {
    while isPending, let walker { try passOrphan(walker) }
    return orphanCount
  }
}
