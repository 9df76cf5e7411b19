/// What a command line asks for.
enum Request {
  case version
  case run(Command, Invocation)
}

/// Reads a command line against the descriptions of commands and options.
///
/// Options may stand anywhere, as `--name value` or `--name=value`; after `--` everything is an operand; `-` is
/// standard input (and `-@/path` a part of the tree). A value that begins with `--` must be written with `=`, since far more often it is the next
/// option, and a value was forgotten.
struct ArgumentParser {
  private var rest: ArraySlice<String>
  private var command: Command?
  private var invocation = Invocation()
  private var given: [Option] = []

  /// Decodes a command line; the arguments come without the name of the program.
  static func parse(_ arguments: [String]) throws(UsageError) -> Request {
    if let request = try answer(arguments) { return request }
    var parser = ArgumentParser(arguments)
    return try parser.parse()
  }

  /// Help and version go before everything else: who asks for help may have got something wrong.
  private static func answer(_ arguments: [String]) throws(UsageError) -> Request? {
    let options = arguments.prefix { $0 != "--" }
    let isHelp = arguments.first == "help"
    if isHelp || options.contains("--help") || options.contains("-h") {
      let words = options.dropFirst(isHelp ? 1 : 0).filter { !$0.hasPrefix("-") }
      guard let word = words.first else { return .run(HelpCommand.entry, Invocation()) }
      guard let command = words.lazy.compactMap(Command.named).first else { throw unknown(word) }
      return .run(HelpCommand.entry, Invocation(operands: [command.name]))
    }
    return options.contains("--version") ? .version : nil
  }

  private init(_ arguments: [String]) { rest = arguments[...] }

  private mutating func parse() throws(UsageError) -> Request {
    while let word = rest.popFirst() {
      if word == "--" {
        while let operand = rest.popFirst() { try take(operand: operand) }
      } else if word.hasPrefix("-"), word != "-", !word.hasPrefix("-@/") {
        try take(option: word)
      } else {
        try take(operand: word)
      }
    }
    guard let command else { throw .noCommand }
    try check(command)
    return .run(command, invocation)
  }

  private mutating func take(operand: String) throws(UsageError) {
    if command == nil {
      guard let named = Command.named(operand) else { throw Self.unknown(operand) }
      command = named
    } else {
      invocation.operands.append(operand)
    }
  }

  private static func unknown(_ command: String) -> UsageError {
    Command.later.contains(command) ? .laterCommand(command) : .unknownCommand(command)
  }

  private mutating func take(option word: String) throws(UsageError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0].dropFirst(2))
    guard word.hasPrefix("--"), let option = Option.named(name) else {
      if word.hasPrefix("--"), Option.later.contains(name) { throw .laterOption(name) }
      throw .unknownOption(String(parts[0]), command: command?.name)
    }
    var value = parts.count > 1 ? String(parts[1]) : nil
    if option.value == nil {
      if value != nil { throw .unexpectedValue(option: name) }
    } else if value == nil, let next = rest.first, !next.hasPrefix("--") {
      value = rest.popFirst()
    }
    if option.value != nil, (value ?? "").isEmpty { throw .missingValue(option: name) }
    try option.apply(value ?? "", &invocation)
    given.append(option)
  }

  private func check(_ command: Command) throws(UsageError) {
    if let foreign = given.first(where: { !$0.commands.contains(command.name) }) {
      throw .foreignOption(foreign.name, command: command.name)
    }
    let operands = invocation.operands
    let needed = command.operands.filter { !$0.isOptional }
    if operands.count < needed.count {
      throw .missingOperand(needed[operands.count].name, command: command.name)
    }
    if operands.count > command.operands.count, command.operands.last?.isRepeated != true {
      throw .extraOperand(operands[command.operands.count], command: command.name)
    }
    if command.operands.first?.name == "MAPPING", operands.first == "-" { throw .mappingFromInput }
    let missing = command.options.first { option in
      option.isRequired && !given.contains { $0.name == option.name }
    }
    if let missing { throw .missingOption(missing.name, command: command.name) }
    if invocation.isJSON, invocation.targets.contains(TargetChoice.standardOutput) {
      throw .twoOutputs
    }
  }
}
