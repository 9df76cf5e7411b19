/// An option, described once: the parser, the help, the suggestions, the completions and the manual page all read this.
struct Option: Sendable {
  /// Without the `--`.
  var name: String
  /// Nil for a flag.
  var value: Placeholder?
  /// A sentence; the default is told beside it.
  var help: String
  var fallback: String?
  /// The names of the commands that take it.
  var commands: [String]
  var isRequired = false
  /// Whether it may be given more than once and then means more.
  var isRepeatable = false
  /// Decodes the value (empty for a flag) into what was asked for.
  var apply: @Sendable (_ value: String, _ invocation: inout Invocation) throws(UsageError) -> Void

  /// `--to URL`.
  var usage: String { "--" + name + (value.map { " " + $0.name } ?? "") }

  /// The default belongs to it.
  var fullHelp: String { help + (fallback.map { " Default: \($0)." } ?? "") }

  /// The first sentence, without its point: for lists that have a line for it.
  var shortHelp: String {
    let sentence = help.split(separator: ". ", maxSplits: 1).first.map(String.init) ?? help
    return sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
  }

  /// What every command takes, answered before the command line is understood.
  static let helpFlag = Option(name: "help", value: nil, help: "This text.", commands: []) {
    (_, _) throws(UsageError) in
  }

  /// What stands without a command.
  static let versionFlag = Option(
    name: "version", value: nil, help: "The version of replant.", commands: []
  ) { (_, _) throws(UsageError) in }

  static func named(_ name: String) -> Option? { all.first { $0.name == name } }
}
