/// Reads document paths: `votes/{user}_{poll}`, `users/{= email | lowercase}`.
///
/// Braces around an expression are found by counting, texts and backquoted keys inside passed over, so that
/// `{= x | lookup({a: "}"}) }` is one part.
struct DocumentPath {
  struct Segment {
    var parts: [Part]
    var range: Range<Int>
  }

  enum Part {
    case literal([UInt8])
    case capture(String, Range<Int>)
    /// The text of the expression and where it begins.
    case expression([UInt8], at: Int)
  }

  private(set) var segments: [Segment] = []
  private(set) var faults: [ExpressionFault] = []
  private let text: [UInt8]
  private var position = 0
  private var literal: [UInt8] = []
  private var parts: [Part] = []
  private var segmentStart = 0

  init(_ text: [UInt8]) {
    self.text = text
    guard !text.isEmpty else {
      fault(0..<0, "the document path is empty")
      return
    }
    while position < text.count, faults.isEmpty {
      switch text[position] {
      case UInt8(ascii: "/"):
        endSegment()
        position += 1
        segmentStart = position
      case UInt8(ascii: "{"): readBraces()
      case UInt8(ascii: "}"):
        fault(position..<position + 1, "\"}\" closes nothing; a brace in an id is written \\}")
      case UInt8(ascii: "\\"): readEscape()
      default:
        literal.append(text[position])
        position += 1
      }
    }
    guard faults.isEmpty else { return }
    endSegment()
    if segments.count % 2 == 1 {
      fault(
        0..<text.count,
        "a document path has an even number of segments, collection and id in turn, but \(quoted(text)) has \(segments.count)"
      )
    }
  }

  private mutating func fault(_ range: Range<Int>, _ message: String) {
    faults.append(ExpressionFault(range, message))
  }

  private mutating func endSegment() {
    endLiteral()
    if parts.isEmpty {
      let message =
        position == 0
        ? "a document path does not begin with \"/\"" : "a segment of \(quoted(text)) is empty"
      fault(segmentStart..<max(position, 1), message)
    }
    segments.append(Segment(parts: parts, range: segmentStart..<position))
    parts = []
  }

  private mutating func endLiteral() {
    if !literal.isEmpty { parts.append(.literal(literal)) }
    literal = []
  }

  private mutating func readEscape() {
    guard position + 1 < text.count, SourcePattern.isEscapable(text[position + 1]) else {
      return fault(
        position..<min(position + 2, text.count), "only \\{, \\} and \\\\ are escapes in a path")
    }
    literal.append(text[position + 1])
    position += 2
  }

  private mutating func readBraces() {
    endLiteral()
    let start = position
    guard let end = Self.closingBrace(of: position, in: text) else {
      return fault(start..<text.count, "\"{\" is not closed")
    }
    position = end + 1
    if start + 1 < end, text[start + 1] == UInt8(ascii: "=") {
      parts.append(.expression(Array(text[start + 2..<end]), at: start + 2))
      return
    }
    let name = Array(text[start + 1..<end])
    guard Lexer.isName(name) else {
      return fault(
        start..<position, "braces hold the name of a capture or, after \"=\", an expression")
    }
    parts.append(.capture(String(decoding: name, as: UTF8.self), start + 1..<end))
  }

  /// The brace that closes the one at `position`, or nil.
  static func closingBrace(of position: Int, in text: [UInt8]) -> Int? {
    var depth = 0
    var quote: UInt8?
    var index = position
    while index < text.count {
      let byte = text[index]
      if let open = quote {
        if byte == UInt8(ascii: "\\") { index += 1 } else if byte == open { quote = nil }
      } else {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "`"): quote = byte
        case UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: "}"):
          depth -= 1
          if depth == 0 { return index }
        default: break
        }
      }
      index += 1
    }
    return nil
  }
}
