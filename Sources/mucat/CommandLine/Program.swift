import Glibc

/// Carries out a command line, and turns whatever happens into talk and an exit status.
struct Program: Sendable {
  /// The release. CHANGELOG.md tells what is in it.
  static let version = "0.1.0"

  let environment: Environment

  func run(_ words: [Word]) async -> ExitStatus {
    // A reader that went away shows as an error of write(2), not as death.
    signal(SIGPIPE, SIG_IGN)
    do {
      let status = try await dispatch(words)
      try environment.output.flush()
      return status
    } catch {
      return report(error)
    }
  }

  private func dispatch(_ words: [Word]) async throws -> ExitStatus {
    switch try ArgumentParser(commands: Commands.all).parse(words) {
    case .run(let command, let arguments):
      return try await command.run(arguments, environment)
    case .help(let command, let level):
      let help = Help(commands: Commands.all, width: environment.outputTerminal.proseWidth)
      try environment.output.write(help.text(for: command, level))
      return .done
    case .version:
      try environment.output.write(line: "mucat \(Self.version)")
      return .done
    case .nothing:
      let help = Help(commands: Commands.all, width: environment.errorTerminal.proseWidth)
      try environment.errors.write(help.text(for: nil, .brief))
      return .usage
    }
  }

  /// Says what went wrong on standard error. What was written before stays in front of it.
  private func report(_ error: any Error) -> ExitStatus {
    if let output = error as? OutputError, output == .closed { return .done }
    let failure = Failure(error)
    do {
      try environment.output.flush()
    } catch {
      // The failure at hand says more than that its output could not be written.
    }
    for line in failure.lines {
      // When even standard error is closed, the status still tells.
      try? environment.errors.write(line: line)
    }
    return failure.status
  }
}

extension ExitStatus {
  func exit() -> Never {
    Glibc.exit(rawValue)
  }
}
