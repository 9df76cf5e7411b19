extension StepEntry {
  static let `if` = StepEntry(
    name: "if",
    summary: "the first argument when the value is true, else the second; absent counts as false",
    input: .boolean, output: .any,
    outputOf: { _, arguments in arguments.reduce(into: Kinds()) { $0.formUnion($1) } },
    parameters: [
      Parameter(name: "a", form: .expression(.any)), Parameter(name: "b", form: .expression(.any)),
    ],
    takesAbsent: true,
    example: Example(
      #"(score >= 5) | if("passed", "failed")"#, given: #"{"score":7}"#, result: #""passed""#),
    code: { arguments in
      let (first, second) = (arguments.evaluator(0), arguments.evaluator(1))
      return { value, scope in
        switch Logic.Truth(value) {
        case .yes: first(&scope)
        case .no: second(&scope)
        case .failed(let failure): .failed(failure)
        }
      }
    })
}
