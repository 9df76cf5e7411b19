extension StepEntry {
  static let values = StepEntry(
    name: "values",
    summary: "the values of a map as a list, in key order",
    input: .container, output: .list,
    example: Example("items | values", given: #"{"items":{"b":2,"a":1}}"#, result: "[1,2]"),
    code: { _ in
      { value, scope in
        let mark = scope.arena.stack.count
        guard value.pushItems(on: scope.arena) else {
          return .failed(Failure("expected a map or a list"))
        }
        return .items(scope.arena, from: mark)
      }
    })
}
