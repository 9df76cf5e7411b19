extension StepEntry {
  static let sum = StepEntry(
    name: "sum",
    summary: "the sum of a list of numbers: exact on integers; with a double a double",
    input: .container, output: .number,
    example: Example("n | sum", given: #"{"n":[3,1,2]}"#, result: "6"),
    code: { _ in
      ListStep.folding { arena, items in
        var sum = Value.integer(0)
        for index in items {
          sum = Arithmetic.plus(sum, arena.stack[index])
          if case .failed = sum { return sum }
        }
        return sum
      }
    })
}
