internal import CXML2

/// URIs, as libxml2 reads them (RFC 3986).
package enum WebAddress {
  /// Whether a text is a URI with a scheme, and, for `http` and `https`, with a host. What is beyond ASCII counts as if it
  /// were percent-encoded, as RFC 3987 turns an IRI into a URI.
  package static func isAbsolute(_ text: [UInt8]) -> Bool {
    var bytes: [CChar] = []
    bytes.reserveCapacity(text.count + 1)
    for byte in text {
      // A NUL would end the text too early; controls are in no URI, whatever the library makes of them.
      if byte <= 0x20 || byte == 0x7F { return false }
      if byte < 0x80 {
        bytes.append(CChar(bitPattern: byte))
      } else {
        for digit in [UInt8(ascii: "%"), hexDigit(byte >> 4), hexDigit(byte & 0xF)] {
          bytes.append(CChar(bitPattern: digit))
        }
      }
    }
    bytes.append(0)
    guard let address = unsafe xmlParseURI(bytes) else { return false }
    defer { unsafe xmlFreeURI(address) }
    guard let scheme = unsafe address.pointee.scheme else { return false }
    let name = unsafe String(cString: scheme).lowercased()
    guard name == "http" || name == "https" else { return true }
    guard let server = unsafe address.pointee.server else { return false }
    return unsafe server.pointee != 0
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? 0x30 + value : 0x41 + value - 10
  }
}
