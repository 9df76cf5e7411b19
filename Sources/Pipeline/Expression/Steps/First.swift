extension StepEntry {
  static let first = StepEntry(
    name: "first",
    summary: "the first item of a list",
    input: .container, output: .any,
    example: Example("n | first", given: #"{"n":[3,1,2]}"#, result: "3"),
    code: { _ in ListStep.folding { arena, items in arena.stack[items.lowerBound] } })
}
