import JSONTree

extension StepEntry {
  static let replace = StepEntry(
    name: "replace",
    summary: "a text with every occurrence of one text replaced by another",
    input: .text, output: .text,
    parameters: [TextStep.nonEmpty("text"), TextStep.parameter("replacement")],
    example: Example(#"t | replace("-", "")"#, given: #"{"t":"a-b-c"}"#, result: #""abc""#),
    code: { arguments in
      let (old, new) = (Constant(arguments.text(0)), Constant(arguments.text(1)))
      return TextStep.code { text, arena in
        .text(Replacing.replace(text, old.bytes, new.bytes, arena))
      }
    })
}

private enum Replacing {
  static func replace(_ text: Bytes, _ old: Bytes, _ new: Bytes, _ arena: Arena) -> Bytes {
    var count = 0
    var index = 0
    while let found = text.firstIndex(of: old, from: index) {
      count += 1
      index = found + old.count
    }
    guard count > 0 else { return text }
    return unsafe arena.text(capacity: text.count + count * (new.count - old.count)) { start in
      var end = unsafe start
      var index = 0
      while let found = text.firstIndex(of: old, from: index) {
        unsafe copy(text[index..<found], &end)
        unsafe copy(new, &end)
        index = found + old.count
      }
      unsafe copy(text[index..<text.count], &end)
      return unsafe end - start
    }
  }

  private static func copy(_ bytes: Bytes, _ end: inout UnsafeMutablePointer<UInt8>) {
    unsafe end.update(from: bytes.pointer, count: bytes.count)
    unsafe end += bytes.count
  }
}
