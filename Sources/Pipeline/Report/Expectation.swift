/// Something that the model asks of a rule's records: a case of `junit.xml`, and what a report says was expected.
///
///     titleStr: "string!"        titleStr: string (type convert)   titleStr: required (missing)
///     {type: …, maxLength: 40}   genreName: at most 40 characters (length)
package struct Expectation: Sendable, Equatable {
  /// The field by pattern (`items.*.at`); empty for the record as a whole.
  package var field: String
  /// "string", "required", "one record for a document": with the field in front it is the name of a test.
  package var words: String
  /// What a fault against it is called.
  package var codes: [Code]
  /// Of an expectation of a type: it.
  package var type: FieldType?

  package init(field: String = "", _ words: String, _ codes: [Code], type: FieldType? = nil) {
    self.field = field
    self.words = words
    self.codes = codes
    self.type = type
  }

  /// "titleStr: required".
  package var name: String { field.isEmpty ? words : "\(field): \(words)" }

  /// All that a rule asks, in the order in which records are judged (contract 2.6).
  static func all(of rule: Rule, limits: TargetLimits?) -> [Expectation] {
    var ofBytes: [Code] = [.syntax, .duplicateKey, .invalidUnicode]
    if limits == nil { ofBytes.append(.depth) }
    var all = [Expectation("well-formed records", ofBytes)]
    let evaluated = [
      rule.filter == nil ? nil : "`where`", rule.target.hasExpressions ? "`to`" : nil,
      rule.joins.contains { $0.kind.hasExpressions } ? "join keys" : nil,
    ].compactMap { $0 }
    if !evaluated.isEmpty {
      let words = evaluated.joined(separator: ", ") + " can be evaluated"
      all.append(Expectation(words, [.convert, .type]))
    }
    all.append(Expectation("records with fields", [.notARecord]))
    let joins = rule.joins.filter { $0.missing == .reject }.map(\.name)
    if !joins.isEmpty {
      all.append(Expectation("joined: \(joins.joined(separator: ", "))", [.joinMissing]))
    }
    all.append(
      Expectation(
        "document ids that fit", [.idEmpty, .idSlash, .idReserved, .idTooLong, .pathTooLong]))
    for (name, field) in zip(rule.fields.patterns, rule.fields.flattened) {
      all += expectations(of: field, named: name)
    }
    if rule.unknown == .reject {
      all.append(Expectation("no field that no expression reads", [.unknownField]))
    }
    if let limits {
      all.append(
        Expectation(
          "documents that \(limits.target) takes", [.fieldName, .nestedArray, .depth, .size]))
    }
    all.append(Expectation("one record for a document", [.idCollision]))
    return all
  }

  private static func expectations(of field: Field, named name: String) -> [Expectation] {
    let words = field.constraints?.expectations ?? []
    var ofType: [Code] = [.type, .convert, .numberRange, .depth]
    if !words.contains(where: { $0.code == .range }) { ofType.append(.range) }
    var all = [
      Expectation(field: name, field.type.text, ofType, type: field.type)
    ]
    if field.isRequired { all.append(Expectation(field: name, "required", [.missing])) }
    return all + words.map { Expectation(field: name, $0.words, [$0.code]) }
  }
}

/// The expectations of a rule by field, since a model may have thousands.
struct ExpectationIndex {
  let all: [Expectation]
  private var places: [[UInt8]: [Int]] = [:]

  init(_ all: [Expectation]) {
    self.all = all
    for (place, expectation) in all.enumerated() {
      places[Array(expectation.field.utf8), default: []].append(place)
    }
  }

  /// What a fault was against, as a place in `all`: of the field, else of the one around it, else of the record.
  func place(of code: Code, in field: String) -> Int? {
    var name = Array(field.utf8)
    while true {
      if let place = places[name]?.first(where: { all[$0].codes.contains(code) }) { return place }
      if name.isEmpty { return nil }
      name = name.lastIndex(of: UInt8(ascii: ".")).map { Array(name[..<$0]) } ?? []
    }
  }

  /// What is asked of one field, the ones inside it aside.
  func of(field: String) -> [Expectation] {
    field.isEmpty ? [] : (places[Array(field.utf8)] ?? []).map { all[$0] }
  }
}

extension [Field] {
  /// All fields, those inside maps behind the one around them: the order of `patterns`.
  var flattened: [Field] { flatMap { [$0] + ($0.fields ?? []).flattened } }
}

extension Template {
  fileprivate var hasExpressions: Bool {
    segments.contains { $0.parts.contains { if case .expression = $0 { true } else { false } } }
  }
}

extension Join.Kind {
  fileprivate var hasExpressions: Bool {
    switch self {
    case .sameKey: false
    case .byKey(_, let keys): keys.contains { if case .expression = $0 { true } else { false } }
    case .gathered: true
    }
  }
}

extension Constraints {
  /// One for each code that a fault against them can have.
  fileprivate var expectations: [(words: String, code: Code)] {
    var all: [(words: String, code: Code)] = []
    if !values.isEmpty { all.append((phraseOfValues, .enum)) }
    if let words = Self.words(length, "character") { all.append((words, .length)) }
    if pattern != nil { all.append(("fits the pattern \(quoted(patternText))", .pattern)) }
    if let format { all.append((format.rawValue, .format)) }
    let bounds = [minimum.map { "at least \($0.text)" }, maximum.map { "at most \($0.text)" }]
    if minimum != nil || maximum != nil {
      all.append((bounds.compactMap { $0 }.joined(separator: ", "), .range))
    }
    let ofItems = [Self.words(items, "item"), areUnique ? "no item twice" : nil]
    if items != 0...Int.max || areUnique {
      all.append((ofItems.compactMap { $0 }.joined(separator: ", "), .items))
    }
    return all
  }

  private static func words(_ range: ClosedRange<Int>, _ unit: String) -> String? {
    let low = range.lowerBound > 0 ? "at least \(Quantity.count(range.lowerBound, unit))" : nil
    let high = range.upperBound < .max ? "at most \(Quantity.count(range.upperBound, unit))" : nil
    let words = [low, high].compactMap { $0 }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }
}
