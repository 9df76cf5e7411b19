import JSONTree

/// A number that a text spells: `-12`, `007`, `3.50`, `1e3`; nothing before or behind it.
struct NumberText {
  private let text: Bytes
  /// Whether it is written without point and exponent.
  let isWhole: Bool

  /// Nil when the text spells no number.
  init?(_ text: Bytes) {
    var index = !text.isEmpty && text[0] == UInt8(ascii: "-") ? 1 : 0
    guard Self.skipDigits(text, &index) else { return nil }
    let whole = index
    if index < text.count, text[index] == UInt8(ascii: ".") {
      index += 1
      guard Self.skipDigits(text, &index) else { return nil }
    }
    if index < text.count, text[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      if index < text.count, text[index] == UInt8(ascii: "+") || text[index] == UInt8(ascii: "-") {
        index += 1
      }
      guard Self.skipDigits(text, &index) else { return nil }
    }
    guard index == text.count else { return nil }
    self.text = text
    isWhole = whole == text.count
  }

  private static func skipDigits(_ text: Bytes, _ index: inout Int) -> Bool {
    let start = index
    while index < text.count, text[index] &- 0x30 <= 9 { index += 1 }
    return index > start
  }

  enum WholeFault: Error { case fraction, range }

  /// Exactly; a point followed by zeros is no fraction.
  func integer() throws(WholeFault) -> Int64 {
    let decimal = Decimal(text)
    guard decimal.exponent >= decimal.digits.count else { throw .fraction }
    guard let value = decimal.scaledDown(0) else { throw .range }
    return value
  }

  /// The nearest double; nil where there is none, or where a whole number is not held exactly.
  var double: Double? {
    if isWhole { return (try? integer()).flatMap { Double(exactly: $0) } }
    guard let value = Double(text.text), value.isFinite else { return nil }
    return value
  }
}
