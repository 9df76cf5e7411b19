import JSONTree

/// Reads the files of an export once from first to last byte and makes the `Catalogue` of their common tree.
///
///     var pass = CataloguePass(patterns: patterns)
///     for each file: try pass.read(…)
///     pass.catalogue()
///
/// A mounted file comes between the keys that lead to it, so that here it is a tree like any other; only where its own
/// first and last byte are must be watched, so that nothing in front of it or behind it hides what is wrong with it.
struct CataloguePass {
  let patterns: [Pattern]
  let tree: PathTree
  /// Of the file in hand.
  private var walker: TreeWalker
  private var source: PartSource
  /// How many keys lead to the file in hand.
  private var mountDepth = 0
  /// Where the parts that rules and joins read are kept, if the file cannot be read again.
  private var spool: SpoolTarget?
  /// Whether the root of the file in hand is literally `null`, `{}` or `[]`.
  private var isAbsent = false
  /// Whether the first byte of the file's value has been found.
  private var hasBegun = false
  /// Whether all files are absent.
  private var isEmpty = true

  private var anchors: [[Catalogue.Anchor]]
  private var isAscending: [Bool]
  /// Of the open container of each depth the last key that patterns lead to, if there was one.
  private var lastKeys: [(key: ByteBuffer, isThere: Bool)] = []
  private var visited: [Bool]
  private var siblings: [Int: NameCounts] = [:]
  private var unmapped = UnmappedParts()
  /// The depth of the container for which spooling began.
  private var spooledFrom: Int?

  init(patterns: [Pattern]) {
    self.patterns = patterns
    tree = PathTree(patterns)
    source = PartSource(NoSource(), Content.Part(start: 0, head: [], tail: [], storage: .spool))
    walker = TreeWalker(Scanner(source, at: 0), tree)
    visited = Array(repeating: false, count: tree.nodes.count)
    visited[0] = true
    anchors = Array(repeating: [], count: patterns.count)
    isAscending = Array(repeating: true, count: patterns.count)
  }

  /// Reads a file to its end. No pattern ends above its mount.
  mutating func read(
    _ source: PartSource, mount: [[UInt8]], spool: SpoolTarget?
  ) throws(ScanFault) {
    self.source = source
    self.spool = spool
    mountDepth = mount.count
    isAbsent = false
    hasBegun = false
    walker = TreeWalker(Scanner(source, at: source.start), tree)
    do throws(ScanFault) {
      try walkRoot()
    } catch {
      throw truthful(error, mount)
    }
    isEmpty = isEmpty && isAbsent
  }

  /// Reads a file at which no pattern leads: its mount leaves the tree behind `known` keys. `source` gives it without
  /// them.
  mutating func readUnread(
    _ source: PartSource, mount: [[UInt8]], known: Int
  ) throws(ScanFault) {
    self.source = source
    spool = nil
    mountDepth = 0
    isAbsent = false
    hasBegun = false
    let path = mount.flatMap { [UInt8(0x2F)] + $0 }
    walker = TreeWalker(Scanner(source, at: source.start), tree, prefix: path)
    do throws(ScanFault) {
      try beginFile()
      let start = walker.scanner.offset
      var children = try walker.skipCountingChildren()
      if known + 1 < mount.count { children = 1 }
      let topmost = mount.prefix(known + 1).flatMap { [UInt8(0x2F)] + $0 }
      unmapped.add(topmost, children: children, bytes: walker.scanner.offset - start)
      try endFile()
    } catch {
      throw truthful(error, mount)
    }
    isEmpty = isEmpty && isAbsent
  }

  func catalogue() -> Catalogue {
    let (parts, more) = unmapped.largest(20)
    return Catalogue(
      anchors: anchors, isAscending: isAscending,
      missing: patterns.indices.map { isEmpty ? nil : missing($0) }, unmapped: parts,
      unmappedMore: more, isEmpty: isEmpty)
  }

  private mutating func walkRoot() throws(ScanFault) {
    if mountDepth == 0 { try beginFile() }
    guard try walker.scanner.peek() != nil else { throw ScanFault(.empty, at: source.base) }
    let start = walker.scanner.offset
    let rootPatterns = patterns.indices.filter { patterns[$0].isRoot }
    if !rootPatterns.isEmpty { beginSpool() }
    if tree.nodes[0].hasChildren, try walker.enter(0) {
      try arrive(at: 0)
      try walk()
    } else {
      try walker.skip()
      try endFile()
    }
    for pattern in rootPatterns {
      anchors[pattern].append(
        Catalogue.Anchor(range: start..<walker.scanner.offset, isContainer: true))
    }
    if !rootPatterns.isEmpty { try endSpool() }
  }

  private mutating func walk() throws(ScanFault) {
    while let event = try walker.next() {
      switch event {
      case .leave(let frame):
        try leave(frame)
        if walker.depth == mountDepth { try endFile() }
      case .child(let node?):
        visited[node] = true
        noteOrder()
        let isFile = mountDepth > 0 && walker.depth == mountDepth
        if isFile { try beginFile() }
        try visit(node)
        if isFile, walker.depth == mountDepth { try endFile() }
      case .child(nil):
        noteSibling()
        try skipUnmapped()
      }
    }
  }

  private mutating func visit(_ node: Int) throws(ScanFault) {
    noteSibling()
    if tree.nodes[node].hasChildren {
      if try walker.enter(node) {
        try arrive(at: node)
        return
      }
      // A scalar where patterns lead deeper: nobody reads it, unless it is a record of its own.
      for pattern in tree.nodes[node].anchored {
        let offset = walker.scanner.offset
        anchors[pattern].append(Catalogue.Anchor(range: offset..<offset, isContainer: false))
      }
      if tree.nodes[node].completed.isEmpty {
        try skipUnmapped(at: node)
        return
      }
    }
    try walker.skip()
  }

  /// Notes a container that has just been entered, as the anchor of patterns if it is.
  private mutating func arrive(at node: Int) throws(ScanFault) {
    if lastKeys.count < walker.depth {
      lastKeys.append((ByteBuffer(capacity: 64), false))
    } else {
      lastKeys[walker.depth - 1].isThere = false
    }
    guard !tree.nodes[node].anchored.isEmpty, let frame = walker.frame else { return }
    for pattern in tree.nodes[node].anchored {
      anchors[pattern].append(
        Catalogue.Anchor(range: frame.offset..<frame.offset, isContainer: true))
    }
    // The bracket has been passed already.
    if spooledFrom == nil { try spool?.append(frame.isArray ? "[" : "{", at: frame.offset) }
    beginSpool()
  }

  private mutating func leave(_ frame: TreeWalker.Frame) throws(ScanFault) {
    for pattern in tree.nodes[frame.node].anchored {
      let last = anchors[pattern].count - 1
      anchors[pattern][last].range = frame.offset..<walker.scanner.offset
    }
    if spooledFrom == walker.depth { try endSpool() }
  }

  // MARK: The borders of a file

  /// Comes to the first byte of the file's value, which must be there. A scalar must be one: the page of an error, or a
  /// word, is no JSON.
  private mutating func beginFile() throws(ScanFault) {
    guard let first = try walker.scanner.peek(), walker.scanner.offset < source.fileEnd ?? Int.max
    else { throw ScanFault(.empty, at: source.base) }
    hasBegun = true
    let next = try walker.scanner.prefix(Scanner.capacity)
    if first | 0x20 == 0x7B {
      isAbsent = next.dropFirst().first { !Self.isBlank($0) }.map { $0 | 0x20 == 0x7D } ?? false
      return
    }
    // One that does not end here is longer than any number or word: a text, whose end is looked for later.
    let start = walker.scanner.offset
    guard let end = Self.endOfScalar(next) else { return }
    let scalar = next.prefix(min(end, (source.fileEnd ?? Int.max) - start))
    isAbsent = scalar.elementsEqual("null".utf8)
    var parser = ExactParser(dialect: .json)
    do throws(ParseFault) {
      _ = try Array(scalar).withBytes { (bytes) throws(ParseFault) in try parser.parse(bytes).kind }
    } catch {
      throw ScanFault(.badRoot(error.message), at: start + error.offset)
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// How long the scalar is that the bytes begin with; nil if a text does not end in them.
  private static func endOfScalar(_ bytes: [UInt8]) -> Int? {
    guard bytes.first == 0x22 else {
      let end = bytes.firstIndex { byte in
        switch byte {
        case 0x2C, 0x3A, 0x22, 0x5B, 0x5D, 0x7B, 0x7D: true
        default: isBlank(byte)
        }
      }
      return end ?? bytes.count
    }
    var index = 1
    while index < bytes.count {
      if bytes[index] == 0x22 { return index + 1 }
      index += bytes[index] == 0x5C ? 2 : 1
    }
    return nil
  }

  /// The file's value has been passed: it must have ended in the file, and nothing may follow it there.
  private mutating func endFile() throws(ScanFault) {
    let end = walker.scanner.offset
    if let fileEnd = source.fileEnd, end > fileEnd { throw ScanFault(.endsEarly, at: fileEnd) }
    guard let byte = try walker.scanner.peek() else { return }
    if walker.scanner.offset < source.fileEnd ?? Int.max {
      throw ScanFault(.trailing(byte), at: walker.scanner.offset)
    }
  }

  /// What was found behind the file's end is our own brackets: the file ended too early.
  private func truthful(_ fault: ScanFault, _ mount: [[UInt8]]) -> ScanFault {
    var kind = fault.kind
    var offset = fault.offset
    if let end = source.fileEnd, offset >= end {
      offset = end
      if case .unexpected = kind { kind = hasBegun ? .endsEarly : .empty }
    }
    let isPlaced: Bool =
      switch kind {
      case .trailing, .badRoot, .endsEarly, .endsInText: true
      default: false
      }
    let place =
      isPlaced && !mount.isEmpty
      ? mount.map { "/" + String(decoding: $0, as: UTF8.self) }.joined() : nil
    return ScanFault(kind, at: offset, path: fault.path ?? place)
  }

  // MARK: Spooling

  private mutating func beginSpool() {
    guard let spool, spooledFrom == nil else { return }
    spooledFrom = max(0, walker.depth - 1)
    walker.scanner.beginCopy(to: spool)
  }

  private mutating func endSpool() throws(ScanFault) {
    guard spooledFrom != nil else { return }
    spooledFrom = nil
    try walker.scanner.endCopy()
  }

  // MARK: Findings

  /// Compares the child's key with the one before in its container, for patterns of which it is a captured key or one
  /// behind it.
  private mutating func noteOrder() {
    guard let frame = walker.frame, !frame.isArray else { return }
    let patterns = tree.nodes[frame.node].ordered
    guard patterns.contains(where: { isAscending[$0] }) else { return }
    let (last, isThere) = lastKeys[walker.depth - 1]
    if isThere, !KeyOrder.precedes(last.bytes, walker.key) {
      for pattern in patterns { isAscending[pattern] = false }
    }
    last.reset()
    last.append(walker.key)
    lastKeys[walker.depth - 1].isThere = true
  }

  /// Remembers what stands in containers where a literal key is looked for, to suggest near names.
  private mutating func noteSibling() {
    guard let frame = walker.frame, !tree.nodes[frame.node].literals.isEmpty else { return }
    siblings[frame.node, default: NameCounts()].add(walker.key, expectedAt: frame.ordinal - 1)
  }

  /// Passes a value that no pattern leads to or, with `node`, a scalar where patterns lead deeper: inside a record
  /// the former is a field of it, the latter nobody's.
  private mutating func skipUnmapped(at node: Int? = nil) throws(ScanFault) {
    guard let frame = walker.frame, node != nil || !frame.isInRecord else {
      try walker.skip()
      return
    }
    let start = walker.scanner.offset
    let children = try walker.skipCountingChildren()
    let known = tree.nodes[node ?? frame.node]
    unmapped.add(
      node == nil ? known.label + [0x2F] + walker.key.array : known.label, children: children,
      bytes: walker.scanner.offset - start,
      sample: known.hasCapture ? walker.path.bytes : nil)
  }

  /// How much of the pattern's parent path is there, or nil if all of it is, or if captures find nothing that could hold
  /// the rest: a collection may be empty.
  private func missing(_ pattern: Int) -> Catalogue.Missing? {
    // The nodes that stand for the pattern so far: a capture fits literal keys of other patterns, too.
    var nodes = [0]
    var found = ""
    var hasCapture = false
    for segment in patterns[pattern].segments.dropLast() {
      let next = nodes.flatMap { tree.children(of: $0, fitting: segment) }.filter { visited[$0] }
      switch segment {
      case .literal(let key) where next.isEmpty:
        var known: Set<[UInt8]> = []
        // What begins with a point is no child (facts 1.1).
        let names = nodes.flatMap { siblings[$0]?.names ?? [] }.filter {
          $0.first != 0x2E && known.insert($0).inserted
        }
        if hasCapture, names.isEmpty { return nil }
        return Catalogue.Missing(
          found: found.isEmpty ? "/" : found, key: String(decoding: key, as: UTF8.self),
          siblings: names.map { String(decoding: $0, as: UTF8.self) })
      case .literal(let key): found += "/" + String(decoding: key, as: UTF8.self)
      case .capture(let name):
        hasCapture = true
        found += "/{\(name)}"
      }
      nodes = next
    }
    return nil
  }
}

/// Before the first file.
private final class NoSource: ByteSource {
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int { 0 }
}
