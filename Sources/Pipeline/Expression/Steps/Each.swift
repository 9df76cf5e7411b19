extension StepEntry {
  static let each = StepEntry(
    name: "each",
    summary:
      "an expression for each element, its $value; $index is its key; absent results are left out",
    input: .container, output: .list,
    parameters: [Parameter(name: "expression", form: .element(.any))],
    example: Example(
      "users | each($value.name)", given: #"{"users":[{"name":"Ann"},{},{"name":"Bo"}]}"#,
      result: #"["Ann","Bo"]"#),
    code: { arguments in
      let expression = arguments.evaluator(0)
      return { value, scope in
        let arena = scope.arena
        let mark = arena.stack.count
        let failure = Elements.visit(value, &scope, expression) { _, result in
          if !result.isAbsent { arena.stack.append(result) }
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
