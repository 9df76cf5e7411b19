/// One word of an expression.
struct Token {
  var kind: Kind
  var range: Range<Int>

  enum Kind: Equatable {
    /// A name as written, or a key in backquotes (`isQuoted`), which is never a keyword.
    case name([UInt8], isQuoted: Bool)
    /// `$key`, without the `$`.
    case variable(String)
    /// The `$` of `$.name`.
    case root
    case literal(Syntax.Literal)
    case symbol(Symbol)
    case end
  }

  /// Longer ones first where one begins another.
  enum Symbol: String, CaseIterable {
    case or = "||"
    case pipe = "|"
    case and = "&&"
    case equal = "=="
    case notEqual = "!="
    case not = "!"
    case lessOrEqual = "<="
    case less = "<"
    case greaterOrEqual = ">="
    case greater = ">"
    case first = "??"
    case dot = "."
    case star = "*"
    case leftBracket = "["
    case rightBracket = "]"
    case leftParenthesis = "("
    case rightParenthesis = ")"
    case leftBrace = "{"
    case rightBrace = "}"
    case comma = ","
    case colon = ":"
  }
}

extension Token.Symbol {
  /// The comparison that it stands for, or nil.
  var comparison: Syntax.Comparison? { Syntax.Comparison(rawValue: rawValue) }
}
