/// Completion scripts, made from the registry: one template per shell.
struct ShellCompletion {
  enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish
  }

  let commands: [Command]

  func script(for shell: Shell) -> String {
    let lines =
      switch shell {
      case .bash: bash
      case .zsh: zsh
      case .fish: fish
      }
    return lines.joined(separator: "\n") + "\n"
  }

  private var names: [String] { commands.map(\.name) + [ArgumentParser.helpName] }

  private func spellings(_ option: OptionDeclaration) -> [String] {
    (option.short.map { ["-\($0)"] } ?? []) + ["--" + option.name]
      + (option.isNegatable ? ["--no-" + option.name] : [])
  }

  private func operandChoices(_ command: Command) -> [String] {
    command.operands.flatMap(\.choices)
  }

  // MARK: - bash

  private var bash: [String] {
    var lines = [
      "# bash completion for mucat: source this file, or put it in",
      "# ~/.local/share/bash-completion/completions/mucat",
      "_mucat() {",
      "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command= i",
      "  for ((i = 1; i < COMP_CWORD; i++)); do",
      "    [[ ${COMP_WORDS[i]} == -* ]] || { command=${COMP_WORDS[i]}; break; }",
      "  done",
      "  local options= values=",
      "  case $command in",
      "  '') values='\(names.joined(separator: " "))'",
      "    options='\(bashOptions(CommonOptions.all))' ;;",
      "  help) values='\(commands.map(\.name).joined(separator: " "))' ;;",
    ]
    for command in commands {
      lines.append("  \(command.name))")
      lines.append("    options='\(bashOptions(command.allOptions))'")
      let choices = operandChoices(command)
      if !choices.isEmpty { lines.append("    values='\(choices.joined(separator: " "))'") }
      lines.append("    case $before in")
      for option in command.allOptions where option.takesValue {
        let reply =
          option.choices.isEmpty
          ? (option.completion == .none
            ? "return" : "COMPREPLY=($(compgen -f -- \"$word\")); return")
          : "COMPREPLY=($(compgen -W '\(option.choices.joined(separator: " "))' -- \"$word\")); return"
        lines.append("    \(spellings(option).joined(separator: "|"))) \(reply) ;;")
      }
      lines.append("    esac ;;")
    }
    return lines + [
      "  esac",
      "  if [[ $word == -* ]]; then",
      "    COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))",
      "  elif [[ -n $values ]]; then",
      "    COMPREPLY=($(compgen -W \"$values\" -- \"$word\"))",
      "  else",
      "    COMPREPLY=($(compgen -f -- \"$word\"))",
      "  fi",
      "}",
      "complete -o filenames -F _mucat mucat",
    ]
  }

  private func bashOptions(_ options: [OptionDeclaration]) -> String {
    (options.flatMap(spellings) + ["-h", "--help", "--version"]).joined(separator: " ")
  }

  // MARK: - zsh

  private var zsh: [String] {
    var lines = [
      "#compdef mucat",
      "# zsh completion for mucat: put this file into a folder of $fpath as _mucat",
      "_mucat() {",
      "  local context state line",
      "  _arguments -C '1:command:->command' '*::argument:->argument'",
      "  case $state in",
      "  command)",
      "    local -a commands=(",
    ]
    for command in commands {
      lines.append("      \(quoted(command.name + ":" + command.summary))")
    }
    lines += [
      "      \(quoted("\(ArgumentParser.helpName):Explain a command, or all of this"))",
      "    )",
      "    _describe command commands ;;",
      "  argument)",
      "    case $words[1] in",
      "    help) _values command \(commands.map(\.name).joined(separator: " ")) ;;",
    ]
    for command in commands {
      lines.append("    \(command.name))")
      lines.append("      _arguments \\")
      for option in command.allOptions {
        for spelling in spellings(option) {
          lines.append("        \(quoted(zshOption(option, spelling))) \\")
        }
      }
      lines.append("        '(-h --help)'{-h,--help}'[Show help]' --version'[Show the version]' \\")
      let choices = operandChoices(command)
      lines.append(
        choices.isEmpty
          ? "        '*:argument:_files' ;;"
          : "        '1:kind:(\(choices.joined(separator: " ")))' '*:argument:_files' ;;")
    }
    return lines + ["    esac ;;", "  esac", "}", "_mucat \"$@\""]
  }

  private func zshOption(_ option: OptionDeclaration, _ spelling: String) -> String {
    let summary = option.summary.filter { !"[]:".contains($0) }
    var text = "\(spelling)[\(summary)]"
    guard let placeholder = option.placeholder else { return text }
    text += ":\(placeholder):"
    if !option.choices.isEmpty {
      text += "(\(option.choices.joined(separator: " ")))"
    } else if option.completion != .none {
      text += "_files"
    }
    return text
  }

  // MARK: - fish

  private var fish: [String] {
    var lines = [
      "# fish completion for mucat: put this file into ~/.config/fish/completions/mucat.fish",
      "complete -c mucat -n __fish_use_subcommand -f",
    ]
    for command in commands {
      lines.append(
        "complete -c mucat -n __fish_use_subcommand -a \(command.name) -d \(quoted(command.summary))"
      )
    }
    lines.append(
      "complete -c mucat -n __fish_use_subcommand -a \(ArgumentParser.helpName) "
        + "-d 'Explain a command'")
    lines.append(
      "complete -c mucat -n '__fish_seen_subcommand_from help' -f "
        + "-a '\(commands.map(\.name).joined(separator: " "))'")
    for command in commands {
      let condition = "-n '__fish_seen_subcommand_from \(command.name)'"
      for option in command.allOptions {
        var line = "complete -c mucat \(condition) -l \(option.name)"
        if let short = option.short { line += " -s \(short)" }
        if option.takesValue { line += option.completion == .none ? " -x" : " -r -F" }
        if !option.choices.isEmpty { line += " -a '\(option.choices.joined(separator: " "))'" }
        lines.append(line + " -d \(quoted(option.summary))")
        if option.isNegatable {
          lines.append("complete -c mucat \(condition) -l no-\(option.name)")
        }
      }
      let choices = operandChoices(command)
      if !choices.isEmpty {
        lines.append("complete -c mucat \(condition) -f -a '\(choices.joined(separator: " "))'")
      }
    }
    return lines + ["complete -c mucat -s h -l help -d 'Show help'"]
  }

  private func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }
}
