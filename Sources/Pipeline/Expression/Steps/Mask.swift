import JSONTree

extension StepEntry {
  static let mask = StepEntry(
    name: "mask",
    summary: "a text with all but its last characters as *",
    input: .text, output: .text,
    parameters: [Parameter(name: "keep", form: .integer(0...Int64(Int32.max)))],
    example: Example(
      "phone | mask(3)", given: #"{"phone":"01701234567"}"#, result: #""********567""#),
    code: { arguments in
      let keep = arguments.integer(0)
      return TextStep.code { text, arena in .text(Masking.mask(text, keep, arena)) }
    })
}

/// Characters are Unicode scalars, as in all lengths of a mapping.
private enum Masking {
  static func mask(_ text: Bytes, _ keep: Int, _ arena: Arena) -> Bytes {
    var start = text.count
    var kept = 0
    while start > 0, kept < keep {
      start = text.scalarStart(start)
      kept += 1
    }
    let rest = text[start..<text.count]
    return unsafe arena.text(capacity: text.count) { place in
      var count = 0
      for index in 0..<start where text[index] & 0xC0 != 0x80 {
        unsafe place[count] = UInt8(ascii: "*")
        count += 1
      }
      unsafe (place + count).update(from: rest.pointer, count: rest.count)
      return count + rest.count
    }
  }
}
