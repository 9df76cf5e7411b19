import JSONTree

/// What differs between an expected document and the one that was made, a line a place.
///
///     likes[0]: expected "u1", found "u2"
///     count: expected 10, found 10.0
///
/// Values are compared as typed and as documents spell them: the integer 10 is not 10.0, a timestamp is its text. The
/// order of fields means nothing. Values are shown: they are the developer's own, out of the mapping file.
struct DocumentDifference {
  /// A place in both documents; nil where one of them has nothing.
  private struct Pair {
    var path: String
    var expected: Node?
    var found: Node?
  }

  private var pairs: [Pair] = []
  private(set) var lines: [String] = []

  /// Lines beyond these are counted only.
  private static let most = 20

  static func lines(expected: Node, found: Node) -> [String] {
    var difference = DocumentDifference()
    difference.compare(Pair(path: "", expected: expected, found: found))
    while let pair = difference.pairs.popLast() { difference.compare(pair) }
    let lines = difference.lines
    guard lines.count > most else { return lines }
    return lines.prefix(most) + ["and \(lines.count - most) more"]
  }

  private mutating func compare(_ pair: Pair) {
    guard let expected = pair.expected, let found = pair.found else { return add(pair) }
    switch (expected.kind, found.kind) {
    case (.object, .object): compareMembers(pair.path, expected, found)
    case (.array, .array): compareItems(pair.path, expected, found)
    case (.string, .string), (.big, .big): if expected.bytes != found.bytes { add(pair) }
    case (.int, .int): if expected.int != found.int { add(pair) }
    case (.uint, .uint): if expected.uint != found.uint { add(pair) }
    case (.double, .double): if expected.double != found.double { add(pair) }
    default: if expected.kind != found.kind { add(pair) }
    }
  }

  private mutating func compareMembers(_ path: String, _ expected: Node, _ found: Node) {
    let members = Element(node: found, path: path).members
    // Of keys that stand twice, which no document has, the first counts.
    let values = Dictionary(
      members.map { ($0.key.bytes, $0.value.node) }, uniquingKeysWith: { first, _ in first })
    var inside: [Pair] = []
    var seen: Set<[UInt8]> = []
    for member in Element(node: expected, path: path).members {
      seen.insert(member.key.bytes)
      inside.append(
        Pair(path: member.key.path, expected: member.value.node, found: values[member.key.bytes]))
    }
    for member in members where !seen.contains(member.key.bytes) {
      inside.append(Pair(path: member.key.path, expected: nil, found: member.value.node))
    }
    pairs += inside.reversed()
  }

  private mutating func compareItems(_ path: String, _ expected: Node, _ found: Node) {
    let wanted = Element(node: expected, path: path).elements.map(\.node)
    let items = Element(node: found, path: path).elements.map(\.node)
    for index in (0..<max(wanted.count, items.count)).reversed() {
      pairs.append(
        Pair(
          path: "\(path)[\(index)]", expected: index < wanted.count ? wanted[index] : nil,
          found: index < items.count ? items[index] : nil))
    }
  }

  private mutating func add(_ pair: Pair) {
    lines.append(
      "\(pair.path): expected \(Self.shown(pair.expected)), found \(Self.shown(pair.found))")
  }

  static func shown(_ node: Node?) -> String {
    guard let node else { return "nothing" }
    let text = LiteralEncoder.text(node)
    return text.unicodeScalars.count <= 200
      ? text : String(String.UnicodeScalarView(text.unicodeScalars.prefix(200))) + "…"
  }
}
