import Pipeline

/// `replant steps`: the reference of expression steps, out of the steps themselves.
enum StepsCommand {
  static let entry = Command(
    name: "steps",
    summary: "explain the steps of expressions",
    operands: [
      .init(
        value: .words("NAME") { StepEntry.all.map(\.name) },
        help: "Of one step; without it all are listed.", isOptional: true)
    ],
    examples: ["replant steps", "replant steps pushTime"],
    statuses: [.done, .failed, .usage],
    run: run)

  private static func run(_ invocation: Invocation) -> ExitStatus {
    guard let name = invocation.operands.first else {
      return Console.print(HelpText.table(StepEntry.all.map { ($0.usage, $0.summary) }) + "\n")
    }
    guard let step = StepEntry.named(name) else {
      let near = Suggestion.nearest(to: name, in: StepEntry.all.map(\.name))
      let suggestion = near.map { ". Did you mean \"\($0)\"?" } ?? ""
      Console.tell(
        "error: unknown step \"\(name.visible)\"\(suggestion)\n"
          + "Run 'replant steps' for all of them.\n")
      return .usage
    }
    return Console.print(text(of: step))
  }

  private static func text(of step: StepEntry) -> String {
    """
    \(step.usage): \(step.summary)

      takes    \(step.input.phrase)
      gives    \(step.output.phrase)
      example  \(step.example.expression)
      of       \(step.example.given)
      is       \(step.example.result)

    """
  }
}
