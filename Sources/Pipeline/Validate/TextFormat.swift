import Interop
import JSONTree

/// The values of `format`: what JSON Schema calls by these names.
package enum TextFormat: String, Sendable, CaseIterable {
  /// A URI with a scheme (RFC 3986), or an IRI: hosts and paths beyond ASCII are allowed.
  case uri
  /// `local@domain` (RFC 5321, section 4.1.2, without quoted local parts and address literals).
  case email
  /// RFC 3339 with a zone.
  case dateTime = "date-time"
  /// Five groups of hexadecimal digits (RFC 9562), in either case.
  case uuid

  /// With "no" in front.
  var phrase: String {
    switch self {
    case .uri: "URI with a scheme"
    case .email: "e-mail address"
    case .dateTime: "RFC 3339 time with a zone"
    case .uuid: "UUID"
    }
  }

  func accepts(_ text: Bytes) -> Bool {
    switch self {
    case .uri: WebAddress.isAbsolute(text.array)
    case .email: Self.isEmail(text)
    case .dateTime: (try? RFC3339.parse(text)) != nil
    case .uuid: Self.isUUID(text)
    }
  }

  private static func isUUID(_ text: Bytes) -> Bool {
    guard text.count == 36 else { return false }
    for index in 0..<36 {
      let isDash = index == 8 || index == 13 || index == 18 || index == 23
      if isDash ? text[index] != UInt8(ascii: "-") : !text[index].isHexDigit { return false }
    }
    return true
  }

  private static func isEmail(_ text: Bytes) -> Bool {
    var at: Int?
    for index in 0..<text.count where text[index] == UInt8(ascii: "@") {
      if at != nil { return false }
      at = index
    }
    guard let at, at <= 64, text.count - at - 1 <= 255 else { return false }
    return parts(of: text[0..<at], longest: 64) { $0.isAtomText }
      && parts(of: text[at + 1..<text.count], longest: 63) { $0.isLetterOrDigit || $0 == 0x2D }
      && !hasDashAtAnEnd(text[at + 1..<text.count])
  }

  /// Whether a text is parts with points between, none of them empty, of bytes that `allowed` accepts.
  private static func parts(
    of text: Bytes, longest: Int, _ allowed: (UInt8) -> Bool
  ) -> Bool {
    var length = 0
    for index in 0..<text.count {
      if text[index] == UInt8(ascii: ".") {
        if length == 0 { return false }
        length = 0
        continue
      }
      length += 1
      if length > longest || !allowed(text[index]) { return false }
    }
    return length > 0
  }

  /// Whether a label of a domain begins or ends with a dash.
  private static func hasDashAtAnEnd(_ domain: Bytes) -> Bool {
    for index in 0..<domain.count where domain[index] == UInt8(ascii: "-") {
      if index == 0 || index + 1 == domain.count { return true }
      if domain[index - 1] == UInt8(ascii: ".") || domain[index + 1] == UInt8(ascii: ".") {
        return true
      }
    }
    return false
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool {
    (0x30...0x39).contains(self) || (0x61...0x7A).contains(self | 0x20)
  }

  fileprivate var isHexDigit: Bool {
    (0x30...0x39).contains(self) || (0x61...0x66).contains(self | 0x20)
  }

  /// `atext` of RFC 5322.
  fileprivate var isAtomText: Bool {
    if isLetterOrDigit { return true }
    switch self {
    case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"),
      UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"),
      UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "?"),
      UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "{"),
      UInt8(ascii: "|"), UInt8(ascii: "}"), UInt8(ascii: "~"):
      return true
    default: return false
    }
  }
}
