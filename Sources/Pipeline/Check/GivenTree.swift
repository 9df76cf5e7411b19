import JSONTree

/// Puts what a test gives at several paths together to one tree.
///
///     "/rooms/r1": {title: "x"}, "/rooms/r1/messages/m1": {text: "y"}
///     →   {"rooms":{"r1":{"title":"x","messages":{"m1":{"text":"y"}}}}}
///
/// Objects are united, whichever comes first; anything else that is given twice is a fault.
struct GivenTree {
  private var nodes = [Branch(form: .open)]

  private struct Branch {
    var form: Form
    /// Children in the order in which they came.
    var children: [(key: [UInt8], node: Int)] = []
    var places: [[UInt8]: Int] = [:]
  }

  private enum Form {
    /// An object that has children of its own here.
    case open
    /// A value of the mapping file, as it is.
    case value(Element)
  }

  /// Puts a value at a path.
  mutating func add(_ value: Element, at path: [[UInt8]]) throws(LiteralEncoder.Fault) {
    var node = 0
    for key in path {
      guard try open(node) else {
        throw LiteralEncoder.Fault(
          element: value, message: "it lies inside a value that is given and is no object")
      }
      node = nodes[node].places[key] ?? append(Branch(form: .open), to: node, key)
    }
    try unite(value, with: node)
  }

  /// Unites a value with what is at a node already.
  private mutating func unite(_ value: Element, with node: Int) throws(LiteralEncoder.Fault) {
    if nodes[node].children.isEmpty, case .open = nodes[node].form {
      nodes[node].form = .value(value)
      return
    }
    var open = [(value, node)]
    while let (value, node) = open.popLast() {
      guard value.node.kind == .object, try self.open(node) else {
        throw LiteralEncoder.Fault(
          element: value, message: "this place is given twice, and only objects can be united")
      }
      for member in try Self.members(of: value) {
        if let child = nodes[node].places[member.key.bytes] {
          open.append((member.value, child))
        } else {
          append(Branch(form: .value(member.value)), to: node, member.key.bytes)
        }
      }
    }
  }

  /// Makes a node's value children of it; false if it is no object.
  private mutating func open(_ node: Int) throws(LiteralEncoder.Fault) -> Bool {
    guard case .value(let value) = nodes[node].form else { return true }
    guard value.node.kind == .object else { return false }
    nodes[node].form = .open
    for member in try Self.members(of: value) {
      append(Branch(form: .value(member.value)), to: node, member.key.bytes)
    }
    return true
  }

  private static func members(
    of value: Element
  ) throws(LiteralEncoder.Fault) -> [Element.Member] {
    let members = value.members
    var seen: Set<[UInt8]> = []
    for member in members where !seen.insert(member.key.bytes).inserted {
      throw LiteralEncoder.Fault(
        element: member.key, message: "the key \(quoted(member.name)) is repeated")
    }
    return members
  }

  @discardableResult
  private mutating func append(_ branch: Branch, to parent: Int, _ key: [UInt8]) -> Int {
    nodes.append(branch)
    nodes[parent].children.append((key, nodes.count - 1))
    nodes[parent].places[key] = nodes.count - 1
    return nodes.count - 1
  }

  /// The whole tree as JSON.
  func encoded() throws(LiteralEncoder.Fault) -> [UInt8] {
    let output = ByteBuffer()
    var encoder = LiteralEncoder()
    var stack: [(node: Int, next: Int)] = [(0, 0)]
    while let (node, next) = stack.popLast() {
      if case .value(let value) = nodes[node].form {
        try encoder.encode(value, to: output)
        continue
      }
      if next == 0 { output.append(0x7B) }
      guard next < nodes[node].children.count else {
        output.append(0x7D)
        continue
      }
      if next > 0 { output.append(0x2C) }
      let child = nodes[node].children[next]
      child.key.withBytes { output.append(jsonText: $0) }
      output.append(0x3A)
      stack.append((node, next + 1))
      stack.append((child.node, 0))
    }
    return output.bytes.array
  }
}
