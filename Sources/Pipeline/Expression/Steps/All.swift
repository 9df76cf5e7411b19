extension StepEntry {
  static let everyElement = StepEntry(
    name: "all",
    summary: "whether a condition is true for every element; true for an absent list",
    input: .container, output: .boolean,
    parameters: [Parameter(name: "condition", form: .element(.boolean))], takesAbsent: true,
    example: Example(
      "scores | all($value >= 5)", given: #"{"scores":[5,7,3]}"#, result: "false"),
    code: { arguments in
      let condition = arguments.evaluator(0)
      return { value, scope in
        if value.isAbsent { return .boolean(true) }
        let result = Elements.test(value, &scope, condition) { _, holds in
          holds ? nil : .boolean(false)
        }
        return result ?? .boolean(true)
      }
    })
}
