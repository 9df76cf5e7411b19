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
    if rule.filter != nil || rule.target.hasExpressions {
      all.append(Expectation("`where` and `to` can be evaluated", [.convert]))
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

extension [Expectation] {
  /// What a fault was against: of the field, else of the one around it, else of the record.
  package func first(against code: Code, of field: String) -> Expectation? {
    let candidates = filter { $0.codes.contains(code) }
    return candidates.filter { $0.covers(field) }.max { $0.field.utf8.count < $1.field.utf8.count }
  }
}

extension Expectation {
  /// Whether it is about this field, one around it or, of the record, about any.
  fileprivate func covers(_ name: String) -> Bool {
    field.isEmpty || name.utf8.elementsEqual(field.utf8)
      || name.utf8.starts(with: (field + ".").utf8)
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
