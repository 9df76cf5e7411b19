extension StepEntry {
  static let reverse = StepEntry(
    name: "reverse",
    summary: "a list from its end",
    input: .container, output: .list,
    example: Example("n | reverse", given: #"{"n":[1,3,2]}"#, result: "[2,3,1]"),
    code: { _ in
      ListStep.code { arena, mark in
        var (low, high) = (mark, arena.stack.count - 1)
        while low < high {
          (arena.stack[low], arena.stack[high]) = (arena.stack[high], arena.stack[low])
          low += 1
          high -= 1
        }
      }
    })
}
