/// An option, described once: the parser, the help and the suggestions all read this.
struct Option: Sendable {
  /// Without the `--`.
  var name: String
  /// What its value is called (`URL`), or nil for a flag.
  var value: String?
  /// A sentence; the default is told beside it.
  var help: String
  var fallback: String?
  /// The names of the commands that take it.
  var commands: [String]
  var isRequired = false
  /// Decodes the value (empty for a flag) into what was asked for.
  var apply: @Sendable (_ value: String, _ invocation: inout Invocation) throws(UsageError) -> Void

  /// `--to URL`.
  var usage: String { "--" + name + (value.map { " " + $0 } ?? "") }

  static func named(_ name: String) -> Option? { all.first { $0.name == name } }
}
