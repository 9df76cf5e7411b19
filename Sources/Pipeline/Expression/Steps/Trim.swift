import JSONTree

extension StepEntry {
  static let trim = StepEntry(
    name: "trim",
    summary: "a text without the blanks at its ends, by Unicode's White_Space",
    input: .text, output: .text,
    example: Example("t | trim", given: #"{"t":"  a b\n"}"#, result: #""a b""#),
    code: { _ in TextStep.code { text, _ in .text(Trim.trimmed(text)) } })
}

enum Trim {
  static func trimmed(_ text: Bytes) -> Bytes {
    var (start, end) = (0, text.count)
    while start < end {
      let next = text.scalarEnd(start)
      guard isBlank(text[start..<next]) else { break }
      start = next
    }
    while start < end {
      let last = text.scalarStart(end)
      guard isBlank(text[last..<end]) else { break }
      end = last
    }
    return text[start..<end]
  }

  /// Whether the scalar that these bytes are is a blank.
  private static func isBlank(_ scalar: Bytes) -> Bool {
    if scalar.count == 1 { return scalar[0] == 0x20 || (0x09...0x0D).contains(scalar[0]) }
    // The blanks beyond ASCII have two or three bytes: U+0085, U+00A0, U+1680, U+2000 … U+3000.
    guard scalar.count <= 3 else { return false }
    return unsafe String(decoding: scalar.buffer, as: UTF8.self).unicodeScalars
      .allSatisfy(\.properties.isWhitespace)
  }
}
