import Sinks

/// The script of `replant completion bash`: a function of its own, for any bash from 3.2 on, without the package
/// bash-completion.
///
/// What can follow stands in the script, so that completing starts no process.
enum BashCompletion {
  static var script: String {
    ##"""
    # Completion of replant in bash. Made by: replant completion bash

    _replant() {
      local IFS=$' \t\n' line=$COMP_LINE length=${#COMP_LINE}
      local -a words=()
      local i piece trimmed before= last=
      COMPREPLY=()

      # Bash breaks words at : = and @. Here they are whole again, as they stand in the line. `before` is the part of
      # the last word that bash leaves as it is: replies do not repeat it.
      for ((i = 0; i <= COMP_CWORD; i++)); do
        piece=${COMP_WORDS[i]}
        trimmed=${line#"${line%%[![:space:]]*}"}
        if ((i > 0)) && [[ $line == "$trimmed" && ($piece == [:=@]* || $last == *[:=@]) ]]; then
          before=${words[${#words[@]} - 1]}
          words[${#words[@]} - 1]+=$piece
        else
          before=
          words+=("$piece")
        fi
        last=$piece
        line=${trimmed#"$piece"}
      done
      i=$((${#words[@]} - 1))
      local current=${words[i]}
      unset "words[$i]"
      # What stands behind the cursor counts for nothing.
      local behind=$((length - ${#line} - ${COMP_POINT:-$length}))
      if ((length > 0 && behind > 0 && behind <= ${#current})); then
        current=${current:0:${#current} - behind}
        last=${current#"$before"}
      fi
      if [[ $last == [:=@] ]]; then before=$current; fi

      # What the line says already.
      local command= option= ended= given=' ' operands=0 word
      for word in "${words[@]:1}"; do
        if [[ $option ]]; then
          option=
        elif [[ ! $ended && $word == -- ]]; then
          ended=1
        elif [[ ! $ended && $word == --* ]]; then
          given+="${word%%=*} "
          case $word in
          \##(optionsWithValues)) option=$word ;;
          esac
        elif [[ $ended || $word != -* || $word == - || $word == -@/* ]]; then
          if [[ $command ]]; then operands=$((operands + 1)); else command=$word; fi
        fi
      done

      # What can stand at the cursor: a kind, for some kinds the choices, and the part of it that is there.
      local kind= choices= part=$current prefix=
      if [[ ! $option && ! $ended && $current == --*=* ]]; then
        option=${current%%=*} prefix=${current%%=*}= part=${current#*=}
      fi
      if [[ $option ]]; then
        case $option in
    \##(valueCases)
        esac
      elif [[ ! $ended && $current == -?* ]]; then
        kind=options
      elif [[ ! $command ]]; then
        kind=words choices='\##(Command.all.map(\.name).joined(separator: " "))'
      else
        case $command:$operands in
    \##(operandCases)
        *) if [[ ! $ended ]]; then kind=options; fi ;;
        esac
      fi
      case $kind in
      options)
        case $command in
    \##(optionCases)
        esac
        ;;
      target)
        case $part in
    \##(schemeCases)
        *:*) ;;
        *)
          kind=scheme choices='\##(schemes(plan: false))'
          if [[ $command == plan ]]; then choices='\##(schemes(plan: true))'; fi
          ;;
        esac
        ;;
      esac

      # The replies.
      local reply
      case $kind in
      file | folder)
        # What the user has quoted stands in its quotes.
        part=${part#[\"\']} part=${part//\\/}
        local action=-f
        if [[ $kind == folder ]]; then action=-d; fi
        while IFS= read -r reply; do
          COMPREPLY+=("$prefix$reply")
        done < <(compgen "$action" -- "$part")
        if [[ $prefix == "$before" ]]; then compopt -o filenames 2>/dev/null; fi
        ;;
      *)
        for reply in $choices; do
          if [[ $kind == options && $given == *" $reply "* ]]; then
            case $reply in
            \##(repeatable)) ;;
            *) continue ;;
            esac
          fi
          if [[ $reply == "$part"* ]]; then COMPREPLY+=("$prefix$reply"); fi
        done
        if [[ $kind == scheme ]]; then compopt -o nospace 2>/dev/null; fi
        ;;
      esac
      for i in "${!COMPREPLY[@]}"; do COMPREPLY[i]=${COMPREPLY[i]#"$before"}; done
    }

    complete -F _replant replant

    """##
  }

  private static var optionsWithValues: String {
    Option.all.filter { $0.value != nil }.map { "--" + $0.name }.joined(separator: " | ")
  }

  private static var repeatable: String {
    Option.all.filter(\.isRepeatable).map { "--" + $0.name }.joined(separator: " | ")
  }

  /// Each a line of a `case`, as deep as the script has them.
  private static func cases(_ lines: [String?]) -> String {
    lines.compactMap { $0.map { "    " + $0 } }.joined(separator: "\n")
  }

  private static func assignment(_ value: Placeholder) -> String? {
    switch value.kind {
    case .text: nil
    case .file: "kind=file"
    case .folder: "kind=folder"
    case .target: "kind=target"
    case .words(let words): "kind=words choices='\(words().joined(separator: " "))'"
    }
  }

  private static var valueCases: String {
    cases(
      Option.all.map { option in
        option.value.flatMap(assignment).map { "--\(option.name)) \($0) ;;" }
      })
  }

  private static var operandCases: String {
    cases(
      Command.all.flatMap { command in
        command.operands.enumerated().map { index, operand in
          let place = operand.isRepeated ? "*" : String(index)
          return "\(command.name):\(place)) \(assignment(operand.value) ?? "") ;;"
        }
      })
  }

  private static var optionCases: String {
    let anywhere = Option.all + [.helpFlag, .versionFlag]
    let rows =
      Command.all.map { ($0.name, $0.optionsWithHelp) } + [("''", anywhere), ("*", [.helpFlag])]
    return cases(
      rows.map { name, options in
        "\(name)) choices='\(options.map { "--" + $0.name }.joined(separator: " "))' ;;"
      })
  }

  private static var schemeCases: String {
    cases(
      Targets.all.map { target in
        let kind: String
        switch target.rest {
        case .file: kind = "file"
        case .folder: kind = "folder"
        case .name, .nothing: return nil
        }
        return "\(target.scheme):*) kind=\(kind) prefix+=\(target.scheme): part=${part#*:} ;;"
      })
  }

  private static func schemes(plan: Bool) -> String {
    Targets.all.filter { plan || !$0.isForPlansOnly }.map { $0.scheme + ":" }
      .joined(separator: " ")
  }
}
