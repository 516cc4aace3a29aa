import Catalog

/// What a command line asks for.
enum Invocation: Sendable {
  case run(Command, Arguments)
  /// Help about a command, or about the program.
  case help(Command?, HelpLevel)
  case version
  /// Nothing was asked for.
  case nothing
}

enum HelpLevel: Sendable {
  /// `-h`: one line per option.
  case brief
  /// `--help`, `mucat help`: everything.
  case full
}

/// Reads words into an `Invocation`. Pure: touches no file, clock or terminal.
///
/// `--name value`, `--name=value`, `-n value`, `-nvalue`, packed switches `-qv`, `--no-name` where
/// declared, `--` ends options. Options and operands may mix; of an option given twice the last
/// counts; names are never abbreviated. Common options may precede the command. Help and version
/// win over everything else, so that they work on a broken line.
///
/// A query expression may begin with `-` to exclude (`-genre:techno`). In commands that take
/// expressions a word of the form `-letters` + one of `: ~ = < >` is an expression, not an option.
struct ArgumentParser {
  /// The command that shows help about others.
  static let helpName = "help"

  let commands: [Command]

  func parse(_ words: [Word]) throws(UsageError) -> Invocation {
    guard !words.isEmpty else { return .nothing }
    let commandIndex = indexOfCommand(in: words)
    let name = commandIndex.map { words[$0].text }
    let command = name.flatMap { name in commands.first { $0.name == name } }
    if let early = helpOrVersion(words, command: command, commandIndex: commandIndex) {
      return early
    }
    guard let commandIndex, let name else { return try parseWithoutCommand(words) }
    if name == Self.helpName { return try helpCommand(words, behind: commandIndex) }
    guard let command else { throw unknownCommand(name, at: commandIndex) }
    var reader = WordReader(command: command, words: words, commandIndex: commandIndex)
    return .run(command, try reader.read())
  }

  /// The first word that is neither a common option nor the value of one.
  private func indexOfCommand(in words: [Word]) -> Int? {
    var index = 0
    while index < words.count {
      let text = words[index].text
      guard text.hasPrefix("-"), text != "-" else { return index }
      if text == "--" { return index + 1 < words.count ? index + 1 : nil }
      let isSeparateValue = CommonOptions.all.contains { option in
        option.takesValue && (text == "--" + option.name || text == option.short.map { "-\($0)" })
      }
      index += isSeparateValue ? 2 : 1
    }
    return nil
  }

  private func helpOrVersion(
    _ words: [Word], command: Command?, commandIndex: Int?
  ) -> Invocation? {
    for word in words {
      switch word.text {
      case "--": return nil
      case "-h": return .help(command, .brief)
      case "--help": return .help(command, .full)
      case "--version": return .version
      default: continue
      }
    }
    return nil
  }

  /// `mucat help [COMMAND]`.
  private func helpCommand(
    _ words: [Word], behind index: Int
  ) throws(UsageError) -> Invocation {
    guard
      let topic = words.indices.dropFirst(index + 1).first(where: { index in
        !words[index].text.hasPrefix("-")
      })
    else { return .help(nil, .full) }
    let name = words[topic].text
    if name == Self.helpName { return .help(nil, .full) }
    guard let command = commands.first(where: { $0.name == name }) else {
      throw unknownCommand(name, at: topic)
    }
    return .help(command, .full)
  }

  private func unknownCommand(_ name: String, at position: Int) -> UsageError {
    UsageError(
      problem: .unknownCommand(name), position: position,
      suggestion: Suggestion.nearest(to: name, among: commands.map(\.name) + [Self.helpName]))
  }

  /// There are only options: the first unknown one is at fault, else the command is missing.
  private func parseWithoutCommand(_ words: [Word]) throws(UsageError) -> Invocation {
    for (index, word) in words.enumerated() where word.text.hasPrefix("-") {
      let name = word.text.drop { $0 == "-" }.prefix { $0 != "=" }
      let isKnown = CommonOptions.all.contains {
        $0.name == name || $0.short.map(String.init) == String(name)
      }
      if !isKnown {
        throw UsageError(
          problem: .unknownOption(word.text), position: index,
          suggestion: Suggestion.nearest(
            to: String(name), among: CommonOptions.all.map(\.name) + ["help", "version"]
          ).map { "--" + $0 })
      }
    }
    throw UsageError(problem: .missingOperand("COMMAND"))
  }
}
