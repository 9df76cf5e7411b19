import JSONTree

extension StepEntry {
  static let string = StepEntry(
    name: "string",
    summary: "a number, true or false, a timestamp or a reference as the text that documents have",
    input: [.text, .number, .boolean, .timestamp, .reference], output: .text,
    example: Example(
      "[n | string, b | string]", given: #"{"n":7.50,"b":true}"#, result: #"["7.5","true"]"#),
    code: { _ in { value, scope in StringConversion.convert(value, scope.arena) } })
}

private enum StringConversion {
  static func convert(_ value: Value, _ arena: Arena) -> Value {
    if let text = value.spelled(arena) { return .text(text) }
    if let flag = value.asBoolean { return .text(flag ? "true" : "false") }
    switch value {
    case .reference(let path): return .text(path)
    case .timestamp(let time):
      let buffer = ByteBuffer(capacity: 32)
      buffer.append(timestamp: time)
      // Without the quotes.
      return .text(arena.copy(buffer[1..<buffer.count - 1]))
    default: return .failed(Failure("expected a text, a number, true or false, or a timestamp"))
    }
  }
}
