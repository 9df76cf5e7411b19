// What stands between tokens, and keys without quotes.

extension ExactParser {
  mutating func skipBlanks() throws(ParseFault) {
    while let byte = peek {
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D: at += 1
      default:
        guard dialect == .json5, try skipWideBlank(byte) else { return }
      }
    }
  }

  /// Skips one blank or comment that only JSON5 has.
  private mutating func skipWideBlank(_ byte: UInt8) throws(ParseFault) -> Bool {
    switch byte {
    case 0x0B, 0x0C:
      at += 1
    case UInt8(ascii: "/") where stands("//"):
      skipLine()
    case UInt8(ascii: "/") where stands("/*"):
      let start = at
      at += 2
      while !stands("*/") {
        guard at < source.count else { throw fault(.endsInComment, at: start) }
        at += 1
      }
      at += 2
    case 0x80...:
      guard let (scalar, length) = source.scalar(at: at), isBlank(scalar) else { return false }
      at += length
    default:
      return false
    }
    return true
  }

  /// Skips to the end of a line.
  private mutating func skipLine() {
    while let byte = peek, byte != 0x0A, byte != 0x0D {
      if stands("\u{2028}") || stands("\u{2029}") { return }
      at += 1
    }
  }

  private func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\u{FEFF}", "\u{2028}", "\u{2029}": true
    default: scalar.properties.generalCategory == .spaceSeparator
    }
  }

  /// Reads a key without quotes; false if none begins here.
  mutating func identifier() -> Bool {
    let start = at
    while at < source.count, let (scalar, length) = source.scalar(at: at),
      isIdentifier(scalar, isFirst: at == start)
    {
      at += length
    }
    guard at > start else { return false }
    let text = beginText(.string, offset: start)
    strings.append(source[start..<at])
    endText(text)
    return true
  }

  /// ECMAScript 5.1, section 7.6, on which JSON5 builds.
  private func isIdentifier(_ scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
    if scalar == "$" || scalar == "_" { return true }
    return switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .letterNumber:
      true
    case .nonspacingMark, .spacingMark, .decimalNumber, .connectorPunctuation: !isFirst
    default: !isFirst && (scalar == "\u{200C}" || scalar == "\u{200D}")
    }
  }
}
