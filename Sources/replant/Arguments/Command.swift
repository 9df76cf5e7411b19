import Sinks

/// A command, described once: the parser, the help, the suggestions, the completions and the manual page all read this.
struct Command: Sendable {
  var name: String
  /// What it does, as a line of the list of commands.
  var summary: String
  var operands: [Operand]
  /// A sentence or a few on what is not obvious, a paragraph each.
  var details: [String] = []
  var examples: [String]
  var statuses: [ExitStatus]
  var run: @Sendable (Invocation) -> ExitStatus

  struct Operand: Sendable {
    var value: Placeholder
    var help: String
    var isOptional = false
    /// Whether several may be given; only the last operand may.
    var isRepeated = false

    /// `MAPPING`.
    var name: String { value.name }

    /// `MAPPING`, `EXPORT…`, `[NAME]`.
    var usage: String { isOptional ? "[\(name)]" : isRepeated ? name + "…" : name }
  }

  /// Those of this version, in the order of the help. A new command is a file of its own and a line here.
  static let all: [Command] = [
    RunCommand.entry, SyncCommand.entry, PlanCommand.entry, CheckCommand.entry, StepsCommand.entry,
    CompletionCommand.entry, ManCommand.entry, HelpCommand.entry,
  ]

  /// Those that the contract has and this version does not.
  static let later = [
    "survey", "verify", "diff", "explain", "undo", "query", "watch", "model",
  ]

  static func named(_ name: String) -> Command? { all.first { $0.name == name } }

  /// Its options, in the order of the list.
  var options: [Option] { Option.all.filter { $0.commands.contains(name) } }

  /// Those, and what every command takes.
  var optionsWithHelp: [Option] { options + [Option.helpFlag] }

  /// The kinds of targets that it writes to, or plans for.
  var targets: [Targets.Entry] {
    options.contains { $0.value?.isTarget == true }
      ? Targets.all.filter { name == "plan" || !$0.isForPlansOnly } : []
  }

  /// `replant run MAPPING EXPORT… --to URL [OPTIONS]`.
  var usage: String {
    let words = operands.map(\.usage) + options.filter(\.isRequired).map(\.usage)
    return (["replant", name] + words + ["[OPTIONS]"]).joined(separator: " ")
  }
}
