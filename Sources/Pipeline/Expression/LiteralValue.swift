/// A literal of the mapping as a value, with the memory of its text.
enum LiteralValue: Sendable {
  case absent
  case text(Constant)
  case integer(Int64)
  case double(Double)
  case boolean(Bool)

  init(_ literal: Syntax.Literal) {
    switch literal {
    case .text(let text): self = .text(Constant(text))
    case .integer(let value): self = .integer(value)
    case .double(let value): self = .double(value)
    case .boolean(let flag): self = .boolean(flag)
    case .null: self = .absent
    }
  }

  init(_ argument: StepArguments.Argument) {
    if case .literal(let literal) = argument { self.init(literal) } else { self = .absent }
  }

  /// Valid as long as this is.
  var value: Value {
    switch self {
    case .absent: .absent
    case .text(let constant): .text(constant.bytes)
    case .integer(let value): .integer(value)
    case .double(let value): .double(value)
    case .boolean(let flag): .boolean(flag)
    }
  }
}
