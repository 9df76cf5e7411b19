import JSONTree

extension Value {
  /// A text as it is, a number as documents spell it; nil for other kinds.
  func spelled(_ arena: Arena) -> Bytes? {
    if let text = asText { return text }
    switch ExactNumber(self) {
    case .integer(let value)?: return arena.decimal(value)
    case .unsigned(let value)?: return DecimalText.with(value) { arena.copy($0) }
    case .double(let value)?: return arena.copy(Array(value.description.utf8))
    case .big(let text)?: return text
    case nil: return nil
    }
  }
}
