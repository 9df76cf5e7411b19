import JSONTree

extension StepEntry {
  static let boolean = StepEntry(
    name: "boolean",
    summary: "true and false from the texts \"true\" and \"false\" and the numbers 1 and 0",
    input: [.text, .number, .boolean], output: .boolean,
    example: Example(
      "[a | boolean, b | boolean]", given: #"{"a":"true","b":0}"#, result: "[true,false]"),
    code: { _ in { value, _ in BooleanConversion.convert(value) } })
}

private enum BooleanConversion {
  static func convert(_ value: Value) -> Value {
    if let flag = value.asBoolean { return .boolean(flag) }
    if let text = value.asText {
      if text == "true" { return .boolean(true) }
      if text == "false" { return .boolean(false) }
    } else if case .integer(let number)? = ExactNumber(value)?.normalized, (0...1).contains(number)
    {
      return .boolean(number == 1)
    }
    return .failed(Failure("expected true or false, their texts, 1 or 0"))
  }
}
