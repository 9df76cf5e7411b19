/// What `plus`, `minus`, `times` and `sum` share: exact on integers; where one is a double, so is the result.
enum Arithmetic {
  static func plus(_ a: Value, _ b: Value) -> Value {
    apply(a, b, { $0.addingReportingOverflow($1) }, { $0 + $1 })
  }

  static func minus(_ a: Value, _ b: Value) -> Value {
    apply(a, b, { $0.subtractingReportingOverflow($1) }, { $0 - $1 })
  }

  static func times(_ a: Value, _ b: Value) -> Value {
    apply(a, b, { $0.multipliedReportingOverflow(by: $1) }, { $0 * $1 })
  }

  private static func apply(
    _ a: Value, _ b: Value, _ whole: (Int64, Int64) -> (partialValue: Int64, overflow: Bool),
    _ real: (Double, Double) -> Double
  ) -> Value {
    guard let first = a.asNumber, let second = b.asNumber else {
      return .failed(Failure("expected a number"))
    }
    let result: Double
    switch (first, second) {
    case (.integer(let x), .integer(let y)):
      let (value, overflow) = whole(x, y)
      return overflow ? .failed(Failure("the result fits into no 64-bit integer")) : .integer(value)
    case (.integer(let x), .double(let y)): result = real(Double(x), y)
    case (.double(let x), .integer(let y)): result = real(x, Double(y))
    case (.double(let x), .double(let y)): result = real(x, y)
    case (.big, _), (_, .big):
      return .failed(Failure("the number fits into no 64-bit integer and no double"))
    }
    return result.isFinite ? .double(result) : .failed(Failure("the result fits into no double"))
  }

  /// The step for one of them: the second number is an argument.
  static func code(
    _ operation: @escaping @Sendable (Value, Value) -> Value
  ) -> @Sendable (StepArguments) -> StepCode {
    { arguments in
      let argument = arguments.evaluator(0)
      return { value, scope in
        let other = argument(&scope)
        if case .failed = other { return other }
        return other.isAbsent ? .absent : operation(value, other)
      }
    }
  }
}
