extension StepEntry {
  static let last = StepEntry(
    name: "last",
    summary: "the last item of a list",
    input: .container, output: .any,
    example: Example("n | last", given: #"{"n":[3,1,2]}"#, result: "2"),
    code: { _ in ListStep.folding { arena, items in arena.stack[items.upperBound - 1] } })
}
