/// `replant man`: the manual page.
enum ManCommand {
  static let entry: Command = Command(
    name: "man",
    summary: "print the manual page",
    operands: [],
    examples: [
      "replant man | man -l -",
      "replant man > /usr/local/share/man/man1/replant.1",
    ],
    statuses: [.done, .failed, .usage],
    run: { _ in Console.print(ManualPage.text) })
}
