import JSONTree

/// What steps on texts share.
enum TextStep {
  static var noText: Value { .failed(Failure("expected a text")) }

  static func code(
    _ body: @escaping @Sendable (_ text: Bytes, _ arena: Arena) -> Value
  ) -> StepCode {
    { value, scope in
      guard let text = value.asText else { return noText }
      return body(text, scope.arena)
    }
  }

  /// One text in quotes.
  static func parameter(_ name: String) -> StepEntry.Parameter {
    StepEntry.Parameter(name: name, form: .text(choices: []))
  }

  /// One text in quotes that is not empty: there is nothing to look for in nothing.
  static func nonEmpty(_ name: String) -> StepEntry.Parameter {
    StepEntry.Parameter(
      name: name, form: .text(choices: []),
      check: { $0.isEmpty ? TextFault("this text is empty") : nil })
  }
}
