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

  private enum Form { case object, sortedObject, array, list, map, sortedMap }

  private let form: Form
  private let value: Value
  private var next: Int
  private let end: Int
  private var position = 0
  /// Where keys do not ascend in the text: tape indices of an object's keys or positions in a map, in key order.
  private var order: [Int] = []

  /// Nil when the value is no container.
  init?(_ value: Value) {
    self.value = value
    switch value {
    case .node(let node):
      switch node.kind {
      case .object:
        next = node.firstChild
        end = node.end
        if Self.ascends(node) {
          form = .object
        } else {
          form = .sortedObject
          order = Self.sortedKeys(node)
          position = 0
        }
      case .array:
        form = .array
        next = node.firstChild
        end = node.end
      default: return nil
      }
    case .list(let list):
      form = .list
      next = 0
      end = list.count
    case .map(let map):
      next = 0
      end = map.count
      let inOrder = (1..<max(end, 1)).allSatisfy { KeyOrder.precedes(map.key($0 - 1), map.key($0)) }
      form = inOrder ? .map : .sortedMap
      if !inOrder { order = (0..<end).sorted { KeyOrder.precedes(map.key($0), map.key($1)) } }
    default: return nil
    }
  }

  mutating func advance() -> (key: Key, value: Value)? {
    switch (form, value) {
    case (.object, .node(let node)):
      while next < end {
        let key = node.at(next)
        let child = node.at(key.next)
        next = child.next
        if child.kind != .null { return (.text(key.bytes), .node(child)) }
      }
    case (.array, .node(let node)):
      while next < end {
        let child = node.at(next)
        next = child.next
        position += 1
        if child.kind != .null { return (.index(position - 1), .node(child)) }
      }
    case (.list, .list(let list)):
      guard next < end else { return nil }
      next += 1
      return (.index(next - 1), list[next - 1])
    case (.map, .map(let map)):
      guard next < end else { return nil }
      next += 1
      return (.text(map.key(next - 1)), map.value(next - 1))
    case (.sortedObject, .node(let node)):
      guard position < order.count else { return nil }
      let key = node.at(order[position])
      position += 1
      return (.text(key.bytes), .node(node.at(key.next)))
    case (.sortedMap, .map(let map)):
      guard position < order.count else { return nil }
      position += 1
      return (.text(map.key(order[position - 1])), map.value(order[position - 1]))
    default: break
    }
    return nil
  }

  private static func ascends(_ node: Node) -> Bool {
    let end = node.end
    var index = node.firstChild
    guard index < end else { return true }
    var last = node.at(index).bytes
    index = node.at(node.at(index).next).next
    while index < end {
      let key = node.at(index)
      let bytes = key.bytes
      guard KeyOrder.precedes(last, bytes) else { return false }
      last = bytes
      index = node.at(key.next).next
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
