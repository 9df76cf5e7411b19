extension StepEntry {
  static let prefix = StepEntry(
    name: "prefix",
    summary: "a text with another in front of it",
    input: .text, output: .text,
    parameters: [TextStep.parameter("text")],
    example: Example(#"id | prefix("user-")"#, given: #"{"id":"7"}"#, result: #""user-7""#),
    code: { arguments in
      let prefix = Constant(arguments.text(0))
      return TextStep.code { text, arena in .text(arena.joined(prefix.bytes, text)) }
    })
}
