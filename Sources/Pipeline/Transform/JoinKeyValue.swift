import JSONTree

/// What an expression gives as a key of a join: a text, an integer as its digits, or a list of them.
enum JoinKeyValue {
  /// Nothing, or the empty text, which is no key.
  case absent
  case text(Bytes)
  /// Texts, each once and in key order.
  case list(List)
  /// It failed, or gave something else: a sentence that says what.
  case noKey(String)

  init(_ value: Value, _ arena: Arena) {
    if case .failed(let failure) = value {
      self = .noKey("\(failure.reason)")
    } else if let key = Self.single(value, arena) {
      self = key.isEmpty ? .absent : .text(key)
    } else if value.isAbsent {
      self = .absent
    } else if value.isListOfKeys {
      self.init(list: value, arena)
    } else {
      self = .noKey("expected text, integer or a list of them, found \(value.kindName)")
    }
  }

  private init(list: Value, _ arena: Arena) {
    let stack = arena.stack
    let mark = stack.count
    _ = list.pushItems(on: arena)
    var kept = mark
    var isAscending = true
    for index in mark..<stack.count {
      guard let key = Self.single(stack[index], arena) else {
        self = .noKey("expected texts or integers in the list, found \(stack[index].kindName)")
        arena.discard(to: mark)
        return
      }
      if key.isEmpty { continue }
      if kept > mark, isAscending, let last = stack[kept - 1].asText {
        isAscending = KeyOrder.precedes(last, key)
      }
      stack[kept] = .text(key)
      kept += 1
    }
    arena.discard(to: kept)
    if !isAscending { Self.sort(arena, from: mark) }
    if case .list(let keys) = arena.list(from: mark), !keys.isEmpty {
      self = .list(keys)
    } else {
      self = .absent
    }
  }

  /// Puts the texts above `mark` in key order, of equal ones the first.
  private static func sort(_ arena: Arena, from mark: Int) {
    let stack = arena.stack
    var keys: [(key: Bytes, order: OrderedKey)] = []
    for index in mark..<stack.count {
      if let key = stack[index].asText { keys.append((key, OrderedKey(key))) }
    }
    keys.sort { $0.order < $1.order }
    arena.discard(to: mark)
    var last: Bytes?
    for (key, _) in keys where key != last {
      stack.append(.text(key))
      last = key
    }
  }

  /// Nil when it is neither a text nor an integer.
  private static func single(_ value: Value, _ arena: Arena) -> Bytes? {
    if let text = value.asText { return text }
    return switch ExactNumber(value)?.normalized {
    case .integer(let number): arena.decimal(number)
    case .unsigned(let number): DecimalText.with(number) { arena.copy($0) }
    default: nil
    }
  }
}

extension Value {
  /// A list, or an object that is an array with holes: its keys are all indices.
  fileprivate var isListOfKeys: Bool {
    switch self {
    case .list: return true
    case .node(let node) where node.kind == .array: return true
    case .node(let node) where node.kind == .object:
      var isArray = true
      node.forEachMember { key, _ in
        isArray = KeyOrder.isIndex(key.bytes)
        return isArray
      }
      return isArray
    default: return false
    }
  }
}
