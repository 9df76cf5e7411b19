/// Cuts an expression into tokens, one at a time.
///
///     createdAt | millis ?? $key | pushTime
///     name      |  name  ?? var  |  name
///
/// The text is UTF-8 and positions are byte offsets. Texts and keys become bytes with their escapes resolved.
struct Lexer {
  let text: [UInt8]
  private var position = 0

  init(_ text: [UInt8]) { self.text = text }

  /// The next token; `.end` again and again at the end.
  mutating func next() throws(ExpressionFault) -> Token {
    while let byte = peek(), byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
      position += 1
    }
    let start = position
    guard let byte = peek() else { return Token(kind: .end, range: start..<start) }
    let kind: Token.Kind
    switch byte {
    case UInt8(ascii: "\""): kind = .literal(.text(try quotedText()))
    case UInt8(ascii: "`"): kind = .name(try backquotedKey(), isQuoted: true)
    case UInt8(ascii: "$"): kind = try variable()
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): kind = .literal(try number())
    default:
      if let symbol = symbol() {
        kind = .symbol(symbol)
      } else if let name = name() {
        kind = .name(name, isQuoted: false)
      } else {
        throw unexpected()
      }
    }
    return Token(kind: kind, range: start..<position)
  }

  private func peek(_ ahead: Int = 0) -> UInt8? {
    position + ahead < text.count ? text[position + ahead] : nil
  }

  private mutating func symbol() -> Token.Symbol? {
    for symbol in Token.Symbol.allCases where text[position...].starts(with: symbol.rawValue.utf8) {
      position += symbol.rawValue.utf8.count
      return symbol
    }
    return nil
  }

  private mutating func name() -> [UInt8]? {
    let start = position
    while let (scalar, length) = Self.scalar(in: text, at: position) {
      guard position == start ? Self.beginsName(scalar) : Self.continuesName(scalar) else { break }
      position += length
    }
    return position > start ? Array(text[start..<position]) : nil
  }

  private mutating func variable() throws(ExpressionFault) -> Token.Kind {
    let start = position
    position += 1
    if peek() == UInt8(ascii: ".") { return .root }
    guard let name = name() else {
      throw ExpressionFault(
        start..<position,
        "expected a name after \"$\", as in $key, or $.name for a field of the record")
    }
    return .variable(String(decoding: name, as: UTF8.self))
  }

  private mutating func backquotedKey() throws(ExpressionFault) -> [UInt8] {
    let start = position
    position += 1
    var key: [UInt8] = []
    while let byte = peek() {
      position += 1
      if byte == UInt8(ascii: "`") {
        guard !key.isEmpty else { throw ExpressionFault(start..<position, "a key cannot be empty") }
        return key
      }
      guard byte == UInt8(ascii: "\\") else {
        key.append(byte)
        continue
      }
      guard let escaped = peek(), escaped == UInt8(ascii: "`") || escaped == UInt8(ascii: "\\")
      else {
        throw ExpressionFault(
          position - 1..<min(position + 1, text.count),
          "only \\` and \\\\ are escapes in backquotes")
      }
      position += 1
      key.append(escaped)
    }
    throw ExpressionFault(start..<position, "the key in backquotes does not end")
  }

  private func unexpected() -> ExpressionFault {
    let length = Self.scalar(in: text, at: position)?.length ?? 1
    let range = position..<min(position + length, text.count)
    switch text[position] {
    case UInt8(ascii: "="): return ExpressionFault(range, "unexpected \"=\"; equality is \"==\"")
    case UInt8(ascii: "&"): return ExpressionFault(range, "unexpected \"&\"; and is \"&&\"")
    case UInt8(ascii: "?"): return ExpressionFault(range, "unexpected \"?\"; a fallback is \"??\"")
    case UInt8(ascii: "'"):
      return ExpressionFault(range, "texts are written in double quotes")
    default:
      return ExpressionFault(
        range, "unexpected \(quoted(text[range])); keys with other characters go in backquotes")
    }
  }
}

// MARK: Names

extension Lexer {
  /// The scalar at a byte offset and its length, or nil at the end and in what is not UTF-8.
  static func scalar(in text: [UInt8], at offset: Int) -> (scalar: Unicode.Scalar, length: Int)? {
    guard offset < text.count else { return nil }
    if text[offset] < 0x80 { return (Unicode.Scalar(text[offset]), 1) }
    var decoder = UTF8()
    var bytes = text[offset...].makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&bytes) else { return nil }
    return (scalar, UTF8.width(scalar))
  }

  static func beginsName(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "_", "a"..."z", "A"..."Z": return true
    default:
      guard !scalar.isASCII else { return false }
      return scalar.properties.generalCategory.isLetter
    }
  }

  static func continuesName(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "-", "0"..."9": return true
    default: break
    }
    if beginsName(scalar) { return true }
    guard !scalar.isASCII else { return false }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .decimalNumber: return true
    default: return false
    }
  }

  /// Whether these bytes are one name of the grammar, as they must be for a capture.
  static func isName(_ bytes: [UInt8]) -> Bool {
    var lexer = Lexer(bytes)
    return lexer.name() == bytes && !bytes.isEmpty
  }
}

extension Unicode.GeneralCategory {
  fileprivate var isLetter: Bool {
    switch self {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
    default: false
    }
  }
}

// MARK: Numbers and texts, as in JSON

extension Lexer {
  private mutating func digits() -> Int {
    let start = position
    while let byte = peek(), byte >= 0x30, byte <= 0x39 { position += 1 }
    return position - start
  }

  private mutating func number() throws(ExpressionFault) -> Syntax.Literal {
    let start = position
    if peek() == UInt8(ascii: "-") { position += 1 }
    let leading = position
    let count = digits()
    var isValid = count == 1 || count > 1 && text[leading] != UInt8(ascii: "0")
    var isInteger = true
    if peek() == UInt8(ascii: "."), let next = peek(1), next >= 0x30, next <= 0x39 {
      isInteger = false
      position += 1
      isValid = digits() > 0 && isValid
    }
    if let byte = peek(), byte | 0x20 == UInt8(ascii: "e") {
      isInteger = false
      position += 1
      if let sign = peek(), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { position += 1 }
      isValid = digits() > 0 && isValid
    }
    let written = String(decoding: text[start..<position], as: UTF8.self)
    guard isValid else {
      throw ExpressionFault(
        start..<position, "\(quoted(written)) is not a number as JSON writes it")
    }
    if isInteger {
      guard let value = Int64(written) else {
        throw ExpressionFault(start..<position, "the integer does not fit 64 bits")
      }
      return .integer(value)
    }
    guard let value = Double(written), value.isFinite else {
      throw ExpressionFault(start..<position, "the number does not fit a double")
    }
    return .double(value)
  }

  private mutating func quotedText() throws(ExpressionFault) -> [UInt8] {
    let start = position
    position += 1
    var result: [UInt8] = []
    while let byte = peek() {
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return result
      case UInt8(ascii: "\\"):
        try escape(into: &result)
      case 0..<0x20:
        throw ExpressionFault(
          position..<position + 1, "a control character in a text is written as an escape")
      default:
        result.append(byte)
        position += 1
      }
    }
    throw ExpressionFault(start..<position, "the text does not end")
  }

  private mutating func escape(into result: inout [UInt8]) throws(ExpressionFault) {
    let start = position
    position += 2
    switch peek(-1) {
    case UInt8(ascii: "\""): result.append(0x22)
    case UInt8(ascii: "\\"): result.append(0x5C)
    case UInt8(ascii: "/"): result.append(0x2F)
    case UInt8(ascii: "b"): result.append(0x08)
    case UInt8(ascii: "f"): result.append(0x0C)
    case UInt8(ascii: "n"): result.append(0x0A)
    case UInt8(ascii: "r"): result.append(0x0D)
    case UInt8(ascii: "t"): result.append(0x09)
    case UInt8(ascii: "u"):
      guard let scalar = unicodeEscape() else {
        throw ExpressionFault(
          start..<min(position, text.count), "\\u takes four hexadecimal digits of a character")
      }
      result.append(contentsOf: Array(String(Character(scalar)).utf8))
    default:
      throw ExpressionFault(start..<min(position, text.count), "unknown escape in a text")
    }
  }

  /// The scalar behind `\u`, of a surrogate pair both halves; nil when it is none.
  private mutating func unicodeEscape() -> Unicode.Scalar? {
    guard let first = hexadecimal() else { return nil }
    guard UTF16.isLeadSurrogate(first) else { return Unicode.Scalar(first) }
    guard peek() == UInt8(ascii: "\\"), peek(1) == UInt8(ascii: "u") else { return nil }
    position += 2
    guard let second = hexadecimal(), UTF16.isTrailSurrogate(second) else { return nil }
    return Unicode.Scalar(0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00))
  }

  private mutating func hexadecimal() -> UInt16? {
    guard position + 4 <= text.count else { return nil }
    let digits = text[position..<position + 4]
    guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
    position += 4
    return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
