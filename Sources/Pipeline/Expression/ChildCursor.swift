import JSONTree

/// Walks the children of a container, from the export or computed, in key order, without recursion.
///
/// An array is the object of its indices: `[null,"b"]` and `{"1":"b"}` give the same one child.
struct ChildCursor {
  /// An array's children are known by their index, an object's by their key.
  enum Key {
    case index(Int)
    case text(Bytes)
  }

  private enum Form {
    case object(Node)
    case array(Node)
    case list(List)
    case map(Map)
  }

  private let form: Form
  /// The tape index of the next child, or its position in a list or a map.
  private var next: Int
  private let end: Int
  private var position = 0
  /// Where keys do not ascend in the text: what `next` would be for each, in key order.
  private var order: [Int]?

  /// Nil when the value is no container.
  init?(_ value: Value) {
    switch value {
    case .node(let node):
      guard node.isContainer else { return nil }
      next = node.firstChild
      end = node.end
      if node.kind == .array {
        form = .array(node)
      } else {
        form = .object(node)
        if !Self.ascends(node) { order = Self.sortedKeys(node) }
      }
    case .list(let list):
      form = .list(list)
      next = 0
      end = list.count
    case .map(let map):
      form = .map(map)
      next = 0
      end = map.count
      if !Self.ascends(map) {
        order = (0..<end).sorted { KeyOrder.precedes(map.key($0), map.key($1)) }
      }
    default: return nil
    }
  }

  mutating func advance() -> (key: Key, value: Value)? {
    if let order {
      guard position < order.count else { return nil }
      next = order[position]
      position += 1
    }
    switch form {
    case .object(let node):
      while next < end {
        let key = node.at(next)
        let child = key.valueOfKey
        next = child.next
        if !child.isNull { return (.text(key.bytes), .node(child)) }
      }
    case .array(let node):
      while next < end {
        let child = node.at(next)
        next = child.next
        position += 1
        if !child.isNull { return (.index(position - 1), .node(child)) }
      }
    case .list(let list):
      guard next < end else { return nil }
      next += 1
      return (.index(next - 1), list[next - 1])
    case .map(let map):
      guard next < end else { return nil }
      next += 1
      return (.text(map.key(next - 1)), map.value(next - 1))
    }
    return nil
  }

  private static func ascends(_ map: Map) -> Bool {
    for index in 1..<max(map.count, 1) where !KeyOrder.precedes(map.key(index - 1), map.key(index))
    {
      return false
    }
    return true
  }

  static func ascends(_ object: Node) -> Bool {
    let end = object.end
    var index = object.firstChild
    guard index < end else { return true }
    var last = OrderedKey(object.at(index).bytes)
    index = object.at(index).valueOfKey.next
    while index < end {
      let key = object.at(index)
      let present = OrderedKey(key.bytes)
      guard last < present else { return false }
      last = present
      index = key.valueOfKey.next
    }
    return true
  }

  private static func sortedKeys(_ node: Node) -> [Int] {
    var keys: [Int] = []
    node.forEachMember { key, _ in
      keys.append(key.index)
      return true
    }
    return keys.sorted { KeyOrder.precedes(node.at($0).bytes, node.at($1).bytes) }
  }
}
