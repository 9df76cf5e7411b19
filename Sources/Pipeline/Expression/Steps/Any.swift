extension StepEntry {
  static let any = StepEntry(
    name: "any",
    summary: "whether a condition is true for some element; false for an absent list",
    input: .container, output: .boolean,
    parameters: [Parameter(name: "condition", form: .element(.boolean))], takesAbsent: true,
    example: Example(
      "tags | any($value == \"b\")", given: #"{"tags":["a","b"]}"#, result: "true"),
    code: { arguments in
      let condition = arguments.evaluator(0)
      return { value, scope in
        if value.isAbsent { return .boolean(false) }
        let result = Elements.test(value, &scope, condition) { _, holds in
          holds ? .boolean(true) : nil
        }
        return result ?? .boolean(false)
      }
    })
}
