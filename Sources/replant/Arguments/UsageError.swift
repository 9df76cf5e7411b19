import Pipeline

/// What is wrong with a command line, as facts; `message` makes the sentences.
enum UsageError: Error, Equatable {
  case noCommand
  case unknownCommand(String)
  case laterCommand(String)
  /// `command` is nil if the option came before one.
  case unknownOption(String, command: String?)
  case laterOption(String)
  case foreignOption(String, command: String)
  case missingValue(option: String)
  case unexpectedValue(option: String)
  case badValue(option: String, value: String, expected: String)
  case missingOption(String, command: String)
  case missingOperand(String, command: String)
  case extraOperand(String, command: String)
  case targetTwice(String)
  case mappingFromInput
  case twoOutputs

  /// One line what, one line how to get help; without a newline at the end.
  var message: String { "error: " + text }

  /// The same without the word in front.
  var text: String { fact + "\n" + help }

  private var fact: String {
    switch self {
    case .noCommand: "no command given"
    case .unknownCommand(let name):
      "unknown command \(quoted(name))"
        + suggestion(for: name, in: Command.all.map(\.name))
    case .laterCommand(let name): "\(name) is not in this version yet"
    case .unknownOption(let name, let command):
      "unknown option \(quoted(name))" + suggestion(for: name, in: options(of: command))
    case .laterOption(let name): "--\(name) is not in this version yet"
    case .foreignOption(let name, let command): "\(command) does not take --\(name)"
    case .missingValue(let name): "--\(name) needs a value: \(Option.named(name)?.usage ?? name)"
    case .unexpectedValue(let name): "--\(name) takes no value"
    case .badValue(let name, let value, let expected):
      "--\(name) takes \(expected), not \(quoted(value))"
    case .missingOption(let name, let command):
      "\(command) needs \(Option.named(name)?.usage ?? name)"
    case .missingOperand(let name, let command): "\(command) needs \(name)"
    case .extraOperand(let text, let command):
      "\(command) does not take another argument: \(quoted(text))"
    case .targetTwice(let url): "--to \(quoted(url)) is given twice"
    case .mappingFromInput: "the mapping must be a file; standard input (-) can only be an export"
    case .twoOutputs: "--json and --to ndjson:- both want standard output"
    }
  }

  private var help: String {
    switch self {
    case .unknownOption(_, let command?), .foreignOption(_, let command),
      .missingOption(_, let command), .missingOperand(_, let command),
      .extraOperand(_, let command):
      "Run 'replant help \(command)' for its arguments and options."
    case .noCommand, .unknownCommand, .laterCommand, .unknownOption(_, nil):
      "Run 'replant help' for the commands."
    case .laterOption, .missingValue, .unexpectedValue, .badValue, .targetTwice,
      .mappingFromInput, .twoOutputs:
      "Run 'replant help run' for its arguments and options."
    }
  }

  private func quoted(_ text: String) -> String { "\"\(text.visible)\"" }

  private func options(of command: String?) -> [String] {
    let options = command.flatMap(Command.named)?.options ?? Option.all
    return options.map { "--" + $0.name } + ["--help", "--version"]
  }

  private func suggestion(for name: String, in names: [String]) -> String {
    Suggestion.sentence(name, in: names)
  }
}
