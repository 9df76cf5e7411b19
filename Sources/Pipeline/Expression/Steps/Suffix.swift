extension StepEntry {
  static let suffix = StepEntry(
    name: "suffix",
    summary: "a text with another behind it",
    input: .text, output: .text,
    parameters: [TextStep.parameter("text")],
    example: Example(#"file | suffix(".png")"#, given: #"{"file":"a"}"#, result: #""a.png""#),
    code: { arguments in
      let suffix = Constant(arguments.text(0))
      return TextStep.code { text, arena in .text(arena.joined(text, suffix.bytes)) }
    })
}
