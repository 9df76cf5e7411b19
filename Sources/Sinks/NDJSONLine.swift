/// The parts of a line that replant wrote: `{"path":"users/ann","id":"ann","data":{…}}`.
///
/// Reads exactly that form, with any escapes in the two texts. `data` is not parsed.
struct NDJSONLine {
  /// Unescaped, UTF-8.
  let path: [UInt8]
  /// Where the value of `data` lies in the line.
  let data: Range<Int>

  /// - Parameter line: without `\n`. Nil if it has another form.
  init?(_ line: ArraySlice<UInt8>) {
    var cursor = Cursor(line: line, at: line.startIndex)
    guard cursor.take("{\"path\":\""), let path = cursor.takeText(),
      cursor.take(",\"id\":\""), cursor.takeText() != nil, cursor.take(",\"data\":"),
      line.last == UInt8(ascii: "}"), cursor.at < line.endIndex - 1
    else { return nil }
    self.path = path
    data = cursor.at..<line.endIndex - 1
  }

  private struct Cursor {
    let line: ArraySlice<UInt8>
    var at: Int

    mutating func take(_ text: StaticString) -> Bool {
      let isThere = text.withUTF8Buffer { unsafe line[at...].starts(with: $0) }
      if isThere { at += text.utf8CodeUnitCount }
      return isThere
    }

    /// The rest of a text up to and with its closing quote, unescaped.
    mutating func takeText() -> [UInt8]? {
      var text: [UInt8] = []
      while at < line.endIndex {
        let byte = line[at]
        at += 1
        switch byte {
        case UInt8(ascii: "\""): return text
        case UInt8(ascii: "\\"):
          guard let scalar = takeEscape() else { return nil }
          text.append(contentsOf: String(scalar).utf8)
        default: text.append(byte)
        }
      }
      return nil
    }

    private mutating func takeEscape() -> Unicode.Scalar? {
      guard at < line.endIndex else { return nil }
      let byte = line[at]
      at += 1
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
      case UInt8(ascii: "b"): return "\u{8}"
      case UInt8(ascii: "f"): return "\u{C}"
      case UInt8(ascii: "n"): return "\n"
      case UInt8(ascii: "r"): return "\r"
      case UInt8(ascii: "t"): return "\t"
      case UInt8(ascii: "u"): return takeUnicode()
      default: return nil
      }
    }

    /// Four hexadecimal digits, or a surrogate pair of them.
    private mutating func takeUnicode() -> Unicode.Scalar? {
      guard let high = takeDigits() else { return nil }
      guard (0xD800..<0xDC00).contains(high) else { return Unicode.Scalar(high) }
      guard take("\\u"), let low = takeDigits(), (0xDC00..<0xE000).contains(low) else { return nil }
      return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    }

    private mutating func takeDigits() -> UInt32? {
      guard at + 4 <= line.endIndex else { return nil }
      defer { at += 4 }
      let digits = line[at..<at + 4]
      // `UInt32(_:radix:)` would take a sign.
      guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
      return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    }
  }
}
