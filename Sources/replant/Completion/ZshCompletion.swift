import Sinks

/// The script of `replant completion zsh`: to be loaded by its name `_replant`, or sourced.
enum ZshCompletion {
  static var script: String {
    ##"""
    #compdef replant
    # Completion of replant in zsh. Made by: replant completion zsh

    _replant() {
      local curcontext=$curcontext context state state_descr line
      local -A opt_args
      _arguments -C \
        '(- : *)--help[This text]' \
        '(- : *)--version[The version of replant]' \
        '1:command:_replant_commands' \
        '*::argument:->arguments'
      [[ $state == arguments ]] || return
      curcontext="${curcontext%:*:*}:replant-$words[1]:"
      case $words[1] in
    \##(Command.all.map(branch).joined(separator: "\n"))
      esac
    }

    _replant_commands() {
      local -a commands=(
    \##(Command.all.map(row).joined(separator: "\n"))
      )
      _describe -t commands command commands
    }

    _replant_targets() {
    \##(Targets.all.compactMap(followed).joined(separator: "\n"))
      local -a schemes=(
    \##(Targets.all.filter { !$0.isForPlansOnly }.map(row).joined(separator: "\n"))
      )
      if [[ $words[1] == plan ]]; then
        schemes+=(
    \##(Targets.all.filter(\.isForPlansOnly).map(row).joined(separator: "\n"))
        )
      fi
      _describe -t targets target schemes -S ''
    }

    # Loaded by its name it is run; sourced it is only made known.
    if [[ $funcstack[1] == _replant ]]; then
      _replant "$@"
    else
      compdef _replant replant
    fi

    """##
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }

  private static func escaped(_ text: String, _ characters: [Character]) -> String {
    text.reduce(into: "") { result, character in
      if character == "\\" || characters.contains(character) { result.append("\\") }
      result.append(character)
    }
  }

  private static func branch(_ command: Command) -> String {
    var specs = command.optionsWithHelp.map(spec)
    for (index, operand) in command.operands.enumerated() {
      let place =
        operand.isRepeated ? "*:" : operand.isOptional ? "\(index + 1)::" : "\(index + 1):"
      specs.append(place + message(operand.value))
    }
    return "    \(command.name)) _arguments -S \\\n"
      + specs.map { "      " + quoted($0) }.joined(separator: " \\\n") + " ;;"
  }

  /// `*--to=[Where documents go]:URL:_replant_targets`
  private static func spec(_ option: Option) -> String {
    let name = (option.isRepeatable ? "*" : "") + "--" + option.name
    let help = "[" + escaped(option.shortHelp, ["[", "]"]) + "]"
    return option.value.map { "\(name)=\(help):" + message($0) } ?? name + help
  }

  /// What is asked for, and what offers it.
  private static func message(_ value: Placeholder) -> String {
    let action =
      switch value.kind {
      case .text: " "
      case .file: "_files"
      case .folder: "_files -/"
      case .target: "_replant_targets"
      case .words(let words): "(" + words().joined(separator: " ") + ")"
      }
    return escaped(value.name, [":"]) + ":" + action
  }

  private static func row(_ command: Command) -> String {
    "    " + quoted(command.name + ":" + command.summary)
  }

  private static func row(_ target: Targets.Entry) -> String {
    "    " + quoted("\(target.scheme)\\::" + target.summary)
  }

  private static func followed(_ target: Targets.Entry) -> String? {
    let action: String
    switch target.rest {
    case .file: action = "_files"
    case .folder: action = "_files -/"
    case .name, .nothing: return nil
    }
    return "  if compset -P '\(target.scheme):'; then \(action); return; fi"
  }
}
