import Interop
import JSONTree

/// Reads the words of JSON Schema in a field: what its value must be besides of its type.
struct ConstraintCompiler {
  static let known = [
    "enum", "pattern", "minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems",
    "uniqueItems", "format",
  ]

  let source: MappingSource

  /// `type` is nil where it is wrong: then nothing is said of what would fit it.
  func compile(_ members: [String: Element], for type: FieldType?) -> Constraints? {
    guard Self.known.contains(where: { members[$0] != nil }) else { return nil }
    var constraints = Constraints()
    let item = type?.innermost.item
    if let type { checkKinds(members, type) }
    constraints.values = members["enum"].map { values($0, of: item) } ?? []
    constraints.pattern = members["pattern"].flatMap { pattern($0) }
    constraints.patternText = members["pattern"]?.text ?? ""
    constraints.length = range("minLength", "maxLength", in: members)
    constraints.items = range("minItems", "maxItems", in: members)
    constraints.areUnique =
      members["uniqueItems"].map { source.flag($0, as: "\"uniqueItems\"") } ?? false
    constraints.minimum = members["minimum"].flatMap { bound($0, "minimum", of: item) }
    constraints.maximum = members["maximum"].flatMap { bound($0, "maximum", of: item) }
    if let low = constraints.minimum, let high = constraints.maximum,
      let order = Comparand.order(Comparand(low.value), Comparand(high.value)), order > 0,
      let element = members["minimum"]
    {
      source.report(element, "\"minimum\" is above \"maximum\": nothing would fit")
    }
    constraints.format = members["format"].flatMap { format($0) }
    return constraints
  }

  /// Words that can say nothing of the type.
  private func checkKinds(_ members: [String: Element], _ type: FieldType) {
    let (item, listDepth) = type.innermost
    let words: [(names: [String], isFitting: Bool, what: String)] = [
      (["pattern", "minLength", "maxLength", "format"], item == .string, "texts"),
      (
        ["minimum", "maximum"], [.integer, .double, .number, .timestamp].contains(item),
        "numbers and timestamps"
      ),
      (["minItems", "maxItems", "uniqueItems"], listDepth > 0, "lists"),
    ]
    for (names, isFitting, what) in words where !isFitting {
      for name in names {
        guard let element = members[name] else { continue }
        source.report(
          element, "\(quoted(name)) is about \(what), but the field is of type \(type.text)")
      }
    }
  }

  /// As documents spell them. A `number` may come as an integer or with a point: both are the same value.
  private func values(_ element: Element, of item: FieldType?) -> [[UInt8]] {
    guard element.node.kind == .array else {
      source.report(element, "\"enum\" is an array of values, but this is \(element.phrase)")
      return []
    }
    if element.elements.isEmpty { source.report(element, "\"enum\" is empty: nothing would fit") }
    guard let item else { return [] }
    var values: [[UInt8]] = []
    for value in element.elements {
      for type in item == .number ? spellings(of: value) : [item] {
        do throws(TypedLiteral.Fault) {
          let json = try TypedLiteral.encode(value, as: type, what: "a value of \"enum\"")
          if !values.contains(json) {
            values.append(json)
          } else if item != .number {
            source.report(value, "the value stands in \"enum\" twice")
          }
        } catch {
          source.report(error.element, error.message)
        }
      }
    }
    return values
  }

  private func spellings(of value: Element) -> [FieldType] {
    guard case .integer(let integer)? = ExactNumber(.node(value.node))?.normalized,
      Double(exactly: integer) != nil
    else { return [.number] }
    return [.integer, .double]
  }

  private func pattern(_ element: Element) -> TextPattern? {
    guard let text = source.text(element, as: "\"pattern\"") else { return nil }
    do throws(TextPattern.Fault) {
      return try TextPattern(text)
    } catch {
      source.report(
        element, part: error.offset..<error.offset + 1, "wrong pattern: \(error.message)")
      return nil
    }
  }

  private func range(
    _ lowest: String, _ highest: String, in members: [String: Element]
  ) -> ClosedRange<Int> {
    let low = members[lowest].flatMap { count($0, lowest) } ?? 0
    let high = members[highest].flatMap { count($0, highest) } ?? Int.max
    if low > high, let element = members[lowest] {
      source.report(
        element, "\(quoted(lowest)) is above \(quoted(highest)): nothing would fit")
      return 0...Int.max
    }
    return low...high
  }

  private func count(_ element: Element, _ name: String) -> Int? {
    if case .integer(let count)? = ExactNumber(.node(element.node))?.normalized, count >= 0 {
      return Int(count)
    }
    source.report(
      element,
      "\(quoted(name)) is a count, 0 or more, but this is "
        + (ExactNumber(.node(element.node)) == nil ? element.phrase : "another number"))
    return nil
  }

  /// A number for numbers, a time for timestamps.
  private func bound(_ element: Element, _ name: String, of item: FieldType?) -> Constraints.Bound?
  {
    if item == .timestamp {
      guard element.node.kind == .string else {
        source.report(
          element, "\(quoted(name)) of a timestamp is a time, but this is \(element.phrase)")
        return nil
      }
      if let time = try? RFC3339.parse(element.node.bytes) { return .timestamp(time) }
      source.report(
        element, "\(quoted(element.bytes)) is no time as RFC 3339 writes it, with a zone")
      return nil
    }
    switch ExactNumber(.node(element.node)) {
    case .integer(let value)?: return .integer(value)
    case .double(let value)?: return .double(value)
    case .unsigned(let value)?: return .double(Double(value))
    default:
      source.report(element, "\(quoted(name)) is a number, but this is \(element.phrase)")
      return nil
    }
  }

  private func format(_ element: Element) -> TextFormat? {
    let words = TextFormat.allCases.map(\.rawValue)
    return source.word(element, as: "\"format\"", of: words).flatMap { TextFormat(rawValue: $0) }
  }
}
