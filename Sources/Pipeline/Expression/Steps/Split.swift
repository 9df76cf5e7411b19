import JSONTree

extension StepEntry {
  static let split = StepEntry(
    name: "split",
    summary: "the parts of a text between separators; empty parts are kept",
    input: .text, output: .list,
    parameters: [TextStep.nonEmpty("separator")],
    example: Example(
      #"csv | split(",")"#, given: #"{"csv":"a,b,,c"}"#, result: #"["a","b","","c"]"#),
    code: { arguments in
      let separator = Constant(arguments.text(0))
      return TextStep.code { text, arena in
        let mark = arena.stack.count
        var start = 0
        while let end = text.firstIndex(of: separator.bytes, from: start) {
          arena.stack.append(.text(text[start..<end]))
          start = end + separator.bytes.count
        }
        arena.stack.append(.text(text[start..<text.count]))
        return .items(arena, from: mark)
      }
    })
}
