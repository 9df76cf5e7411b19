import JSONTree

extension Value {
  /// Whether `forEachItem` takes it.
  var isList: Bool { forEachItem { _ in false } }

  /// Calls `body` with each item of what counts as a list, until it returns false: an array or a computed
  /// list, holes left out, and an object whose keys are all array indices, in index order (the Realtime
  /// Database shows the same node as one or the other by how dense its keys are, facts 1.1).
  ///
  /// - Returns: False, and `body` was not called, if it is no list.
  func forEachItem(_ body: (Value) -> Bool) -> Bool {
    switch self {
    case .list(let list):
      for index in 0..<list.count { if !body(list[index]) { break } }
      return true
    case .node(let node) where node.kind == .array:
      node.forEachElement { _, element in body(.node(element)) }
      return true
    case .node(let node) where node.kind == .object:
      return node.forEachIndexed(body)
    case .map(let map):
      guard (0..<map.count).allSatisfy({ KeyOrder.isIndex(map.key($0)) }) else { return false }
      let order = (0..<map.count).sorted { map.key($0).isLowerIndex(than: map.key($1)) }
      for index in order { if !body(map.value(index)) { break } }
      return true
    default:
      return false
    }
  }

  /// What a message calls the value: never the value itself.
  var kindName: String {
    switch self {
    case .absent: "nothing"
    case .failed: "a failed step"
    case .node(let node): node.kind.name
    case .boolean: "boolean"
    case .integer: "integer"
    case .double: "number with a fraction"
    case .timestamp: "timestamp"
    case .text: "string"
    case .list: "list"
    case .map: "map"
    case .geopoint: "geopoint"
    case .reference: "reference"
    }
  }
}

extension Node {
  /// The members of an object by index; false if a key is no array index.
  fileprivate func forEachIndexed(_ body: (Value) -> Bool) -> Bool {
    var areIndices = true
    var isAscending = true
    var last: Bytes?
    forEachMember { key, _ in
      areIndices = KeyOrder.isIndex(key.bytes)
      if let last, !last.isLowerIndex(than: key.bytes) { isAscending = false }
      last = key.bytes
      return areIndices
    }
    guard areIndices else { return false }
    if isAscending {
      forEachMember { _, value in body(.node(value)) }
      return true
    }
    var members: [(Bytes, Node)] = []
    forEachMember { key, value in
      members.append((key.bytes, value))
      return true
    }
    for (_, value) in members.sorted(by: { $0.0.isLowerIndex(than: $1.0) }) {
      if !body(.node(value)) { break }
    }
    return true
  }
}

extension Bytes {
  /// By value; both are canonical digits, of which more are a larger number.
  fileprivate func isLowerIndex(than other: Bytes) -> Bool {
    count == other.count ? self < other : count < other.count
  }
}

extension Kind {
  var name: String {
    switch self {
    case .object: "map"
    case .array: "list"
    case .string: "string"
    case .int: "integer"
    case .uint, .big: "number beyond 64 bits"
    case .double: "number with a fraction"
    case .yes, .no: "boolean"
    default: "nothing"
    }
  }
}
