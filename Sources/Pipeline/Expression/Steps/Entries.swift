import JSONTree

extension StepEntry {
  static let entries = StepEntry(
    name: "entries",
    summary: "the entries of a map as maps of key and value, in key order",
    input: .container, output: .list,
    example: Example(
      "items | entries", given: #"{"items":{"b":2,"a":1}}"#,
      result: #"[{"key":"a","value":1},{"key":"b","value":2}]"#),
    code: { _ in
      { value, scope in
        guard var cursor = ChildCursor(value) else {
          return .failed(Failure("expected a map or a list"))
        }
        let arena = scope.arena
        let mark = arena.stack.count
        while let child = cursor.advance() {
          let entry = arena.stack.count
          arena.stack.append(.text("key"))
          arena.stack.append(.text(child.key.text(arena)))
          arena.stack.append(.text("value"))
          arena.stack.append(child.value)
          let map = arena.map(from: entry)
          arena.stack.append(map)
        }
        return .items(arena, from: mark)
      }
    })
}
