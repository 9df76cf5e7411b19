import JSONTree

/// The literal of a `default`, checked against the field's type and spelled as documents spell it.
///
///     type "timestamp", default "2021-01-01T09:00:00+09:00"   →   "2021-01-01T00:00:00Z"
///     type "double",    default 1                             →   1.0
struct DefaultLiteral {
  /// What is wrong, and with which part of the literal.
  struct Fault: Error {
    var element: Element
    var message: String
  }

  /// Literals in literals; the mapping is somebody's file, too.
  private static let depthLimit = 32

  private let output = ByteBuffer()

  static func encode(_ element: Element, as type: FieldType) throws(Fault) -> [UInt8] {
    let literal = DefaultLiteral()
    try literal.write(element, type, depth: 0)
    return literal.output.bytes.array
  }

  private func write(_ element: Element, _ type: FieldType, depth: Int) throws(Fault) {
    let node = element.node
    if node.kind == .null {
      throw Fault(element: element, message: "null is no default: leave the key out")
    }
    guard depth < Self.depthLimit else {
      throw Fault(
        element: element, message: "a default is nested deeper than \(Self.depthLimit) levels")
    }
    switch type {
    case .any: try writeAny(element, depth: depth)
    case .map:
      guard node.kind == .object else { throw mismatch(element, type) }
      try writeAny(element, depth: depth)
    case .list(let item):
      guard node.kind == .array else { throw mismatch(element, type) }
      output.append(UInt8(ascii: "["))
      for (index, element) in element.elements.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        try write(element, item, depth: depth + 1)
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
    Fault(element: element, message: "a default of type \(type.text) cannot be \(element.phrase)")
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
      throw Fault(element: element, message: "the default of type integer has a fraction")
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
    let numbers = parts.compactMap { node -> Double? in
      switch ExactNumber(.node(node)) {
      case .integer(let value)?: Double(value)
      case .double(let value)?: value
      default: nil
      }
    }
    guard numbers.count == 2, parts.count == 2 else { throw mismatch(element, .geopoint) }
    guard numbers[0].magnitude <= 90, numbers[1].magnitude <= 180 else {
      throw Fault(element: element, message: "a latitude is within ±90, a longitude within ±180")
    }
    append("{\"latitude\":\(numbers[0]),\"longitude\":\(numbers[1])}")
  }

  // MARK: Any

  private func writeAny(_ element: Element, depth: Int) throws(Fault) {
    guard depth < Self.depthLimit else {
      throw Fault(
        element: element, message: "a default is nested deeper than \(Self.depthLimit) levels")
    }
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
    case .null: throw Fault(element: element, message: "null is no default: leave the key out")
    default: try writeNumber(element, .number)
    }
  }
}
