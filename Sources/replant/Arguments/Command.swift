/// A command, described once: the parser, the help and the suggestions all read this.
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
    var name: String
    var help: String
    var isOptional = false
    /// Whether several may be given; only the last operand may.
    var isRepeated = false

    /// `MAPPING`, `EXPORT…`, `[NAME]`.
    var usage: String { isOptional ? "[\(name)]" : isRepeated ? name + "…" : name }
  }

  /// Those of this version, in the order of the help. A new command is a file of its own and a line here.
  static let all = [
    RunCommand.entry, SyncCommand.entry, PlanCommand.entry, CheckCommand.entry, StepsCommand.entry,
  ]

  /// Those that the contract has and this version does not.
  static let later = [
    "survey", "verify", "diff", "explain", "undo", "query", "watch", "model",
  ]

  static func named(_ name: String) -> Command? { all.first { $0.name == name } }

  /// Its options, in the order of the list.
  var options: [Option] { Option.all.filter { $0.commands.contains(name) } }
}
