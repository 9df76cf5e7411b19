extension StepEntry {
  static let exists = StepEntry(
    name: "exists",
    summary: "whether there is a value; false for an absent one",
    input: .any, output: .boolean, takesAbsent: true, readsOnlyKeys: true,
    example: Example("[a | exists, b | exists]", given: #"{"a":0}"#, result: "[true,false]"),
    code: { _ in { value, _ in .boolean(!value.isAbsent) } })
}
