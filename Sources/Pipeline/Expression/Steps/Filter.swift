extension StepEntry {
  static let filter = StepEntry(
    name: "filter",
    summary: "the elements for which a condition is true; absent counts as false",
    input: .container, output: .list,
    parameters: [Parameter(name: "condition", form: .element(.boolean))],
    example: Example(
      "items | filter($value.n >= 2)", given: #"{"items":[{"n":1},{"n":2}]}"#,
      result: #"[{"n":2}]"#),
    code: { arguments in
      let condition = arguments.evaluator(0)
      return { value, scope in
        let arena = scope.arena
        let mark = arena.stack.count
        let failure = Elements.test(value, &scope, condition) { element, holds in
          if holds { arena.stack.append(element) }
          return nil
        }
        if let failure {
          arena.discard(to: mark)
          return failure
        }
        return .items(arena, from: mark)
      }
    })
}
