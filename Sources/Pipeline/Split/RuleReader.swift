import JSONTree

/// Cuts the records of one pattern out of an export, run by run, in file order.
final class RuleReader {
  /// A run holds about this many bytes, unless one record is larger: what is read, parsed and written of it then stays in
  /// a core's cache.
  static let targetBytes = 1 << 18

  private let content: Content
  private let pattern: Pattern
  private let anchors: [Catalogue.Anchor]
  private let batch: Int
  /// Top-level fields that other rules claim and this one does not read: they are left out of the record, so that a
  /// room's title does not cost its messages' memory.
  private let left: [[UInt8]]
  private let tree: PathTree
  private let prefix: [UInt8]
  private var nextAnchor = 0
  private var walker: TreeWalker?
  /// Whether the walker stands before a record that no run has yet.
  private var isPending = false
  /// Priorities of containers that were passed on the way to the record; at the end those behind the last one.
  private(set) var droppedPriorities = 0
  /// The file of the present anchor, and where its first byte stands.
  private var file = 0
  private var base = 0
  /// Where the export has been read to.
  private(set) var offset = 0
  /// Behind the first byte of the record read last: all that begin before are read, and none that begins later.
  private(set) var position = 0

  init(
    _ content: Content, _ pattern: Pattern, _ anchors: [Catalogue.Anchor], batch: Int,
    leavingOut left: [[UInt8]] = []
  ) {
    self.content = content
    self.pattern = pattern
    self.anchors = anchors.filter { $0.isContainer }
    self.batch = batch
    self.left = left
    let depth = max(0, pattern.anchorDepth)
    tree = PathTree([Pattern(segments: Array(pattern.segments.dropFirst(depth)))])
    var prefix: [UInt8] = []
    for case .literal(let key) in pattern.segments.prefix(depth) { prefix += [0x2F] + key }
    self.prefix = prefix
  }

  /// Where the next record begins; nil if there is none.
  func nextRecord() throws(ScanFault) -> Int? {
    try advance() ? walker.map { beginning($0) } : nil
  }

  private func beginning(_ walker: TreeWalker) -> Int {
    pattern.isRoot ? walker.scanner.offset : walker.childOffset
  }

  /// Goes to the next record, unless the walker stands before one.
  ///
  /// - Returns: False if there is none.
  private func advance() throws(ScanFault) -> Bool {
    while !isPending {
      guard let walker = try currentWalker() else { return false }
      if pattern.isRoot {
        _ = try walker.scanner.peek()
        isPending = true
        continue
      }
      guard let event = try walker.next() else {
        self.walker = nil
        continue
      }
      guard case .child(let node?) = event else {
        if case .child(nil) = event { try walker.skip() }
        continue
      }
      if walker.key.isMetadata {
        // What begins with a point is no child (facts 1.1).
        if walker.key == ".priority" { droppedPriorities += 1 }
        try walker.skip()
        continue
      }
      if tree.nodes[node].completed.isEmpty {
        if try !walker.enter(node) { try walker.skip() }
        continue
      }
      isPending = true
    }
    return true
  }

  /// Fills an empty run with the next records, as far as they begin before `limit`.
  ///
  /// - Returns: False if there are none.
  func fill(_ run: inout Run, before limit: Int = .max) throws(ScanFault) -> Bool {
    var isOpen = false
    /// The container whose records the open segment holds, by its offset.
    var container = -1
    while run.children.count < batch, run.bytes.count < Self.targetBytes {
      guard try advance(), let walker, beginning(walker) < limit else { break }
      isPending = false
      position = beginning(walker) + 1
      run.droppedPriorities += droppedPriorities
      droppedPriorities = 0
      if pattern.isRoot {
        try readRoot(walker, into: &run)
        break
      }
      let frame = walker.frame?.offset ?? 0
      if !isOpen || frame != container {
        if isOpen { run.endSegment() }
        beginSegment(walker, in: &run)
        isOpen = true
        container = frame
      }
      try readChild(walker, into: &run)
    }
    if isOpen { run.endSegment() }
    offset = walker?.scanner.offset ?? anchors.last?.range.upperBound ?? 0
    return !run.children.isEmpty
  }

  private func currentWalker() throws(ScanFault) -> TreeWalker? {
    if let walker { return walker }
    guard nextAnchor < anchors.count else { return nil }
    let range = anchors[nextAnchor].range
    nextAnchor += 1
    file = content.place(of: range.lowerBound).file
    base = content.parts[file].base
    let scanner = Scanner(RangeSource(content, range), at: range.lowerBound)
    let walker = TreeWalker(scanner, tree, prefix: prefix)
    if !pattern.isRoot { _ = try walker.enter(0) }
    self.walker = walker
    return walker
  }

  /// The captures above the record are the keys of the open containers that stand at a capture.
  private func beginSegment(_ walker: TreeWalker, in run: inout Run) {
    var captures: [Bytes] = []
    let depth = max(0, pattern.anchorDepth)
    for index in 1..<max(1, walker.depth) {
      if case .capture = pattern.segments[depth + index - 1] {
        captures.append(walker.keyOfFrame(index))
      }
    }
    run.beginSegment(path: walker.path[0..<walker.keyStart - 1], captures: captures)
  }

  private func readChild(_ walker: TreeWalker, into run: inout Run) throws(ScanFault) {
    let scanner = walker.scanner
    run.beginChild(
      key: walker.key, offset: max(0, walker.childOffset - base),
      valueOffset: max(0, scanner.offset - base), file: file)
    if left.isEmpty {
      try walker.skip(copyingTo: run.bytes)
    } else if try scanner.copyObject(to: run.bytes, leavingOut: left) {
      run.markThinned()
    }
    run.endChild()
  }

  /// The root as the one record of its file: its key and its path are empty.
  private func readRoot(_ walker: TreeWalker, into run: inout Run) throws(ScanFault) {
    run.beginSegment(path: .empty, captures: [])
    let offset = walker.scanner.offset - base
    run.beginChild(key: .empty, offset: offset, valueOffset: offset, file: file)
    if left.isEmpty {
      try walker.scanner.skipValue(copyingTo: run.bytes)
    } else if try walker.scanner.copyObject(to: run.bytes, leavingOut: left) {
      run.markThinned()
    }
    run.endChild()
    run.endSegment()
    self.walker = nil
  }
}
