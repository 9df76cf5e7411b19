/// Reads source paths: `/rooms/{room}/messages/{id}`.
///
///     /a\{b/{id}     a literal key `a{b`, then a capture
///     /              the root itself
///     /Users/{= by}  of a join: a key that an expression gives
struct SourcePattern {
  /// Where each segment stands in the text.
  private(set) var ranges: [Range<Int>] = []
  private(set) var segments: [Pattern.Segment] = []
  /// The segments that are expressions (captures in `segments`), by index: the text and where it begins.
  private(set) var expressions: [Int: (text: [UInt8], start: Int)] = [:]
  private(set) var faults: [ExpressionFault] = []
  private let takesExpressions: Bool

  init(_ text: [UInt8], takesExpressions: Bool = false) {
    self.takesExpressions = takesExpressions
    guard text.first == UInt8(ascii: "/") else {
      faults.append(ExpressionFault(0..<text.count, "a source path begins with \"/\""))
      return
    }
    guard text.count > 1 else { return }
    var start = 1
    var index = 1
    while index <= text.count {
      if index < text.count, text[index] == UInt8(ascii: "\\") {
        index = min(index + 2, text.count)
        continue
      }
      if Self.isExpression(text, at: index) {
        guard let end = DocumentPath.closingBrace(of: index, in: text) else {
          faults.append(ExpressionFault(index..<text.count, "\"{\" is not closed"))
          return
        }
        index = end + 1
        continue
      }
      if index == text.count || text[index] == UInt8(ascii: "/") {
        add(text, start..<index)
        start = index + 1
      }
      index += 1
    }
  }

  /// The captures in the order of the path.
  var captures: [String] {
    segments.compactMap { if case .capture(let name) = $0 { name } else { nil } }
  }

  private mutating func add(_ text: [UInt8], _ range: Range<Int>) {
    ranges.append(range)
    segments.append(segment(text, range))
  }

  private mutating func segment(_ text: [UInt8], _ range: Range<Int>) -> Pattern.Segment {
    if range.isEmpty {
      faults.append(ExpressionFault(range, "a segment of the path is empty"))
      return .literal([])
    }
    if Self.isExpression(text, at: range.lowerBound),
      DocumentPath.closingBrace(of: range.lowerBound, in: text) == range.upperBound - 1
    {
      return expression(text, range)
    }
    if text[range.lowerBound] == UInt8(ascii: "{"), text[range.upperBound - 1] == UInt8(ascii: "}"),
      !Self.isExpression(text, at: range.lowerBound)
    {
      return capture(
        Array(text[range.lowerBound + 1..<max(range.upperBound - 1, range.lowerBound + 1)]), range)
    }
    var key: [UInt8] = []
    var index = range.lowerBound
    while index < range.upperBound {
      switch text[index] {
      case UInt8(ascii: "\\"):
        let end = min(index + 2, range.upperBound)
        guard end == index + 2, Self.isEscapable(text[index + 1]) else {
          faults.append(
            ExpressionFault(index..<end, "only \\{, \\} and \\\\ are escapes in a path"))
          return .literal(key)
        }
        key.append(text[index + 1])
        index += 1
      case UInt8(ascii: "{"), UInt8(ascii: "}"):
        faults.append(
          ExpressionFault(
            index..<index + 1,
            Self.isExpression(text, at: index)
              ? "an expression is a whole segment; put texts together inside it, with | join(\"\")"
              : "a capture is a whole segment; a brace in a key is written \\{ or \\}"))
        return .literal(key)
      default: key.append(text[index])
      }
      index += 1
    }
    return .literal(key)
  }

  private mutating func capture(_ name: [UInt8], _ range: Range<Int>) -> Pattern.Segment {
    let word = String(decoding: name, as: UTF8.self)
    if !Lexer.isName(name) {
      faults.append(
        ExpressionFault(range, "a capture is named by letters, digits, \"_\" and \"-\", as in {id}")
      )
    }
    return .capture(word)
  }

  /// A segment whose key is not known before the record is.
  private mutating func expression(_ text: [UInt8], _ range: Range<Int>) -> Pattern.Segment {
    let inside = range.lowerBound + 2..<range.upperBound - 1
    if takesExpressions {
      expressions[segments.count] = (Array(text[inside]), inside.lowerBound)
    } else {
      faults.append(ExpressionFault(range, "an expression cannot stand in this path"))
    }
    let word = String(decoding: text[inside], as: UTF8.self)
    return .capture("= " + word.drop { $0 == " " })
  }

  private static func isExpression(_ text: [UInt8], at index: Int) -> Bool {
    index + 1 < text.count && text[index] == UInt8(ascii: "{")
      && text[index + 1] == UInt8(ascii: "=")
  }

  static func isEscapable(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "\\")
  }
}
