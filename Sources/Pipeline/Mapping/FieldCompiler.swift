import JSONTree

/// Compiles one member of `fields`: a type text, or an object.
struct FieldCompiler {
  static let known =
    ["type", "value", "default", "fields", "onError"] + ConstraintCompiler.known

  /// Maps in maps; the database allows 32 levels (facts 1.1).
  static let depthLimit = 32

  let member: Element.Member
  let source: MappingSource
  /// How many fields are around this one.
  var depth = 0

  /// Compiles the members of a `fields` object. Wrong ones are reported and left out.
  static func compile(
    _ element: Element, depth: Int = 0, with expressions: inout ExpressionCompiler,
    _ source: MappingSource
  ) -> [Field] {
    guard let members = source.distinctMembers(of: element, as: "\"fields\"") else { return [] }
    guard depth < depthLimit else {
      source.report(element, "fields are nested deeper than \(depthLimit) levels")
      return []
    }
    return members.compactMap { member in
      if depth == 0 { expressions.readsJoin = false }
      var field = FieldCompiler(member: member, source: source, depth: depth)
        .compile(with: &expressions)
      field?.readsJoin = expressions.readsJoin
      return field
    }
  }

  /// Nil when something is wrong with it, which is then reported.
  func compile(with expressions: inout ExpressionCompiler) -> Field? {
    let element = member.value
    if member.key.bytes.isEmpty { source.report(member.key, "the name of a field is empty") }
    if element.node.kind == .string {
      guard let type = type(element) else { return nil }
      return field(type, expressions.field(member.key.bytes))
    }
    guard element.node.kind == .object else {
      source.report(element, "a field is a type or an object, but this is \(element.phrase)")
      return nil
    }
    guard let members = source.members(of: element, as: "a field", known: Self.known) else {
      return nil
    }
    if members["type"] == nil { source.report(member.key, "the field has no \"type\"") }
    let type = members["type"].flatMap { self.type($0) }
    let opensMap = members["fields"] != nil
    let value: CompiledExpression?
    if let written = members["value"] {
      value = self.value(written, for: type?.type, opensMap: opensMap, &expressions)
    } else {
      value = expressions.field(member.key.bytes, opensMap: opensMap)
    }
    let nested = members["fields"].flatMap { fields($0, of: type?.type, at: value, &expressions) }
    let constraints = ConstraintCompiler(source: source).compile(members, for: type?.type)
    let onError = self.onError(members["onError"], hasDefault: members["default"] != nil)
    guard let type, let value else { return nil }
    var field = field(type, value)
    field.onError = onError
    field.constraints = constraints
    field.fields = nested?.fields
    field.place = nested?.place
    field.takesMaps = nested != nil && members["value"] != nil
    field.defaultJSON = members["default"].flatMap { defaultJSON($0, of: field) }
    return field
  }

  private func field(_ type: TypeText, _ value: CompiledExpression) -> Field {
    var field = Field(
      name: member.name, type: type.type, isRequired: type.isRequired, value: value.evaluate,
      slot: value.slot, onError: .reject, sourceKeys: value.path?.keys)
    if case .field? = value.path?.start { return field }
    field.startsAtRecord = field.sourceKeys != nil
    return field
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
    _ element: Element, for type: FieldType?, opensMap: Bool,
    _ expressions: inout ExpressionCompiler
  ) -> CompiledExpression? {
    guard let text = source.text(element, as: "\"value\"") else { return nil }
    do {
      let compiled = try expressions.compile(text, opensMap: opensMap)
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

  /// The fields inside, and where in the record their maps stand.
  private func fields(
    _ element: Element, of type: FieldType?, at value: CompiledExpression?,
    _ expressions: inout ExpressionCompiler
  ) -> (fields: [Field], place: [ReadPaths.Step]?)? {
    let (item, listDepth) = type?.innermost ?? (.map, 0)
    if item != .map {
      source.report(
        element,
        "only a map or a list of maps has \"fields\", but the type is \(type?.text ?? "")")
    }
    if element.node.kind == .object, element.members.isEmpty {
      source.report(element, "\"fields\" is empty, so that nothing would be left of the map")
    }
    return expressions.nest(at: value?.path, listDepth: listDepth) { expressions in
      let place = expressions.place
      return (
        Self.compile(element, depth: depth + 1, with: &expressions, source), place
      )
    }
  }

  private func defaultJSON(_ element: Element, of field: Field) -> [UInt8]? {
    do {
      let json = try TypedLiteral.encode(
        element, as: field.type, fields: field.fields, what: "a default")
      if let fault = field.fault(ofDefault: json) {
        source.report(element, "the default does not fit the field: \(fault)")
      }
      return json
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

extension FieldType {
  /// What the items of its lists are, and how many lists are around them.
  var innermost: (item: FieldType, listDepth: Int) {
    var (item, depth) = (self, 0)
    while case .list(let inner) = item { (item, depth) = (inner, depth + 1) }
    return (item, depth)
  }
}
