/// `replant help`, which `--help` is another word for.
enum HelpCommand {
  static let entry: Command = Command(
    name: "help",
    summary: "explain a command",
    operands: [
      .init(
        value: .words("COMMAND") { Command.all.map(\.name) },
        help: "Which; without it all are listed.", isOptional: true)
    ],
    examples: ["replant help", "replant help run"],
    statuses: [.done, .failed, .usage],
    run: { invocation in
      let command = invocation.operands.first.flatMap(Command.named)
      return Console.print(command.map(HelpText.text) ?? HelpText.overview)
    })
}
