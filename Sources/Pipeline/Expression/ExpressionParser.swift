/// Makes the tree of an expression; the grammar is the contract's (2.3), one function a line of it.
///
/// Stops at the first fault: what follows one is guesswork. It never traps, whatever the text.
struct ExpressionParser {
  /// How deeply parentheses, lists, arguments and `!` may nest.
  static let depthLimit = 64

  private var lexer: Lexer
  private var token: Token
  /// Where the token before the present one ended.
  private var lastEnd = 0
  private var depth = 0

  private init(_ text: [UInt8]) throws(ExpressionFault) {
    lexer = Lexer(text)
    token = try lexer.next()
  }

  static func parse(_ text: [UInt8]) throws(ExpressionFault) -> Syntax {
    var parser = try ExpressionParser(text)
    if parser.token.kind == .end { throw ExpressionFault(0..<0, "the expression is empty") }
    let syntax = try parser.expression()
    guard parser.token.kind == .end else {
      let hint =
        parser.token.kind == .symbol(.leftParenthesis)
        ? "; a step is written behind a pipe: value | step" : ""
      throw parser.fault("unexpected \(parser.word) after the end of the expression" + hint)
    }
    return syntax
  }

  // MARK: Operators

  private mutating func expression() throws(ExpressionFault) -> Syntax {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else {
      throw fault("the expression is nested deeper than \(Self.depthLimit) levels")
    }
    let start = token.range.lowerBound
    var parts = [try conjunction()]
    while try take(.or) { parts.append(try conjunction()) }
    return parts.count == 1 ? parts[0] : Syntax(range: start..<lastEnd, form: .or(parts))
  }

  private mutating func conjunction() throws(ExpressionFault) -> Syntax {
    let start = token.range.lowerBound
    var parts = [try negation()]
    while try take(.and) { parts.append(try negation()) }
    return parts.count == 1 ? parts[0] : Syntax(range: start..<lastEnd, form: .and(parts))
  }

  private mutating func negation() throws(ExpressionFault) -> Syntax {
    let start = token.range.lowerBound
    guard try take(.not) else { return try comparison() }
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else {
      throw fault("the expression is nested deeper than \(Self.depthLimit) levels")
    }
    let operand = try negation()
    return Syntax(range: start..<lastEnd, form: .not(operand))
  }

  private mutating func comparison() throws(ExpressionFault) -> Syntax {
    let start = token.range.lowerBound
    let left = try fallback()
    guard case .symbol(let symbol) = token.kind, let comparison = symbol.comparison else {
      return left
    }
    try advance()
    let right = try fallback()
    if case .symbol(let next) = token.kind, next.comparison != nil {
      throw fault("comparisons do not chain; join two with \"&&\"")
    }
    return Syntax(range: start..<lastEnd, form: .compare(comparison, left, right))
  }

  private mutating func fallback() throws(ExpressionFault) -> Syntax {
    let start = token.range.lowerBound
    var parts = [try pipe()]
    while try take(.first) { parts.append(try pipe()) }
    return parts.count == 1 ? parts[0] : Syntax(range: start..<lastEnd, form: .first(parts))
  }

  private mutating func pipe() throws(ExpressionFault) -> Syntax {
    let start = token.range.lowerBound
    let input = try term()
    var calls: [Syntax.Call] = []
    while try take(.pipe) { calls.append(try call()) }
    return calls.isEmpty ? input : Syntax(range: start..<lastEnd, form: .pipe(input, calls))
  }

  // MARK: Steps

  private mutating func call() throws(ExpressionFault) -> Syntax.Call {
    let nameRange = token.range
    guard case .name(let name, isQuoted: false) = token.kind else {
      throw fault("expected the name of a step after \"|\", found \(word)")
    }
    try advance()
    var arguments: [Syntax.Argument] = []
    if try take(.leftParenthesis) {
      repeat { arguments.append(try argument()) } while try take(.comma)
      try expect(.rightParenthesis, "after the arguments")
    }
    return Syntax.Call(
      name: String(decoding: name, as: UTF8.self), nameRange: nameRange,
      range: nameRange.lowerBound..<lastEnd, arguments: arguments)
  }

  private mutating func argument() throws(ExpressionFault) -> Syntax.Argument {
    let start = token.range.lowerBound
    if try take(.leftBrace) {
      let rows = try tableRows()
      return Syntax.Argument(range: start..<lastEnd, form: .table(rows))
    }
    let value = try expression()
    return Syntax.Argument(range: start..<lastEnd, form: .expression(value))
  }

  private mutating func tableRows() throws(ExpressionFault) -> [Syntax.TableRow] {
    var rows: [Syntax.TableRow] = []
    while token.kind != .symbol(.rightBrace) {
      let keyRange = token.range
      let key: [UInt8]
      switch token.kind {
      case .name(let name, isQuoted: _): key = name
      case .literal(.text(let text)): key = text
      default: throw fault("expected a name, found \(word)")
      }
      try advance()
      try expect(.colon, "after the name")
      guard let value = keywordOrLiteral() else { throw fault("expected a literal, found \(word)") }
      try advance()
      rows.append(Syntax.TableRow(key: key, keyRange: keyRange, value: value))
      guard try take(.comma) else { break }
    }
    try expect(.rightBrace, "at the end of the table")
    return rows
  }

  // MARK: Terms

  private mutating func term() throws(ExpressionFault) -> Syntax {
    let start = token.range.lowerBound
    if let literal = keywordOrLiteral() {
      try advance()
      return Syntax(range: start..<lastEnd, form: .literal(literal))
    }
    switch token.kind {
    case .name(let name, isQuoted: _):
      try advance()
      return try path(from: .field(name), at: start)
    case .variable(let name):
      try advance()
      return try path(from: .variable(name), at: start)
    case .root:
      try advance()
      try expect(.dot, "after \"$\"")
      guard case .name(let name, isQuoted: _) = token.kind else {
        throw fault("expected the name of a field after \"$.\", found \(word)")
      }
      try advance()
      return try path(from: .rootField(name), at: start)
    case .symbol(.leftBracket):
      return try list()
    case .symbol(.leftParenthesis):
      try advance()
      let inner = try expression()
      try expect(.rightParenthesis, "to close \"(\"")
      return Syntax(range: start..<lastEnd, form: inner.form)
    default:
      throw fault("expected a field, a literal, \"[\" or \"(\", found \(word)")
    }
  }

  private mutating func list() throws(ExpressionFault) -> Syntax {
    let start = token.range.lowerBound
    try advance()
    var items: [Syntax] = []
    if try !take(.rightBracket) {
      repeat { items.append(try expression()) } while try take(.comma)
      try expect(.rightBracket, "at the end of the list")
    }
    return Syntax(range: start..<lastEnd, form: .list(items))
  }

  private mutating func path(
    from begin: Syntax.Start, at start: Int
  ) throws(ExpressionFault) -> Syntax {
    var segments: [Syntax.Segment] = []
    while true {
      let segmentStart = token.range.lowerBound
      let form: Syntax.Segment.Form
      if try take(.dot) {
        if try take(.star) {
          form = .all
        } else if case .name(let name, isQuoted: _) = token.kind {
          try advance()
          form = .name(name)
        } else {
          throw fault(
            "expected a name or \"*\" after \".\", found \(word); an index is written [0]")
        }
      } else if try take(.leftBracket) {
        form = .index(try expression())
        try expect(.rightBracket, "after the index")
      } else {
        return Syntax(range: start..<lastEnd, form: .path(begin, segments))
      }
      segments.append(Syntax.Segment(range: segmentStart..<lastEnd, form: form))
    }
  }

  private func keywordOrLiteral() -> Syntax.Literal? {
    switch token.kind {
    case .literal(let literal): literal
    case .name(let name, isQuoted: false):
      switch name {
      case Array("true".utf8): .boolean(true)
      case Array("false".utf8): .boolean(false)
      case Array("null".utf8): .null
      default: nil
      }
    default: nil
    }
  }

  // MARK: Tokens

  private mutating func advance() throws(ExpressionFault) {
    lastEnd = token.range.upperBound
    token = try lexer.next()
  }

  private mutating func take(_ symbol: Token.Symbol) throws(ExpressionFault) -> Bool {
    guard token.kind == .symbol(symbol) else { return false }
    try advance()
    return true
  }

  private mutating func expect(_ symbol: Token.Symbol, _ place: String) throws(ExpressionFault) {
    guard try take(symbol) else {
      throw fault("expected \"\(symbol.rawValue)\" \(place), found \(word)")
    }
  }

  private func fault(_ message: String) -> ExpressionFault { ExpressionFault(token.range, message) }

  /// The present token as a message quotes it.
  private var word: String {
    token.kind == .end ? "the end" : quoted(lexer.text[token.range])
  }
}
