extension StepEntry {
  static let min = StepEntry(
    name: "min",
    summary: "the least item of a list; kinds do not mix",
    input: .container, output: [.number, .text, .timestamp],
    example: Example("n | min", given: #"{"n":[3,1,2]}"#, result: "1"),
    code: { _ in ListStep.folding { arena, items in Order.extreme(arena, items, sign: 1) } })
}
