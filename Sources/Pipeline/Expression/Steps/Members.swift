import JSONTree

extension StepEntry {
  static let members = StepEntry(
    name: "members",
    summary: "the members of a set: keys whose value is true, or the distinct texts of a list",
    input: .container, output: .list,
    example: Example(
      "likes | members", given: #"{"likes":{"u1":true,"u2":false,"u3":true}}"#,
      result: #"["u1","u3"]"#),
    code: { _ in { value, scope in Members.list(value, scope.arena) } })
}

/// The set idiom of the Realtime Database, in every shape it takes:
///
///     {"a":true,"b":false}   → a       the idiom
///     [null,true,true]       → 1 2     the same with integer keys, shown as an array
///     ["a","b","a"]          → a b     a list of texts; also as {"0":"a", …}
///
/// Anything else is no set: 1 is not true, and a key with a text is not a member.
private enum Members {
  static func list(_ value: Value, _ arena: Arena) -> Value {
    if case .node(let node) = value, node.kind == .array, let texts = texts(node, arena) {
      return texts
    }
    guard var cursor = ChildCursor(value) else {
      return .failed(Failure("expected a set or a list of texts"))
    }
    let mark = arena.stack.count
    var hasFlags = false
    var hasTexts = false
    var hasNames = false
    while let child = cursor.advance() {
      if let flag = child.value.asBoolean {
        hasFlags = true
        if flag { arena.stack.append(.text(child.key.text(arena))) }
      } else if let text = child.value.asText {
        hasTexts = true
        if case .text(let key) = child.key, !KeyOrder.isIndex(key) { hasNames = true }
        arena.stack.append(.text(text))
      } else {
        hasNames = true
        hasTexts = true
        break
      }
    }
    guard !(hasFlags && hasTexts), !(hasTexts && hasNames) else {
      arena.discard(to: mark)
      return .failed(Failure("expected a set or a list of texts"))
    }
    if hasTexts { Distinct.keepFirst(arena, from: mark) }
    return .items(arena, from: mark)
  }

  /// The commonest form, an array of nothing but texts; nil if it is another.
  private static func texts(_ array: Node, _ arena: Arena) -> Value? {
    let mark = arena.stack.count
    let end = array.end
    var index = array.firstChild
    while index < end {
      let item = array.at(index)
      guard item.kind == .string else {
        arena.discard(to: mark)
        return nil
      }
      arena.stack.append(.text(item.bytes))
      index = item.next
    }
    Distinct.keepFirst(arena, from: mark)
    return .items(arena, from: mark)
  }
}
