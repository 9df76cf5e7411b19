extension StepEntry {
  static let plus = StepEntry(
    name: "plus",
    summary: "the sum of two numbers: exact on integers; with a double a double",
    input: .number, output: .number,
    parameters: [Parameter(name: "x", form: .expression(.number))],
    example: Example("n | plus(1)", given: #"{"n":41}"#, result: "42"),
    code: Arithmetic.code(Arithmetic.plus))
}
