extension StepEntry {
  static let startsWith = StepEntry(
    name: "startsWith",
    summary: "whether a text begins with another, byte for byte",
    input: .text, output: .boolean,
    parameters: [TextStep.parameter("text")],
    example: Example(
      #"url | startsWith("https:")"#, given: #"{"url":"https://a.example"}"#, result: "true"),
    code: { arguments in
      let part = Constant(arguments.text(0))
      return TextStep.code { text, _ in .boolean(text.hasPrefix(part.bytes)) }
    })
}
