import JSONTree

/// A literal of the mapping (a `default`, a value of an `enum`), checked against a type and spelled as documents spell it.
///
///     type "timestamp", default "2021-01-01T09:00:00+09:00"   →   "2021-01-01T00:00:00Z"
///     type "double",    default 1                             →   1.0
struct TypedLiteral {
  /// What is wrong, and with which part of the literal.
  struct Fault: Error {
    var element: Element
    var message: String
  }

  /// Literals in literals; the mapping is somebody's file, too.
  private static let depthLimit = 32

  private let output = ByteBuffer()
  /// "a default": what messages call it.
  private let what: String

  /// `fields` are those of a map, or of the maps of a list, where the model declares them.
  static func encode(
    _ element: Element, as type: FieldType, fields: [Field]? = nil, what: String
  ) throws(Fault) -> [UInt8] {
    let literal = TypedLiteral(what: what)
    try literal.write(element, type, fields, depth: 0)
    return literal.output.bytes.array
  }

  private init(what: String) { self.what = what }

  private func write(
    _ element: Element, _ type: FieldType, _ fields: [Field]?, depth: Int
  ) throws(Fault) {
    let node = element.node
    try check(element, depth)
    switch type {
    case .any: try writeAny(element, depth: depth)
    case .map:
      guard node.kind == .object else { throw mismatch(element, type) }
      if let fields {
        try writeMap(element, fields, depth: depth)
      } else {
        try writeAny(element, depth: depth)
      }
    case .list(let item):
      guard node.kind == .array else { throw mismatch(element, type) }
      output.append(UInt8(ascii: "["))
      for (index, element) in element.elements.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        try write(element, item, fields, depth: depth + 1)
      }
      output.append(UInt8(ascii: "]"))
    case .integer, .double, .number: try writeNumber(element, type)
    case .boolean:
      guard node.kind == .yes || node.kind == .no else { throw mismatch(element, type) }
      append(node.kind == .yes ? "true" : "false")
    case .geopoint: try writeGeopoint(element)
    case .string, .timestamp, .bytes, .reference: try writeText(element, type)
    }
  }

  private func mismatch(_ element: Element, _ type: FieldType) -> Fault {
    Fault(element: element, message: "\(what) of type \(type.text) cannot be \(element.phrase)")
  }

  private func check(_ element: Element, _ depth: Int) throws(Fault) {
    if element.node.kind == .null {
      throw Fault(element: element, message: "null is no value: leave it out")
    }
    guard depth < Self.depthLimit else {
      throw Fault(
        element: element, message: "\(what) is nested deeper than \(Self.depthLimit) levels")
    }
  }

  /// A map whose fields are declared: none beside them, all that are required.
  private func writeMap(_ element: Element, _ fields: [Field], depth: Int) throws(Fault) {
    let members = element.members
    for (index, member) in members.enumerated() {
      if members.prefix(index).contains(where: { $0.key.bytes == member.key.bytes }) {
        throw Fault(element: member.key, message: "the key \(quoted(member.name)) is repeated")
      }
      guard fields.contains(where: { Array($0.name.utf8) == member.key.bytes }) else {
        throw Fault(
          element: member.key,
          message: "the map has no field \(quoted(member.name))"
            + Suggestion.sentence(member.name, in: fields.map(\.name)))
      }
    }
    output.append(UInt8(ascii: "{"))
    var isFirst = true
    for field in fields {
      guard let member = members.first(where: { $0.key.bytes == Array(field.name.utf8) }) else {
        if field.isRequired {
          throw Fault(
            element: element, message: "\(what) has no \(quoted(field.name)), which is required")
        }
        continue
      }
      if !isFirst { output.append(UInt8(ascii: ",")) }
      isFirst = false
      output.append(jsonText: member.key.node.bytes)
      append(":")
      try write(member.value, field.type, field.fields, depth: depth + 1)
    }
    output.append(UInt8(ascii: "}"))
  }

  private func append(_ text: String) { output.append(Array(text.utf8)) }

  // MARK: Scalars

  private func writeText(_ element: Element, _ type: FieldType) throws(Fault) {
    guard element.node.kind == .string else { throw mismatch(element, type) }
    let bytes = element.bytes
    switch type {
    case .timestamp:
      do {
        output.append(timestamp: try RFC3339.parse(element.node.bytes))
      } catch {
        let reason =
          error == .outOfRange
          ? "lies outside the years 1 to 9999" : "is no time as RFC 3339 writes it, with a zone"
        throw Fault(element: element, message: "\(quoted(bytes)) \(reason)")
      }
    case .bytes where !Self.isBase64(bytes):
      throw Fault(element: element, message: "\(quoted(bytes)) is not padded base64")
    case .reference where !Self.isReference(bytes):
      throw Fault(
        element: element,
        message: "\(quoted(bytes)) is no document path: collection and id in turn, \"/\" between")
    default: output.append(jsonText: element.node.bytes)
    }
  }

  private static func isBase64(_ text: [UInt8]) -> Bool {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    let padding = text.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    let body = text.dropLast(padding)
    guard text.count % 4 == 0, padding <= 2, body.allSatisfy({ digits.contains($0) }) else {
      return false
    }
    guard padding > 0, let last = body.last.flatMap({ digits.firstIndex(of: $0) }) else {
      return padding == 0
    }
    // The bits that padding leaves over are zero.
    return last & (padding == 1 ? 0b11 : 0b1111) == 0
  }

  private static func isReference(_ text: [UInt8]) -> Bool {
    let segments = text.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return segments.count % 2 == 0 && segments.allSatisfy { !$0.isEmpty }
  }

  private func writeNumber(_ element: Element, _ type: FieldType) throws(Fault) {
    guard let number = ExactNumber(.node(element.node)) else { throw mismatch(element, type) }
    switch (type, number, number.normalized) {
    case (.integer, _, .integer(let value)), (.number, .integer, .integer(let value)):
      append(String(value))
    case (.number, .double(let value), _), (.double, .double(let value), _):
      output.append(double: value)
    case (.double, .integer(let value), _):
      guard let double = Double(exactly: value) else {
        throw Fault(element: element, message: "no double holds this integer exactly")
      }
      output.append(double: double)
    case (.double, .unsigned(let value), _):
      guard let double = Double(exactly: value) else {
        throw Fault(element: element, message: "no double holds this integer exactly")
      }
      output.append(double: double)
    case (.integer, .double, .double):
      throw Fault(element: element, message: "\(what) of type integer has a fraction")
    default:
      throw Fault(element: element, message: "the number is beyond the range of type \(type.text)")
    }
  }

  private func writeGeopoint(_ element: Element) throws(Fault) {
    let spellings = [["latitude", "longitude"], ["_latitude", "_longitude"], ["lat", "lng"]]
    var parts = element.elements.map { $0.node }
    if element.node.kind == .object {
      let members = element.members
      parts =
        spellings.lazy.map { names in
          names.compactMap { name in members.first { $0.name == name }?.value.node }
        }
        .first { $0.count == 2 && members.count == 2 } ?? []
    }
    let numbers = parts.compactMap { Value.node($0).asDegrees }
    guard numbers.count == 2, parts.count == 2 else { throw mismatch(element, .geopoint) }
    guard numbers[0].magnitude <= 90, numbers[1].magnitude <= 180 else {
      throw Fault(element: element, message: "a latitude is within ±90, a longitude within ±180")
    }
    append("{\"latitude\":\(numbers[0]),\"longitude\":\(numbers[1])}")
  }

  // MARK: Any

  private func writeAny(_ element: Element, depth: Int) throws(Fault) {
    try check(element, depth)
    switch element.node.kind {
    case .object:
      output.append(UInt8(ascii: "{"))
      var seen: Set<[UInt8]> = []
      for (index, member) in element.members.enumerated() {
        guard seen.insert(member.key.bytes).inserted else {
          throw Fault(element: member.key, message: "the key \(quoted(member.name)) is repeated")
        }
        if index > 0 { output.append(UInt8(ascii: ",")) }
        output.append(jsonText: member.key.node.bytes)
        append(":")
        try writeAny(member.value, depth: depth + 1)
      }
      output.append(UInt8(ascii: "}"))
    case .array:
      output.append(UInt8(ascii: "["))
      for (index, item) in element.elements.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        try writeAny(item, depth: depth + 1)
      }
      output.append(UInt8(ascii: "]"))
    case .string: output.append(jsonText: element.node.bytes)
    case .yes: append("true")
    case .no: append("false")
    default: try writeNumber(element, .number)
    }
  }
}
