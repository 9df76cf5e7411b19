extension StepEntry {
  static let times = StepEntry(
    name: "times",
    summary: "the product of two numbers: exact on integers; with a double a double",
    input: .number, output: .number,
    parameters: [Parameter(name: "x", form: .expression(.number))],
    example: Example("price | times(1.5)", given: #"{"price":10}"#, result: "15.0"),
    code: Arithmetic.code(Arithmetic.times))
}
