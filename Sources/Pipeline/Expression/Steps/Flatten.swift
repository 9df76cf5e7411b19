import JSONTree

extension StepEntry {
  static let flatten = StepEntry(
    name: "flatten",
    summary: "the items of a list's lists as one list, one level deep; other items stay",
    input: .container, output: .list,
    example: Example(
      "pages | flatten", given: #"{"pages":[["a","b"],["c"],"d"]}"#, result: #"["a","b","c","d"]"#),
    code: { _ in
      { value, scope in
        guard var cursor = ChildCursor(value) else { return ListStep.noContainer }
        let arena = scope.arena
        let mark = arena.stack.count
        while let child = cursor.advance() {
          if !child.value.isList || !child.value.pushItems(on: arena) {
            arena.stack.append(child.value)
          }
        }
        return .items(arena, from: mark)
      }
    })
}
