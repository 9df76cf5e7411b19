import JSONTree

extension StepEntry {
  static let join = StepEntry(
    name: "join",
    summary: "the texts and numbers of a list as one text, with another between them",
    input: .container, output: .text,
    parameters: [Parameter(name: "separator", form: .text(choices: []))],
    example: Example(#"tags | join(", ")"#, given: #"{"tags":["a",2,"b"]}"#, result: #""a, 2, b""#),
    code: { arguments in
      let separator = Constant(arguments.text(0))
      return { value, scope in Joining.join(value, separator.bytes, scope.arena) }
    })
}

private enum Joining {
  static func join(_ value: Value, _ separator: Bytes, _ arena: Arena) -> Value {
    let mark = arena.stack.count
    guard value.pushItems(on: arena) else { return .failed(Failure("expected a list or a map")) }
    var size = 0
    for index in mark..<arena.stack.count {
      guard let text = arena.stack[index].spelled(arena) else {
        arena.discard(to: mark)
        return .failed(Failure("expected a list of texts and numbers"))
      }
      arena.stack[index] = .text(text)
      size += text.count + (index > mark ? separator.count : 0)
    }
    let result = unsafe arena.text(capacity: size) { start in
      var end = unsafe start
      for index in mark..<arena.stack.count {
        if index > mark { unsafe copy(separator, &end) }
        if let text = arena.stack[index].asText { unsafe copy(text, &end) }
      }
      return size
    }
    arena.discard(to: mark)
    return .text(result)
  }

  private static func copy(_ bytes: Bytes, _ end: inout UnsafeMutablePointer<UInt8>) {
    unsafe end.update(from: bytes.pointer, count: bytes.count)
    unsafe end += bytes.count
  }
}
