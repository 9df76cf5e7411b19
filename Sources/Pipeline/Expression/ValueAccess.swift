import JSONTree

/// How expressions read values: children by key or index, items of lists.
extension Value {
  /// The child of a key; absent where there is none and in scalars.
  func child(_ key: PathKey) -> Value {
    switch self {
    case .node(let node):
      switch node.kind {
      case .object: return node.member(key)
      case .array: return key.index.map { node.element($0) } ?? .absent
      default: return .absent
      }
    case .list(let list): return key.index.map { list[$0] } ?? .absent
    case .map(let map):
      for index in 0..<map.count where map.key(index) == key.bytes { return map.value(index) }
      return .absent
    default: return .absent
    }
  }

  /// The child that a computed index or key names.
  func child(at key: Value) -> Value {
    switch key {
    case .failed, .absent: return key
    default: break
    }
    if let text = key.asText { return child(PathKey(text)) }
    guard case .integer(let index)? = ExactNumber(key)?.normalized else {
      return .failed(Failure("expected an index or a key in brackets"))
    }
    guard index >= 0 else { return .absent }
    return child(index: Int(index))
  }

  private func child(index: Int) -> Value {
    switch self {
    case .node(let node) where node.kind == .array: return node.element(index)
    case .list(let list): return list[index]
    case .node, .map: return DecimalText.with(Int64(index)) { child(PathKey($0)) }
    default: return .absent
    }
  }

  /// The items of a container on top of the arena's stack, in key order; false when it is none.
  func pushItems(on arena: Arena) -> Bool {
    let stack = arena.stack
    switch self {
    case .list(let list):
      for index in 0..<list.count { stack.append(list[index]) }
      return true
    case .node(let node) where node.kind == .array:
      let end = node.end
      var index = node.firstChild
      while index < end {
        let child = node.at(index)
        if child.kind != .null { stack.append(.node(child)) }
        index = child.next
      }
      return true
    default:
      guard var cursor = ChildCursor(self) else { return false }
      while let child = cursor.advance() { stack.append(child.value) }
      return true
    }
  }

  /// A list, or absent where nothing is in it.
  static func items(_ arena: Arena, from mark: Int) -> Value {
    arena.stack.count > mark ? arena.list(from: mark) : .absent
  }
}

/// The key of one path segment, ready to be compared with the keys of an object.
struct PathKey {
  let bytes: Bytes
  /// As `Node.head`: where heads differ, keys do.
  let head: UInt64
  /// The index into an array that the key is, or nil.
  let index: Int?

  init(_ bytes: Bytes) {
    self.bytes = bytes
    var head = UInt64(UInt32(truncatingIfNeeded: bytes.count))
    for position in 0..<min(bytes.count, 4) {
      head |= UInt64(bytes[position]) << UInt64(32 + 8 * position)
    }
    self.head = head
    index = KeyOrder.index(bytes)
  }
}

extension Node {
  /// The value of a key of an object, or absent.
  func member(_ key: PathKey) -> Value {
    let end = end
    var index = firstChild
    while index < end {
      let name = at(index)
      let value = name.valueOfKey
      if name.head == key.head, key.bytes.count <= 4 || name.bytes == key.bytes {
        return value.kind == .null ? .absent : .node(value)
      }
      index = value.next
    }
    return .absent
  }

  /// The element of an array at a position, holes counted, or absent.
  func element(_ position: Int) -> Value {
    let end = end
    var index = firstChild
    var remaining = position
    while index < end {
      let value = at(index)
      if remaining == 0 { return value.kind == .null ? .absent : .node(value) }
      remaining -= 1
      index = value.next
    }
    return .absent
  }
}
