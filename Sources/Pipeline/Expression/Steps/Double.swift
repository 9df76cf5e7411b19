import JSONTree

extension StepEntry {
  static let double = StepEntry(
    name: "double",
    summary: "a number or a text that spells one as a double; an integer that none holds fails",
    input: [.number, .text], output: .number,
    example: Example(
      "[a | double, b | double]", given: #"{"a":"522.50","b":5}"#, result: "[522.5,5.0]"),
    code: { _ in { value, _ in DoubleConversion.convert(value) } })
}

private enum DoubleConversion {
  static func convert(_ value: Value) -> Value {
    let double: Double?
    switch value.asNumber {
    case .integer(let integer)?: double = Double(exactly: integer)
    case .double(let number)?: double = number
    case .big?: double = nil
    case nil:
      guard let text = value.asText, let number = NumberText(text) else {
        return .failed(Failure("expected a number or a text that spells one"))
      }
      double = number.double
    }
    return double.map { .double($0) } ?? .failed(Failure("no double holds this number"))
  }
}
