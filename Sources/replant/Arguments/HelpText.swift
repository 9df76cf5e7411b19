import Pipeline

/// What `replant help` prints, made from the descriptions of commands and options.
enum HelpText {
  static let width = 80

  static let purpose =
    "replant turns a Firebase Realtime Database export into checked, typed documents."
  static let firstExamples = [
    "replant check news.json",
    "replant plan news.json export.json --to sqlite:news.db",
    "replant run news.json export.json --to sqlite:news.db",
  ]
  static let streams =
    "Results go to standard output; progress, summaries and messages go to standard error."

  static var overview: String {
    let ending =
      "Run 'replant help COMMAND' for its arguments and options, 'replant --version' for the version. "
      + streams
    return """
      \(purpose)

      \(examples(firstExamples))

      usage: replant COMMAND ARGUMENTS… [OPTIONS]

      commands:
      \(table(Command.all.map { ($0.name, $0.summary) }))

      exit statuses:
      \(table(of: ExitStatus.used))

      \(wrap(ending, indent: 0))

      """
  }

  static func text(of command: Command) -> String {
    var sections = ["\(command.name): \(command.summary)", examples(command.examples)]
    sections += command.details.map { wrap($0, indent: 0) }
    sections.append("usage: " + command.usage)
    if !command.operands.isEmpty {
      sections.append("arguments:\n" + table(command.operands.map { ($0.usage, $0.help) }))
    }
    sections.append(
      "options:\n" + table(command.optionsWithHelp.map { ($0.usage, $0.fullHelp) }))
    if !command.targets.isEmpty {
      sections.append("targets:\n" + table(command.targets.map { ($0.form, $0.summary) }))
    }
    sections.append("exit statuses:\n" + table(of: command.statuses))
    return sections.joined(separator: "\n\n") + "\n"
  }

  private static func examples(_ lines: [String]) -> String {
    "examples:\n" + lines.map { "  " + $0 }.joined(separator: "\n")
  }

  private static func table(of statuses: [ExitStatus]) -> String {
    table(statuses.map { (String($0.rawValue), $0.meaning) })
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
