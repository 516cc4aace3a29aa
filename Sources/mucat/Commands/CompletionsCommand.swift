/// `mucat completions SHELL`: a script that teaches a shell the commands and options.
enum CompletionsCommand {
  static let command = Command(
    name: "completions", summary: "Print a completion script for your shell",
    details: "The script's first lines say where to put it.",
    examples: [
      .init(
        words: "mucat completions bash > ~/.local/share/bash-completion/completions/mucat",
        summary: "For bash, from the next shell on.")
    ],
    operands: [
      Operand(
        name: "SHELL", arity: .one, summary: "Which shell",
        choices: ShellCompletion.Shell.allCases.map(\.rawValue))
    ],
    run: run)

  private static func run(
    _ arguments: Arguments, _ environment: Environment
  ) async throws -> ExitStatus {
    // The parser has checked the word against the choices.
    for shell in ShellCompletion.Shell.allCases where shell.rawValue == arguments.operands[0].text {
      let script = ShellCompletion(commands: Commands.all).script(for: shell)
      try environment.output.write(script)
    }
    return .done
  }
}
