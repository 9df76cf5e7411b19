import JSONTree

/// Compiles one member of `fields`: a type text, or an object.
struct FieldCompiler {
  static let known = ["type", "value", "default", "onError"]
  static let later = [
    "fields", "enum", "pattern", "minLength", "maxLength", "minimum", "maximum", "minItems",
    "maxItems",
    "uniqueItems", "format",
  ]

  let member: Element.Member
  let source: MappingSource

  /// Nil when something is wrong with it, which is then reported.
  func compile(with expressions: inout ExpressionCompiler) -> Field? {
    let element = member.value
    if element.node.kind == .string {
      guard let type = type(element) else { return nil }
      return field(type, expressions.field(member.key.bytes), defaultJSON: nil, onError: .reject)
    }
    guard element.node.kind == .object else {
      source.report(element, "a field is a type or an object, but this is \(element.phrase)")
      return nil
    }
    guard
      let members = source.members(of: element, as: "a field", known: Self.known, later: Self.later)
    else {
      return nil
    }
    if members["type"] == nil { source.report(member.key, "the field has no \"type\"") }
    let type = members["type"].flatMap { self.type($0) }
    let value: CompiledExpression?
    if let written = members["value"] {
      value = self.value(written, for: type?.type, &expressions)
    } else {
      value = expressions.field(member.key.bytes)
    }
    let defaultJSON = members["default"].flatMap { self.defaultJSON($0, as: type?.type) }
    let onError = self.onError(members["onError"], hasDefault: members["default"] != nil)
    guard let type, let value else { return nil }
    return field(type, value, defaultJSON: defaultJSON, onError: onError)
  }

  private func field(
    _ type: TypeText, _ value: CompiledExpression, defaultJSON: [UInt8]?, onError: Field.OnError
  ) -> Field {
    Field(
      name: member.name, type: type.type, isRequired: type.isRequired, value: value.evaluate,
      slot: value.slot,
      defaultJSON: defaultJSON, onError: onError)
  }

  private func type(_ element: Element) -> TypeText? {
    guard let text = source.text(element, as: "a type") else { return nil }
    do {
      return try TypeText(text)
    } catch {
      source.report(element, part: error.range, error.message)
      return nil
    }
  }

  private func value(
    _ element: Element, for type: FieldType?, _ expressions: inout ExpressionCompiler
  ) -> CompiledExpression? {
    guard let text = source.text(element, as: "\"value\"") else { return nil }
    do {
      let compiled = try expressions.compile(text)
      if let type, compiled.kinds.isDisjoint(with: type.kinds), compiled.kinds != [] {
        source.report(
          element, part: 0..<text.count,
          "a field of type \(type.text) cannot be \(compiled.kinds.phrase), which this always gives"
        )
      }
      return compiled
    } catch {
      source.report(element, error)
      return nil
    }
  }

  private func defaultJSON(_ element: Element, as type: FieldType?) -> [UInt8]? {
    guard let type else { return nil }
    do {
      return try DefaultLiteral.encode(element, as: type)
    } catch {
      source.report(error.element, error.message)
      return nil
    }
  }

  private func onError(_ element: Element?, hasDefault: Bool) -> Field.OnError {
    guard let element else { return .reject }
    let words = Field.OnError.allCases.map(\.rawValue)
    let word = source.word(element, as: "\"onError\"", of: words)
    let result = word.flatMap { Field.OnError(rawValue: $0) } ?? .reject
    if result == .default, !hasDefault { source.report(element, "there is no \"default\" to use") }
    return result
  }
}
