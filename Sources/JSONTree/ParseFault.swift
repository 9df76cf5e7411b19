/// Why and where a text is no JSON.
///
///     {"users":{"ann":{"age":31 "name":"x"}}}
///                               26
///
/// gives `offset` 26, `path` `/users/ann` and the message `expected ',' or '}' after a value, found
/// '"'`.
///
/// The path leads to the innermost value that the fault is known to be in: inside a value, or at
/// the colon before it, it ends in that member's key or that element's index; at a key or a comma
/// it ends at the container around it.
public struct ParseFault: Error, Equatable, Sendable {
  /// What a reject or a message calls the fault.
  public enum Code: String, Sendable {
    case syntax
    /// Bytes inside a string that are not UTF-8, or half of a surrogate pair.
    case invalidUnicode
    /// More containers in one another than `ExactParser.maximumDepth`.
    case depth
  }

  /// One key or index on the way from the root of the text.
  public enum Step: Hashable, Sendable {
    case key([UInt8])
    case index(Int)
  }

  /// A byte of the bytes given to the parser; their count where they end too early.
  public let offset: Int
  public let path: [Step]
  public let fact: Fact

  public init(_ fact: Fact, offset: Int, path: [Step]) {
    self.fact = fact
    self.offset = offset
    self.path = path
  }

  public var code: Code {
    switch fact {
    case .notUTF8, .halfSurrogate: .invalidUnicode
    case .tooDeep: .depth
    default: .syntax
    }
  }

  /// The path as the database writes it: `/users/ann`, `/` for the root.
  public var pathText: String {
    let steps = path.map { step in
      switch step {
      case .key(let bytes): String(decoding: bytes, as: UTF8.self)
      case .index(let index): String(index)
      }
    }
    return "/" + steps.joined(separator: "/")
  }

  /// One sentence without a full stop. It never shows more of the text than one printable
  /// character.
  public var message: String { fact.message }
}

extension ParseFault {
  /// The byte that stands where something else should.
  public enum Found: Equatable, Sendable {
    case byte(UInt8)
    case end
  }

  /// What may stand at a place.
  public enum Expectation: Equatable, Sendable {
    case value, valueOrBracket
    case key, keyOrBrace, quotedKey, quotedKeyOrBrace
    case colon, commaOrBrace, commaOrBracket
    case digit, hexDigit, escape
  }

  public enum Fact: Equatable, Sendable {
    case expected(Expectation, found: Found)
    case somethingFollows(Found)
    case endsInString
    case endsInComment
    case controlCharacter
    case lineBreakInString
    case leadingZero
    /// A hexadecimal number outside -2⁶³ … 2⁶⁴-1 (JSON5).
    case hexTooLarge
    /// `Infinity` or `NaN` (JSON5).
    case notFinite(String)
    /// The text has 2³² bytes or more, which a tape cannot index.
    case tooLarge
    case notUTF8(UInt8)
    /// The code unit of a `\u` escape without its other half.
    case halfSurrogate(UInt16)
    case tooDeep
  }
}

// MARK: Sentences

extension ParseFault.Fact {
  var message: String {
    switch self {
    case .expected(let expectation, let found):
      "expected \(expectation.text), found \(found.text)"
    case .somethingFollows(let found):
      "something follows the value: found \(found.text)"
    case .endsInString: "the text ends inside a string"
    case .endsInComment: "the text ends inside a comment"
    case .controlCharacter: "a control character stands in a string"
    case .lineBreakInString: "a line ends inside a string"
    case .leadingZero: "a number begins with a zero before other digits"
    case .hexTooLarge: "a hexadecimal number does not fit into 64 bits"
    case .notFinite(let word): "\(word) has no place here: every number must be finite"
    case .tooLarge: "the text has 4 GB or more"
    case .notUTF8(let byte): "byte \(hex(UInt16(byte), digits: 2)) begins no UTF-8 character"
    case .halfSurrogate(let unit):
      "\\u\(hex(unit, digits: 4).dropFirst(2).lowercased()) is half of a surrogate pair"
    case .tooDeep: "more than \(ExactParser.maximumDepth) containers stand in one another"
    }
  }
}

extension ParseFault.Expectation {
  fileprivate var text: String {
    switch self {
    case .value: "a value"
    case .valueOrBracket: "a value or ']'"
    case .key: "a key"
    case .keyOrBrace: "a key or '}'"
    case .quotedKey: "a key in quotes"
    case .quotedKeyOrBrace: "a key in quotes or '}'"
    case .colon: "':' after a key"
    case .commaOrBrace: "',' or '}' after a value"
    case .commaOrBracket: "',' or ']' after a value"
    case .digit: "a digit"
    case .hexDigit: "a hexadecimal digit"
    case .escape: "an escape after '\\'"
    }
  }
}

extension ParseFault.Found {
  fileprivate var text: String {
    switch self {
    case .byte(let byte) where (0x20..<0x7F).contains(byte): "'\(Character(Unicode.Scalar(byte)))'"
    case .byte(let byte): "byte \(hex(UInt16(byte), digits: 2))"
    case .end: "the end of the text"
    }
  }
}

private func hex(_ number: UInt16, digits: Int) -> String {
  let text = String(number, radix: 16, uppercase: true)
  return "0x" + String(repeating: "0", count: max(0, digits - text.count)) + text
}
