import JSONTree

extension StepEntry {
  static let integer = StepEntry(
    name: "integer",
    summary: "a number or a text that spells one as an integer; a fraction fails",
    input: [.number, .text], output: .number,
    example: Example(
      "[a | integer, b | integer]", given: #"{"a":"042","b":10.0}"#, result: "[42,10]"),
    code: { _ in { value, _ in IntegerConversion.convert(value) } })
}

private enum IntegerConversion {
  static func convert(_ value: Value) -> Value {
    switch value.asNumber {
    case .integer(let integer)?: return .integer(integer)
    case .double(let double)?:
      guard double == double.rounded(.towardZero) else { return fraction }
      return Int64(exactly: double).map { .integer($0) } ?? range
    case .big?: return range
    case nil: break
    }
    guard let text = value.asText, let number = NumberText(text) else {
      return .failed(Failure("expected a number or a text that spells one"))
    }
    do throws(NumberText.WholeFault) {
      return .integer(try number.integer())
    } catch .fraction {
      return fraction
    } catch {
      return range
    }
  }

  private static var fraction: Value { .failed(Failure("the number has a fraction")) }
  private static var range: Value { .failed(Failure("the number fits into no 64-bit integer")) }
}
