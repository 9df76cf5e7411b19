extension StepEntry {
  static let lowercase = StepEntry(
    name: "lowercase",
    summary: "a text in small letters",
    input: .text, output: .text,
    example: Example("t | lowercase", given: #"{"t":"Ärger 1A"}"#, result: #""ärger 1a""#),
    code: { _ in
      LetterCase.code(ascii: UInt8(ascii: "A")...UInt8(ascii: "Z")) { $0.lowercased() }
    })
}
