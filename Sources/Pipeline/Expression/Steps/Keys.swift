import JSONTree

extension StepEntry {
  static let keys = StepEntry(
    name: "keys",
    summary: "the keys of a map, in key order; of a list its indices",
    input: .container, output: .list, readsOnlyKeys: true,
    example: Example(
      "items | keys", given: #"{"items":{"10":1,"9":1,"a":1}}"#, result: #"["9","10","a"]"#),
    code: { _ in
      { value, scope in
        guard var cursor = ChildCursor(value) else {
          return .failed(Failure("expected a map or a list"))
        }
        let mark = scope.arena.stack.count
        while let child = cursor.advance() {
          scope.arena.stack.append(.text(child.key.text(scope.arena)))
        }
        return .items(scope.arena, from: mark)
      }
    })
}
