/// Reads type texts: `string!`, `[[integer]]`, ` [ string ] !`.
struct TypeText {
  /// Lists in lists; nothing real has more.
  static let depthLimit = 16

  var type: FieldType
  var isRequired: Bool

  static let names: [(String, FieldType)] = [
    ("string", .string), ("integer", .integer), ("double", .double), ("number", .number),
    ("boolean", .boolean), ("timestamp", .timestamp), ("bytes", .bytes), ("geopoint", .geopoint),
    ("reference", .reference), ("map", .map), ("any", .any),
  ]

  /// What other languages call the types.
  private static let aliases: [String: String] = [
    "text": "string", "str": "string", "int": "integer", "long": "integer", "int64": "integer",
    "float": "double", "real": "double", "bool": "boolean", "date": "timestamp",
    "datetime": "timestamp",
    "time": "timestamp", "object": "map", "dictionary": "map", "array": "[any]", "list": "[any]",
    "blob": "bytes",
    "json": "any", "ref": "reference",
  ]

  init(_ text: [UInt8]) throws(ExpressionFault) {
    var range = Self.trimmed(text, 0..<text.count)
    let whole = range
    isRequired = false
    if let last = range.last, text[last] == UInt8(ascii: "!") {
      isRequired = true
      range = Self.trimmed(text, range.lowerBound..<last)
    }
    var depth = 0
    while let first = range.first, text[first] == UInt8(ascii: "[") {
      guard let last = range.last, last > first, text[last] == UInt8(ascii: "]") else {
        throw ExpressionFault(first..<first + 1, "\"[\" is not closed")
      }
      depth += 1
      guard depth <= Self.depthLimit else {
        throw ExpressionFault(whole, "lists are nested deeper than \(Self.depthLimit) levels")
      }
      range = Self.trimmed(text, first + 1..<last)
    }
    let word = String(decoding: text[range], as: UTF8.self)
    guard let named = Self.names.first(where: { $0.0 == word }) else {
      throw ExpressionFault(range.isEmpty ? whole : range, Self.message(word))
    }
    type = (0..<depth).reduce(named.1) { type, _ in .list(type) }
  }

  private static func message(_ word: String) -> String {
    if word.isEmpty { return "the type is empty" }
    if word.hasSuffix("!") { return "\"!\" stands once, at the end of a type" }
    let names = Self.names.map(\.0)
    if let alias = aliases[word.lowercased()] {
      return "unknown type \(quoted(word)). Did you mean \(quoted(alias))?"
    }
    return "unknown type \(quoted(word))" + Suggestion.sentence(word, in: names)
  }

  private static func trimmed(_ text: [UInt8], _ range: Range<Int>) -> Range<Int> {
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, isBlank(text[start]) { start += 1 }
    while start < end, isBlank(text[end - 1]) { end -= 1 }
    return start..<end
  }
}

extension FieldType {
  /// As it is written.
  package var text: String {
    if case .list(let item) = self { return "[\(item.text)]" }
    return TypeText.names.first { $0.1 == self }?.0 ?? ""
  }

  /// Which kinds of value it accepts at all.
  var kinds: Kinds {
    switch self {
    case .string, .bytes: .text
    case .integer, .double, .number: .number
    case .boolean: .boolean
    case .timestamp: [.timestamp, .text, .map]
    case .geopoint: [.geopoint, .list, .map]
    case .reference: [.reference, .text]
    case .map, .list: .container
    case .any: .any
    }
  }
}
