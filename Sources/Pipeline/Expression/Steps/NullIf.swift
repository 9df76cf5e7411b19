extension StepEntry {
  static let nullIf = StepEntry(
    name: "nullIf",
    summary: "absent if the value equals one of these, else the value",
    input: .any, output: .any,
    outputOf: { input, _ in input },
    parameters: [Parameter(name: "value", form: .literal, isRepeated: true)],
    example: Example(#"t | nullIf("", "N/A")"#, given: #"{"t":"N/A"}"#, result: "null"),
    code: { arguments in
      let literals = arguments.values.map { LiteralValue($0) }
      return { value, _ in
        for literal in literals where literal.value.equals(value) { return .absent }
        return value
      }
    })
}
