extension StepEntry {
  static let sort = StepEntry(
    name: "sort",
    summary: "a list in ascending order: numbers by value, texts by UTF-8 bytes; kinds do not mix",
    input: .container, output: .list,
    example: Example("n | sort", given: #"{"n":[3,1,2.5]}"#, result: "[1,2.5,3]"),
    code: { _ in
      { value, scope in
        let arena = scope.arena
        let mark = arena.stack.count
        guard value.pushItems(on: arena) else { return ListStep.noContainer }
        guard Order.sort(arena, from: mark) else {
          arena.discard(to: mark)
          return Order.mixed
        }
        return .items(arena, from: mark)
      }
    })
}
