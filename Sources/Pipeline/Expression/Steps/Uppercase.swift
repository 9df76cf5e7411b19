extension StepEntry {
  static let uppercase = StepEntry(
    name: "uppercase",
    summary: "a text in capital letters",
    input: .text, output: .text,
    example: Example("t | uppercase", given: #"{"t":"straße"}"#, result: #""STRASSE""#),
    code: { _ in
      LetterCase.code(ascii: UInt8(ascii: "a")...UInt8(ascii: "z")) { $0.uppercased() }
    })
}
