import JSONTree

extension StepEntry {
  static let decode = StepEntry(
    name: "decode",
    summary:
      "a key that was encoded to be legal, as it was before; fails unless it decodes cleanly",
    input: .text, output: .text,
    parameters: [Parameter(name: "codec", form: .text(choices: KeyCodec.allCases.map(\.rawValue)))],
    example: Example(
      #"id | decode("percent")"#, given: #"{"id":"ann%40a%2Eexample"}"#, result: #""ann@a.example""#
    ),
    code: { arguments in
      // The type check has seen that it is one of the choices.
      let codec = KeyCodec(rawValue: String(decoding: arguments.text(0), as: UTF8.self)) ?? .percent
      return { value, scope in
        guard let text = value.asText else { return .failed(Failure("expected a text")) }
        guard let decoded = codec.decode(text, scope.arena) else {
          return .failed(Failure("the text does not decode cleanly"))
        }
        return .text(decoded)
      }
    })
}

/// How apps write what a key may not hold (`.`, `$`, `#`, `[`, `]`, `/`).
enum KeyCodec: String, CaseIterable {
  /// `%2E` for `.`
  case percent
  /// RFC 4648, 5, with or without padding.
  case base64url
  /// `,` for `.`
  case comma

  /// Nil when the text is not what the codec writes, or what comes out is not UTF-8.
  func decode(_ text: Bytes, _ arena: Arena) -> Bytes? {
    var isClean = true
    let result = unsafe arena.text(capacity: text.count) { start in
      var output = unsafe Output(start: start)
      isClean =
        switch self {
        case .percent: Self.percent(text, &output)
        case .base64url: Self.base64url(text, &output)
        case .comma: Self.comma(text, &output)
        }
      return output.count
    }
    guard isClean, unsafe String(validating: result.buffer, as: UTF8.self) != nil else {
      return nil
    }
    return result
  }

  /// Where decoded bytes go: never more than the text has.
  @safe
  private struct Output {
    private let start: UnsafeMutablePointer<UInt8>
    private(set) var count = 0

    init(start: UnsafeMutablePointer<UInt8>) { unsafe self.start = start }

    mutating func append(_ byte: UInt8) {
      unsafe start[count] = byte
      count += 1
    }
  }

  private static func percent(_ text: Bytes, _ output: inout Output) -> Bool {
    var index = 0
    while index < text.count {
      guard text[index] == UInt8(ascii: "%") else {
        output.append(text[index])
        index += 1
        continue
      }
      guard index + 2 < text.count, let high = hexadecimal(text[index + 1]),
        let low = hexadecimal(text[index + 2])
      else { return false }
      output.append(high << 4 | low)
      index += 3
    }
    return true
  }

  private static func comma(_ text: Bytes, _ output: inout Output) -> Bool {
    for index in 0..<text.count {
      // The encoder left no point.
      if text[index] == UInt8(ascii: ".") { return false }
      output.append(text[index] == UInt8(ascii: ",") ? UInt8(ascii: ".") : text[index])
    }
    return true
  }

  private static func base64url(_ text: Bytes, _ output: inout Output) -> Bool {
    var count = text.count
    while count > 0, text.count - count < 2, text[count - 1] == UInt8(ascii: "=") { count -= 1 }
    guard count % 4 != 1, count == text.count || text.count % 4 == 0 else { return false }
    var bits: UInt32 = 0
    var held = 0
    for index in 0..<count {
      guard let digit = base64(text[index]) else { return false }
      bits = bits << 6 | digit
      held += 6
      guard held >= 8 else { continue }
      held -= 8
      output.append(UInt8(truncatingIfNeeded: bits >> UInt32(held)))
    }
    // What is left over is padding, which the encoder leaves zero.
    return bits & (1 << UInt32(held) - 1) == 0
  }

  private static func hexadecimal(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  private static func base64(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "-"): 62
    case UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
