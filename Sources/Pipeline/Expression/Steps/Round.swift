import JSONTree

extension StepEntry {
  static let round = StepEntry(
    name: "round",
    summary: "a number with so many digits behind the point, as printed; halves away from zero",
    input: .number, output: .number,
    parameters: [Parameter(name: "digits", form: .integer(-18...18))],
    example: Example("n | round(2)", given: #"{"n":1.005}"#, result: "1.01"),
    code: { arguments in
      let digits = arguments.integer(0)
      return { value, _ in
        switch value.asNumber {
        case .integer(let integer)?: Rounding.round(integer, digits)
        case .double(let double)?: Rounding.round(double, digits)
        case .big?: .failed(Failure("the number fits into no 64-bit integer and no double"))
        case nil: .failed(Failure("expected a number"))
        }
      }
    })
}

/// Rounds what people see: 1.005 is a little less in binary, and yet 1.01 is what its reader expects.
private enum Rounding {
  static func round(_ value: Int64, _ digits: Int) -> Value {
    guard digits < 0 else { return .integer(value) }
    var unit: Int64 = 1
    for _ in 0..<(-digits) { unit *= 10 }
    let rest = value % unit
    let down = value - rest
    guard rest.magnitude >= unit.magnitude / 2 else { return .integer(down) }
    let (result, overflow) = down.addingReportingOverflow(value < 0 ? -unit : unit)
    return overflow ? .failed(Failure("the result fits into no 64-bit integer")) : .integer(result)
  }

  static func round(_ value: Double, _ digits: Int) -> Value {
    guard value.isFinite else { return .failed(Failure("the number fits into no double")) }
    var decimal = Decimal(shortest: value)
    let kept = decimal.exponent + digits
    guard kept < decimal.digits.count else { return .double(value) }
    guard kept >= 0 else { return .double(0) }
    let isUp = decimal.digits[kept] >= 5
    decimal.digits.removeSubrange(kept...)
    if isUp { decimal.increment() }
    return .double(decimal.double)
  }
}

extension Decimal {
  /// One more in the last place.
  fileprivate mutating func increment() {
    while let last = digits.popLast() {
      if last < 9 {
        digits.append(last + 1)
        return
      }
    }
    digits = [1]
    exponent += 1
  }

  /// The nearest double.
  fileprivate var double: Double {
    // No sign is left of what rounds to nothing.
    guard !digits.isEmpty else { return 0 }
    var text = isNegative ? "-0." : "0."
    for digit in digits { text.unicodeScalars.append(Unicode.Scalar(0x30 + digit)) }
    return Double(text + "e\(exponent)") ?? 0
  }
}
