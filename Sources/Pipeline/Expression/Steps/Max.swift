extension StepEntry {
  static let max = StepEntry(
    name: "max",
    summary: "the greatest item of a list; kinds do not mix",
    input: .container, output: [.number, .text, .timestamp],
    example: Example("n | max", given: #"{"n":[3,1,2]}"#, result: "3"),
    code: { _ in ListStep.folding { arena, items in Order.extreme(arena, items, sign: -1) } })
}
