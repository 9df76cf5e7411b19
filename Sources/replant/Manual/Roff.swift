import Pipeline

/// Writes a manual page with the macros of man(7).
struct Roff {
  private(set) var text: String

  init(name: String, section: Int, source: String) {
    // No hyphenation and a ragged right margin: commands are to be copied.
    text = """
      .\\" Made by: replant man
      .TH \(name.uppercased()) \(section) "" "\(Self.escaped(source))" "User Commands"
      .nh
      .ad l

      """
  }

  mutating func section(_ title: String) { text += ".SH " + title + "\n" }

  mutating func paragraph(_ paragraph: String) { text += ".PP\n" + Self.escaped(paragraph) + "\n" }

  /// Lines as they are.
  mutating func code(_ lines: [String]) {
    text += ".PP\n.nf\n.RS\n" + lines.map { Self.escaped($0) + "\n" }.joined() + ".RE\n.fi\n"
  }

  /// A term, and what it means beside it.
  mutating func term(_ term: String, _ meaning: String) {
    text += ".TP\n\(Self.bold(term))\n\(Self.escaped(meaning))\n"
  }

  mutating func usage(_ command: Command) {
    let words = command.usage.split(separator: " ").dropFirst(2).map { word in
      word.hasPrefix("--") || word.hasPrefix("[")
        ? Self.escaped(String(word)) : Self.italic(String(word))
    }
    text += ([Self.bold("replant \(command.name)")] + words).joined(separator: " ") + "\n.br\n"
  }

  mutating func command(_ command: Command) {
    text += ".SS replant \(command.name)\n"
    usage(command)
    paragraph(command.summary.prefix(1).uppercased() + command.summary.dropFirst() + ".")
    for detail in command.details { paragraph(detail) }
    code(command.examples)
    for operand in command.operands {
      text += ".TP\n\(Self.italic(operand.name))\n\(Self.escaped(operand.help))\n"
    }
    let options = command.optionsWithHelp.map { Self.bold("--" + $0.name) }
    text += ".PP\nOptions: \(options.joined(separator: ", ")).\n"
    let statuses = command.statuses.map { String($0.rawValue) }.joined(separator: ", ")
    paragraph("Exit statuses: \(statuses).")
  }

  mutating func option(_ option: Option) {
    let value = option.value.map { " " + Self.italic($0.name) } ?? ""
    text += ".TP\n\(Self.bold("--" + option.name))\(value)\n\(Self.escaped(option.fullHelp))\n"
    if !option.commands.isEmpty {
      text += "(" + option.commands.map(Self.bold).joined(separator: ", ") + ")\n"
    }
  }

  private static func bold(_ text: String) -> String { "\\fB" + escaped(text) + "\\fR" }
  private static func italic(_ text: String) -> String { "\\fI" + escaped(text) + "\\fR" }

  /// So that every character stands for itself: nothing is a request, a quote of print or a hyphen.
  static func escaped(_ text: String) -> String {
    var result = text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" : ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "\"": result += "\\(dq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case " "..."}": result.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
      }
    }
    return result
  }
}
