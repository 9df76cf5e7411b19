extension StepEntry {
  static let minus = StepEntry(
    name: "minus",
    summary: "the difference of two numbers: exact on integers; with a double a double",
    input: .number, output: .number,
    parameters: [Parameter(name: "x", form: .expression(.number))],
    example: Example("total | minus(used)", given: #"{"total":10,"used":3}"#, result: "7"),
    code: Arithmetic.code(Arithmetic.minus))
}
