import JSONTree

/// What a first look over a whole export found out: where rules and joins begin, whether their keys ascend,
/// what nobody reads.
///
/// Everything that would refuse the file as a whole shows in this pass, before anything is written.
struct Catalogue {
  /// For each pattern the containers behind its literal keys, in file order: more than one where a key above
  /// records is repeated (their contents are united, contract 2.6).
  var anchors: [[Anchor]]
  /// For each pattern with one capture: whether the keys there strictly ascend in the database's order.
  var isAscending: [Bool]
  /// For each pattern whose path is not there: how far it is, and what stands there instead.
  var missing: [Missing?]
  var unmapped: [Report.Unmapped]
  var unmappedMore: Int
  /// The root is literally `null`, `{}` or `[]`: an empty database, in which no path is missing.
  var isEmpty: Bool
  /// Of the uncompressed bytes.
  var hash: ContentHash

  struct Anchor: Equatable {
    /// Where the container begins and ends in the export.
    var range: Range<Int>
    /// Whether it is a container at all; a scalar has no records.
    var isContainer: Bool
  }

  struct Missing: Equatable {
    /// The deepest part of the path that is there: `/production`.
    var found: String
    /// The first key that is not.
    var key: String
    /// Keys that stand beside it.
    var siblings: [String]
  }
}

/// Reads an export once from first to last byte and makes its `Catalogue`.
struct CataloguePass {
  let patterns: [Pattern]
  let tree: PathTree
  let walker: TreeWalker
  /// Where the parts that rules and joins read are kept, if the export cannot be read again.
  let spool: SpoolTarget?

  private var anchors: [[Catalogue.Anchor]]
  private var isAscending: [Bool]
  /// The last key in the anchor of each pattern.
  private var lastKeys: [ByteBuffer?]
  private var visited: [Bool]
  private var siblings: [Int: NameCounts] = [:]
  private var unmapped = UnmappedParts()
  /// The depth of the container for which spooling began.
  private var spooledFrom: Int?

  init(patterns: [Pattern], scanner: Scanner, spool: SpoolTarget?) {
    self.patterns = patterns
    tree = PathTree(patterns)
    walker = TreeWalker(scanner, tree)
    self.spool = spool
    visited = Array(repeating: false, count: tree.nodes.count)
    visited[0] = true
    anchors = Array(repeating: [], count: patterns.count)
    isAscending = Array(repeating: true, count: patterns.count)
    lastKeys = Array(repeating: nil, count: patterns.count)
  }

  /// `hash` is asked at the end for the hash of everything read.
  mutating func run(hash: () -> ContentHash) throws(ScanFault) -> Catalogue {
    let start = try findStart()
    let isEmpty = try walkRoot(start)
    if let byte = try walker.scanner.peek() {
      throw ScanFault(.trailing(byte), at: walker.scanner.offset)
    }
    let (parts, more) = unmapped.largest(20)
    return Catalogue(
      anchors: anchors, isAscending: isAscending,
      missing: patterns.indices.map { isEmpty ? nil : missing($0) }, unmapped: parts,
      unmappedMore: more, isEmpty: isEmpty, hash: hash())
  }

  /// Tells encodings that are not read, passes a byte order mark (RFC 8259 lets a reader ignore it), and comes to
  /// the root's first byte.
  private func findStart() throws(ScanFault) -> Int {
    let first = try walker.scanner.prefix(4)
    if first.starts(with: [0xFE, 0xFF]) || first.starts(with: [0xFF, 0xFE])
      || first.prefix(2).contains(0)
    {
      throw ScanFault(.utf16, at: 0)
    }
    if first.starts(with: [0xEF, 0xBB, 0xBF]) {
      for _ in 0..<3 { walker.scanner.advance() }
    }
    guard try walker.scanner.peek() != nil else { throw ScanFault(.empty, at: 0) }
    return walker.scanner.offset
  }

  /// - Returns: Whether the root is literally absent.
  private mutating func walkRoot(_ start: Int) throws(ScanFault) -> Bool {
    let rootPatterns = patterns.indices.filter { patterns[$0].isRoot }
    if !rootPatterns.isEmpty { beginSpool() }
    var shape = Scanner.Shape.container
    if tree.nodes[0].hasChildren, try walker.enter(0) {
      try arrive(at: 0)
      if let inside = try walker.scanner.peek(), inside | 0x20 == 0x7D { shape = .absent }
      try walk()
    } else {
      shape = try skipScalarRoot()
    }
    for pattern in rootPatterns {
      anchors[pattern] = [
        Catalogue.Anchor(range: start..<walker.scanner.offset, isContainer: true)
      ]
    }
    if !rootPatterns.isEmpty { try endSpool() }
    return shape == .absent
  }

  /// A root without children that anybody reads. A scalar must be one: a word is no JSON.
  private func skipScalarRoot() throws(ScanFault) -> Scanner.Shape {
    let start = walker.scanner.offset
    guard let first = try walker.scanner.peek(), first | 0x20 != 0x7B else {
      return try walker.skip()
    }
    let copy = ByteBuffer()
    // Spooling goes on behind the root: one that is a scalar is read from here, too.
    let shape: Scanner.Shape
    if spooledFrom == nil {
      walker.scanner.beginCopy(to: copy)
      shape = try walker.skip()
      try walker.scanner.endCopy()
    } else {
      shape = try walker.skip()
    }
    var parser = ExactParser(dialect: .json)
    do throws(ParseFault) {
      if copy.count > 0 { _ = try parser.parse(copy.bytes) }
    } catch {
      throw ScanFault(.badRoot(error.message), at: start + error.offset)
    }
    return shape
  }

  private mutating func walk() throws(ScanFault) {
    while let event = try walker.next() {
      switch event {
      case .leave(let frame): try leave(frame)
      case .child(let node?):
        visited[node] = true
        noteOrder()
        try visit(node)
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
        try skipUnmapped(as: tree.nodes[node].label)
        return
      }
    }
    try walker.skip()
  }

  /// Notes a container that has just been entered as the anchor of patterns.
  private mutating func arrive(at node: Int) throws(ScanFault) {
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

  /// Compares the child's key with the one before, for patterns whose anchor its container is.
  private mutating func noteOrder() {
    guard let frame = walker.frame, !frame.isArray else { return }
    for pattern in tree.nodes[frame.node].anchored where isAscending[pattern] {
      let key = walker.key
      if let last = lastKeys[pattern] {
        if !KeyOrder.precedes(last.bytes, key) { isAscending[pattern] = false }
        last.reset()
        last.append(key)
      } else {
        let first = ByteBuffer(capacity: 64)
        first.append(key)
        lastKeys[pattern] = first
      }
    }
  }

  /// Remembers what stands in containers where a literal key is looked for, to suggest near names.
  private mutating func noteSibling() {
    guard let frame = walker.frame, !tree.nodes[frame.node].literals.isEmpty else { return }
    siblings[frame.node, default: NameCounts()].add(walker.key, expectedAt: frame.ordinal - 1)
  }

  /// Passes a value that no pattern leads to or, with `label`, a scalar where patterns lead deeper: inside a record
  /// the former is a field of it, the latter nobody's.
  private mutating func skipUnmapped(as label: [UInt8]? = nil) throws(ScanFault) {
    guard let frame = walker.frame, label != nil || !frame.isInRecord else {
      try walker.skip()
      return
    }
    let start = walker.scanner.offset
    let children = try walker.skipCountingChildren()
    let path = label ?? tree.nodes[frame.node].label + [0x2F] + walker.key.array
    unmapped.add(path, children: children, bytes: walker.scanner.offset - start)
  }

  /// How much of the pattern's literal path is there, or nil if its anchor was found.
  private func missing(_ pattern: Int) -> Catalogue.Missing? {
    guard anchors[pattern].isEmpty, !patterns[pattern].isRoot else { return nil }
    var node = 0
    for segment in patterns[pattern].segments.prefix(patterns[pattern].anchorDepth) {
      guard case .literal(let key) = segment,
        let next = key.withBytes({ tree.child(of: node, $0) })
      else { return nil }
      if !visited[next] {
        let label = tree.nodes[node].label
        return Catalogue.Missing(
          found: label.isEmpty ? "/" : String(decoding: label, as: UTF8.self),
          key: String(decoding: key, as: UTF8.self),
          siblings: siblings[node]?.names.map { String(decoding: $0, as: UTF8.self) } ?? [])
      }
      node = next
    }
    return nil
  }
}

/// Subtrees that nobody reads, by pattern. At most a thousand are told apart.
struct UnmappedParts {
  private var names = NameCounts()
  private var parts: [Report.Unmapped] = []
  private var hint = 0

  mutating func add(_ path: [UInt8], children: Int, bytes: Int) {
    let place = path.withBytes { names.add($0, expectedAt: hint) }
    guard place < NameCounts.limit else { return }
    hint = place
    if place == parts.count {
      parts.append(
        Report.Unmapped(path: String(decoding: path, as: UTF8.self), children: 0, bytes: 0))
    }
    parts[place].children += children
    parts[place].bytes += bytes
  }

  /// The largest, and how many there are beyond them.
  func largest(_ most: Int) -> ([Report.Unmapped], more: Int) {
    let order = parts.indices.sorted {
      parts[$0].bytes == parts[$1].bytes ? $0 < $1 : parts[$0].bytes > parts[$1].bytes
    }
    return (order.prefix(most).map { parts[$0] }, max(0, parts.count - most) + names.others)
  }
}
