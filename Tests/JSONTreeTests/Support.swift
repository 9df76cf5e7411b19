@testable import JSONTree

/// A generator whose seed a failing test prints.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// SplitMix64 (Steele, Lea and Flood, 2014).
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}

/// Parses with the exact parser and lends the result.
func parsing<Result>(
  _ text: [UInt8], as dialect: ExactParser.Dialect = .json,
  _ body: (Node, borrowing ExactParser) -> Result
) throws(ParseFault) -> Result {
  var parser = ExactParser(dialect: dialect)
  return try text.withBytes { (bytes) throws(ParseFault) -> Result in
    let node = try parser.parse(bytes)
    return body(node, parser)
  }
}

/// What a text says, or the fault in it.
func reading(_ text: String, as dialect: ExactParser.Dialect = .json) -> Result<String, ParseFault>
{
  do throws(ParseFault) {
    return .success(try parsing(Array(text.utf8), as: dialect) { node, _ in rendering(node) })
  } catch {
    return .failure(error)
  }
}

/// Parses with simdjson and lends the result, nil if it refuses.
func simdjson<Result>(_ text: [UInt8], _ body: (Node) -> Result) -> Result? {
  let parser = FastParser()
  return (text + [UInt8](repeating: 0, count: 64)).withBytes { bytes in
    parser.parse(bytes[0..<text.count]).map(body)
  }
}

/// All words of the tape of a value at index 1, the roots included.
func words(_ value: Node) -> [UInt64] {
  (0...value.after).map { value.at($0).word }
}

/// A value as text that shows kinds: `1` int, `1u` uint, `1.0` double, `N1` big, and null where
/// nothing is.
func rendering(_ node: Node) -> String {
  switch node.kind {
  case .object:
    var members: [String] = []
    var index = node.firstChild
    while index < node.end {
      let value = node.at(index + 1)
      members.append("\"\(node.at(index).bytes.text)\":\(rendering(value))")
      index = value.next
    }
    return "{\(members.joined(separator: ","))}"
  case .array:
    var elements: [String] = []
    var index = node.firstChild
    while index < node.end {
      elements.append(rendering(node.at(index)))
      index = node.at(index).next
    }
    return "[\(elements.joined(separator: ","))]"
  case .string: return "\"\(node.bytes.text)\""
  case .int: return "\(node.int)"
  case .uint: return "\(node.uint)u"
  case .double: return "\(node.double)"
  case .big: return "N\(node.bytes.text)"
  case .yes: return "true"
  case .no: return "false"
  case .null: return "null"
  case .endObject, .endArray, .skip, .root: return "misplaced \(node.kind)"
  }
}
