extension StepEntry {
  static let take = StepEntry(
    name: "take",
    summary: "the first n items of a list",
    input: .container, output: .list,
    parameters: [Parameter(name: "n", form: .integer(0...Int64(Int32.max)))],
    example: Example("n | take(2)", given: #"{"n":[3,1,2]}"#, result: "[3,1]"),
    code: { arguments in
      let count = arguments.integer(0)
      return ListStep.code { arena, mark in
        arena.discard(to: Swift.min(arena.stack.count, mark + count))
      }
    })
}
