import JSONTree

extension StepEntry {
  static let contains = StepEntry(
    name: "contains",
    summary: "whether a text holds another, or a list holds that text as an item",
    input: [.text, .list, .map], output: .boolean,
    parameters: [TextStep.parameter("text")],
    example: Example(
      #"[title | contains("an"), tags | contains("an")]"#,
      given: #"{"title":"banana","tags":["banana"]}"#, result: "[true,false]"),
    code: { arguments in
      let part = Constant(arguments.text(0))
      return { value, _ in
        if let text = value.asText {
          return .boolean(part.bytes.isEmpty || text.firstIndex(of: part.bytes) != nil)
        }
        guard var cursor = ChildCursor(value) else {
          return .failed(Failure("expected a text, a list or a map"))
        }
        while let child = cursor.advance() {
          if child.value.asText == part.bytes { return .boolean(true) }
        }
        return .boolean(false)
      }
    })
}
