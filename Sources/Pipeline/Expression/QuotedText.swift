/// Where a byte of a text's content stands in its literal.
///
///     "(\\w+"     the content (\w+ : byte 1, the backslash, stands behind the quote and the bracket
///      ^^^        byte 2, the w, two bytes further on, since the backslash is written as two
enum QuotedText {
  /// `start` is the place of the opening quote. What lies behind the content is the closing quote.
  static func place(of offset: Int, in source: [UInt8], startingAt start: Int) -> Int {
    var place = start + 1
    var content = 0
    while place < source.count, content < offset {
      guard source[place] == UInt8(ascii: "\\"), place + 1 < source.count else {
        place += 1
        content += 1
        continue
      }
      guard source[place + 1] == UInt8(ascii: "u") else {
        place += 2
        content += 1
        continue
      }
      let unit = codeUnit(source, at: place + 2)
      // Two surrogates are one scalar of four bytes.
      let isPair = (0xD800...0xDFFF).contains(unit)
      place += isPair ? 12 : 6
      content += isPair ? 4 : unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3
    }
    return place
  }

  private static func codeUnit(_ source: [UInt8], at start: Int) -> Int {
    guard start + 4 <= source.count else { return 0 }
    return Int(String(decoding: source[start..<start + 4], as: UTF8.self), radix: 16) ?? 0
  }
}
