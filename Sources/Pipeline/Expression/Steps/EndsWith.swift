extension StepEntry {
  static let endsWith = StepEntry(
    name: "endsWith",
    summary: "whether a text ends with another, byte for byte",
    input: .text, output: .boolean,
    parameters: [TextStep.parameter("text")],
    example: Example(#"file | endsWith(".png")"#, given: #"{"file":"a.png"}"#, result: "true"),
    code: { arguments in
      let part = Constant(arguments.text(0))
      return TextStep.code { text, _ in .boolean(text.hasSuffix(part.bytes)) }
    })
}
