import Pipeline
import Sinks

/// What `replant help` prints, made from the descriptions of commands and options.
enum HelpText {
  static let width = 80

  static var overview: String {
    let commands = Command.all.map { ($0.name, $0.summary) } + [("help", "explain a command")]
    return """
      replant turns a Firebase Realtime Database export into checked, typed documents.

      examples:
        replant check news.json
        replant plan news.json export.json --to sqlite:news.db
        replant run news.json export.json --to sqlite:news.db

      usage: replant COMMAND ARGUMENTS… [OPTIONS]

      commands:
      \(table(commands))

      Run 'replant help COMMAND' for its arguments and options, 'replant --version'
      for the version. Results go to standard output; progress, summaries and messages
      go to standard error.

      """
  }

  static func text(of command: Command) -> String {
    let options = command.options.map { option in
      (option.usage, option.help + (option.fallback.map { " Default: \($0)." } ?? ""))
    }
    let required = command.options.filter(\.isRequired).map { " " + $0.usage }.joined()
    let operands = command.operands.map { " " + $0.usage }.joined()
    var sections = [
      "\(command.name): \(command.summary)",
      "examples:\n" + command.examples.map { "  " + $0 }.joined(separator: "\n"),
      "usage: replant \(command.name)\(operands)\(required) [OPTIONS]",
      "arguments:\n" + table(command.operands.map { ($0.usage, $0.help) }),
      "options:\n" + table(options + [("--help", "This text.")]),
    ]
    if command.options.contains(where: { $0.name == "to" }) {
      let targets = Targets.all.filter { command.name == "plan" || !$0.isForPlansOnly }
      sections.append("targets:\n" + table(targets.map { ($0.form, $0.summary) }))
    }
    sections.append(
      "exit statuses:\n" + table(command.statuses.map { (String($0.rawValue), $0.meaning) }))
    let details = command.details.map { wrap($0, indent: 0) }
    return (sections.prefix(1) + details + sections.dropFirst()).joined(separator: "\n\n") + "\n"
  }

  /// Two columns; a term too long for the first stands on a line of its own.
  static func table(_ rows: [(String, String)]) -> String {
    let column = min(18, (rows.map(\.0.displayWidth).max() ?? 0) + 4)
    return rows.map { term, help in
      let text = wrap(help, indent: column)
      if term.displayWidth + 4 > column { return "  \(term)\n\(text)" }
      return "  " + term.padded(to: column - 2) + text.dropFirst(column)
    }.joined(separator: "\n")
  }

  /// Breaks a text at blanks.
  static func wrap(_ text: String, indent: Int) -> String {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = margin
    for word in text.split(separator: " ") {
      if line.displayWidth > indent, line.displayWidth + 1 + String(word).displayWidth > width {
        lines.append(line)
        line = margin
      }
      line += (line.displayWidth > indent ? " " : "") + word
    }
    return (lines + [line]).joined(separator: "\n")
  }
}
