import JSONTree

/// The patterns of all rules and joins as one tree, so that a walk asks one question a key.
///
///     /ArticleData/{id}            0 ─ArticleData→ 1 ─{id}→ 2 (completes 0)
///     /Comments/{id}                 ─Comments───→ 3 ─{id}→ 4 (completes 1)
///     /Comments/{article}/{id}                              └─{id}→ 5 (completes 2)
///
/// A node stands for all patterns that a path fits so far: a literal key leads to the patterns that name it
/// and those with a capture there, any other key to the latter alone.
struct PathTree {
  private(set) var nodes: [Node] = []

  struct Node {
    /// Patterns that end here: the value is a record of theirs.
    var completed: [Int] = []
    /// Patterns whose anchor this is: the container behind their literal keys.
    var anchored: [Int] = []
    /// Patterns of which a captured key, or one behind it, stands in this container.
    var ordered: [Int] = []
    var literals: [(key: [UInt8], node: Int)] = []
    /// Where any other key leads.
    var other: Int?
    /// The path as a pattern, for reports: `/rooms/{room}`.
    var label: [UInt8] = []
    /// Whether a capture stands in it.
    var hasCapture = false

    var hasChildren: Bool { other != nil || !literals.isEmpty }
  }

  init(_ patterns: [Pattern]) {
    // Depth is bounded by the longest pattern: the mapping's, not the data's.
    _ = add(Array(patterns.indices), of: patterns, depth: 0, Node())
  }

  /// Adds the node of `members`, patterns that fit a path of `depth` keys, and all below it.
  private mutating func add(
    _ members: [Int], of patterns: [Pattern], depth: Int, _ node: Node
  ) -> Int {
    let index = nodes.count
    let label = node.label
    nodes.append(node)
    nodes[index].completed = members.filter { patterns[$0].segments.count == depth }
    nodes[index].anchored = members.filter { patterns[$0].anchorDepth == depth }
    nodes[index].ordered = members.filter {
      patterns[$0].anchorDepth <= depth && depth < patterns[$0].segments.count
    }
    let longer = members.filter { patterns[$0].segments.count > depth }
    var keys: [[UInt8]] = []
    var captures: [Int] = []
    var captureName: String?
    for member in longer {
      switch patterns[member].segments[depth] {
      case .literal(let key): if !keys.contains(key) { keys.append(key) }
      case .capture(let name):
        captures.append(member)
        captureName = captureName ?? name
      }
    }
    for key in keys {
      let fitting = longer.filter {
        captures.contains($0) || patterns[$0].segments[depth] == .literal(key)
      }
      let next = add(
        fitting, of: patterns, depth: depth + 1,
        Node(label: label + [0x2F] + key, hasCapture: node.hasCapture))
      nodes[index].literals.append((key, next))
    }
    if let captureName {
      nodes[index].other = add(
        captures, of: patterns, depth: depth + 1,
        Node(label: label + Array("/{\(captureName)}".utf8), hasCapture: true))
    }
    return index
  }

  /// Where `key` leads from `node`; nil if no pattern goes there.
  func child(of node: Int, _ key: Bytes) -> Int? {
    for literal in nodes[node].literals where literal.key.count == key.count {
      if literal.key.withBytes({ $0 == key }) { return literal.node }
    }
    return nodes[node].other
  }

  /// Where the keys that fit a pattern's segment may lead from `node`.
  func children(of node: Int, fitting segment: Pattern.Segment) -> [Int] {
    switch segment {
    case .literal(let key):
      // A node of a capture does not tell which keys were there.
      nodes[node].literals.filter { $0.key == key }.map(\.node)
    case .capture:
      nodes[node].literals.map(\.node) + (nodes[node].other.map { [$0] } ?? [])
    }
  }
}

extension Pattern {
  /// How many keys lead to the anchor: the container behind the literal keys, in which the first captured
  /// key stands, or, without captures, the record's. −1 for the root pattern.
  var anchorDepth: Int { min(literalPrefix, segments.count - 1) }
}
