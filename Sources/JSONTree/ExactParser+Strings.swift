// Strings, their escapes, and the way back from a decoded text to its source.

extension ExactParser {
  /// Reads a string whose opening quote is the next byte.
  mutating func string() throws(ParseFault) {
    let quote = source[at]
    let text = beginText(.string, offset: at)
    at += 1
    while true {
      let run = at
      try skipPlain(until: quote)
      strings.append(source[run..<at])
      guard let byte = peek else { throw fault(.endsInString, at: at) }
      if byte == quote { break }
      if byte >= 0x80 {
        append("\u{FFFD}")
        at += source.lengthOfInvalid(at: at)
        continue
      }
      guard byte == UInt8(ascii: "\\") else {
        throw fault(dialect == .json5 ? .lineBreakInString : .controlCharacter, at: at)
      }
      let escape = try escape(at: at)
      if let scalar = escape.scalar { append(scalar) }
      at += escape.length
    }
    at += 1
    endText(text)
  }

  /// Moves to the next byte that does not stand for itself: the quote, a backslash, a control
  /// character, and, if it is to be replaced, one that begins no character.
  private mutating func skipPlain(until quote: UInt8) throws(ParseFault) {
    while at < source.count {
      let byte = source[at]
      if byte >= 0x80 {
        guard let (_, length) = source.scalar(at: at) else {
          if replacesInvalid { return }
          throw fault(.notUTF8(byte), at: at)
        }
        at += length
      } else if byte == quote || byte == UInt8(ascii: "\\") || isForbidden(byte) {
        return
      } else {
        at += 1
      }
    }
  }

  /// JSON5 forbids only the ends of lines.
  private func isForbidden(_ byte: UInt8) -> Bool {
    byte < 0x20 && (dialect == .json || byte == 0x0A || byte == 0x0D)
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    for unit in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { strings.append(unit) }
  }
}

// MARK: Escapes

/// What an escape stands for, and its length in the source; nothing, if it continues a line.
struct Escape {
  let scalar: Unicode.Scalar?
  let length: Int
}

extension ExactParser {
  /// Reads the escape whose backslash stands at `index`.
  func escape(at index: Int) throws(ParseFault) -> Escape {
    guard index + 1 < source.count else { throw fault(.endsInString, at: source.count) }
    switch source[index + 1] {
    case UInt8(ascii: "\""): return Escape(scalar: "\"", length: 2)
    case UInt8(ascii: "\\"): return Escape(scalar: "\\", length: 2)
    case UInt8(ascii: "/"): return Escape(scalar: "/", length: 2)
    case UInt8(ascii: "b"): return Escape(scalar: "\u{8}", length: 2)
    case UInt8(ascii: "f"): return Escape(scalar: "\u{C}", length: 2)
    case UInt8(ascii: "n"): return Escape(scalar: "\n", length: 2)
    case UInt8(ascii: "r"): return Escape(scalar: "\r", length: 2)
    case UInt8(ascii: "t"): return Escape(scalar: "\t", length: 2)
    case UInt8(ascii: "u"): return try unicodeEscape(at: index)
    default:
      if dialect == .json5 { return try wideEscape(at: index) }
      throw noEscape(at: index + 1)
    }
  }

  private func noEscape(at index: Int) -> ParseFault {
    fault(.expected(.escape, found: .byte(source[index])), at: index)
  }

  private func unicodeEscape(at index: Int) throws(ParseFault) -> Escape {
    let high = try hex(at: index + 2, digits: 4)
    if let scalar = Unicode.Scalar(high) { return Escape(scalar: scalar, length: 6) }
    if replacesInvalid, lowSurrogate(behind: high, at: index) == nil {
      return Escape(scalar: "\u{FFFD}", length: 6)
    }
    let half = fault(.halfSurrogate(UInt16(truncatingIfNeeded: high)), at: index)
    guard high < 0xDC00 else { throw half }
    guard index + 7 < source.count, source[index + 6] == UInt8(ascii: "\\"),
      source[index + 7] == UInt8(ascii: "u")
    else { throw half }
    let low = try hex(at: index + 8, digits: 4)
    guard (0xDC00...0xDFFF).contains(low),
      let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    else { throw half }
    return Escape(scalar: scalar, length: 12)
  }

  /// The second half of a pair whose first is the escape at `index`, or nil.
  private func lowSurrogate(behind high: UInt32, at index: Int) -> UInt32? {
    guard high < 0xDC00, index + 11 < source.count, source[index + 6] == UInt8(ascii: "\\"),
      source[index + 7] == UInt8(ascii: "u"), let low = try? hex(at: index + 8, digits: 4)
    else { return nil }
    return (0xDC00...0xDFFF).contains(low) ? low : nil
  }

  /// The escapes that only JSON5 has.
  private func wideEscape(at index: Int) throws(ParseFault) -> Escape {
    let byte = source[index + 1]
    let following = index + 2 < source.count ? source[index + 2] : 0
    switch byte {
    case UInt8(ascii: "v"): return Escape(scalar: "\u{B}", length: 2)
    case UInt8(ascii: "x"):
      return Escape(scalar: Unicode.Scalar(try hex(at: index + 2, digits: 2)), length: 4)
    case UInt8(ascii: "0") where !isDigit(following): return Escape(scalar: "\0", length: 2)
    case UInt8(ascii: "0"): throw noEscape(at: index + 2)
    case UInt8(ascii: "1")...UInt8(ascii: "9"): throw noEscape(at: index + 1)
    case 0x0D where following == 0x0A: return Escape(scalar: nil, length: 3)
    case 0x0A, 0x0D: return Escape(scalar: nil, length: 2)
    default:
      // Any other character stands for itself.
      guard let (scalar, length) = source.scalar(at: index + 1) else {
        throw fault(.notUTF8(byte), at: index + 1)
      }
      let isLineEnd = scalar == "\u{2028}" || scalar == "\u{2029}"
      return Escape(scalar: isLineEnd ? nil : scalar, length: 1 + length)
    }
  }

  private func hex(at index: Int, digits: Int) throws(ParseFault) -> UInt32 {
    var value: UInt32 = 0
    for position in index..<index + digits {
      guard position < source.count else { throw fault(.endsInString, at: source.count) }
      guard let digit = hexDigit(source[position]) else {
        throw fault(.expected(.hexDigit, found: .byte(source[position])), at: position)
      }
      value = value << 4 | UInt32(digit)
    }
    return value
  }
}

func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

/// The value of a hexadecimal digit.
func hexDigit(_ byte: UInt8) -> UInt8? {
  switch byte {
  case 0x30...0x39: byte - 0x30
  case 0x41...0x46: byte - 0x41 + 10
  case 0x61...0x66: byte - 0x61 + 10
  default: nil
  }
}

// MARK: Back to the source

extension ExactParser {
  /// The byte of the last parse's text from which byte `decodedIndex` of a string was made.
  ///
  ///     "a\u00e9|b"       decoded: a é é | b
  ///     0123    8 9                0 1 2 3 4
  ///
  /// Decoded byte 0 is at 1, bytes 1 and 2 at the escape at 2, byte 3 at 8; an index behind the
  /// last is at the closing quote. Of any other node the result is its `offset`. The bytes given to
  /// `parse` must still be alive.
  public func sourceOffset(of node: Node, decodedIndex: Int) -> Int {
    let start = offset(of: node)
    guard node.kind == .string, start < source.count, decodedIndex >= 0 else { return start }
    let quote = source[start]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      return start + min(decodedIndex, node.bytes.count)
    }
    var index = start + 1
    var decoded = 0
    while index < source.count, source[index] != quote {
      var length = 1
      var width = 1
      if source[index] == UInt8(ascii: "\\"), let escape = try? escape(at: index) {
        length = escape.length
        width = escape.scalar.map { UTF8.width($0) } ?? 0
      }
      if decoded + width > decodedIndex { break }
      index += length
      decoded += width
    }
    return index
  }
}
