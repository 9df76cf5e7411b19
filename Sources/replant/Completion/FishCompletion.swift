import Sinks

/// The script of `replant completion fish`.
enum FishCompletion {
  static var script: String {
    ##"""
    # Completion of replant in fish. Made by: replant completion fish

    # What the line says before the cursor: the command or -, how many operands, and the options.
    function __replant_line
        set -l words (commandline -opc)
        set -l name -
        set -l count 0
        set -l given
        set -l option
        set -l ended
        for word in $words[2..-1]
            if set -q option[1]
                set -a given $option
                set -e option
            else if test -z "$ended" -a "$word" = --
                set ended 1
                set -a given --
            else if test -z "$ended"; and string match -q -- '--*' $word
                if contains -- $word \##(optionsWithValues)
                    set option $word
                else
                    set -a given (string replace -r '=.*' '' -- $word)
                end
            else if test $name = -
                set name $word
            else
                set count (math $count + 1)
            end
        end
        printf '%s\n' $name $count $given
    end

    # Whether the line is at this command, with no -- and none of these options.
    function __replant_at
        set -l line (__replant_line)
        test "$line[1]" = $argv[1]; or return 1
        for option in $argv[2..-1] --
            contains -- $option $line[3..-1]; and return 1
        end
        return 0
    end

    # Whether the line is at this command, with so many operands: from the first number to the second.
    function __replant_operand
        set -l line (__replant_line)
        test "$line[1]" = $argv[1] -a "$line[2]" -ge $argv[2] -a "$line[2]" -le $argv[3]
    end

    # The value at the cursor, also behind an option and =.
    function __replant_value
        string replace -r '^--[^=]*=' '' -- (commandline -ct)
    end

    function __replant_targets
        set -l value (__replant_value)
        set -l rest (string replace -r '^[^:]*:' '' -- $value)
        switch "$value"
    \##(Targets.all.compactMap(followed).joined(separator: "\n"))
            case '*'
    \##(Targets.all.map(printed).joined(separator: "\n"))
        end
    end

    complete -c replant -f
    \##(lines.joined(separator: "\n"))

    """##
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }

  private static var optionsWithValues: String {
    Option.all.filter { $0.value != nil }.map { "--" + $0.name }.joined(separator: " ")
  }

  private static var lines: [String] {
    var lines = Command.all.map { command in
      "complete -c replant -n '__replant_at -' -a \(command.name) -d \(quoted(command.summary))"
    }
    lines += [Option.helpFlag, Option.versionFlag].map { line($0, at: "-") }
    for command in Command.all {
      for (index, operand) in command.operands.enumerated() {
        let range = operand.isRepeated ? "\(index) 999999" : "\(index) \(index)"
        if let offer = offer(operand.value) {
          lines.append(
            "complete -c replant -n '__replant_operand \(command.name) \(range)' \(offer)")
        }
      }
      lines += command.optionsWithHelp.map { line($0, at: command.name) }
    }
    return lines
  }

  private static func line(_ option: Option, at command: String) -> String {
    let condition = "__replant_at \(command)" + (option.isRepeatable ? "" : " --\(option.name)")
    var parts = ["complete -c replant -n '\(condition)' -l \(option.name)"]
    if let value = option.value {
      parts.append(value.isFile ? "-r" : "-x")
      if let offer = offer(value) { parts.append(offer) }
    }
    return (parts + ["-d \(quoted(option.shortHelp))"]).joined(separator: " ")
  }

  private static func offer(_ value: Placeholder) -> String? {
    switch value.kind {
    case .text: nil
    case .file: "-F"
    case .folder: "-a '(__fish_complete_directories (__replant_value))'"
    case .target: "-a '(__replant_targets)'"
    case .words(let words): "-a \(quoted(words().joined(separator: " ")))"
    }
  }

  private static func followed(_ target: Targets.Entry) -> String? {
    let name: String
    switch target.rest {
    case .file:
      name = """
                    for name in $rest*
                        test -d $name; and set name $name/
                        echo \(target.scheme):$name
                    end
        """
    case .folder: name = "            for name in $rest*/; echo \(target.scheme):$name; end"
    case .name, .nothing: return nil
    }
    return "        case '\(target.scheme):*'\n" + name
  }

  private static func printed(_ target: Targets.Entry) -> String {
    let line = "printf '%s\\t%s\\n' \(target.scheme): \(quoted(target.summary))"
    return "            " + (target.isForPlansOnly ? "__replant_at plan; and " : "") + line
  }
}
