import Interop
import JSONTree

extension StepEntry {
  static let sha256 = StepEntry(
    name: "sha256",
    summary: "the SHA-256 digest of a text's UTF-8 bytes, in hexadecimal digits",
    input: .text, output: .text,
    example: Example(
      "t | sha256", given: #"{"t":"abc"}"#,
      result: #""ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad""#),
    code: { _ in
      TextStep.code { text, arena in
        guard let digest = text.withSpan({ SHA256.hex(of: $0) }) else {
          return .failed(Failure("this machine's OpenSSL gives no SHA-256"))
        }
        return .text(arena.copy(digest))
      }
    })
}
