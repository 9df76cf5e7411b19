import Pipeline

/// `replant completion`: what makes a shell complete command lines of replant.
enum CompletionCommand {
  /// The shells, and how each script is made.
  static let shells: [(name: String, script: @Sendable () -> String)] = [
    ("bash", { BashCompletion.script }), ("zsh", { ZshCompletion.script }),
    ("fish", { FishCompletion.script }),
  ]

  static let entry: Command = Command(
    name: "completion",
    summary: "print a script that makes a shell complete command lines",
    operands: [
      .init(value: .words { shells.map(\.name) }, help: "Which shell.")
    ],
    details: [
      "The script goes to standard output. For bash, put it where the package bash-completion looks, or "
        + "source it in ~/.bashrc: it works without that package. For zsh, put it as _replant into a "
        + "folder of $fpath before compinit runs. For fish, put it into the folder of completions. "
        + "Make it anew with each version."
    ],
    examples: [
      "replant completion bash > ~/.local/share/bash-completion/completions/replant",
      "echo 'source <(replant completion bash)' >> ~/.bashrc",
      "replant completion zsh > ~/.zfunc/_replant",
      "replant completion fish > ~/.config/fish/completions/replant.fish",
    ],
    statuses: [.done, .failed, .usage],
    run: run)

  private static func run(_ invocation: Invocation) -> ExitStatus {
    let name = invocation.operands.first ?? ""
    guard let shell = shells.first(where: { $0.name == name }) else {
      Console.tell(
        "error: no completion for the shell \"\(name.visible)\"\n"
          + "  There is one for \(shells.map(\.name).joined(separator: ", ")).\n")
      return .usage
    }
    return Console.print(shell.script())
  }
}
