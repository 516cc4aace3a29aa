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
      suggestion: Suggestions.nearest(to: name, among: commands.map(\.name) + [Self.helpName]))
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
          suggestion: Suggestions.nearest(
            to: String(name), among: CommonOptions.all.map(\.name) + ["help", "version"]
          ).map { "--" + $0 })
      }
    }
    throw UsageError(problem: .missingOperand("COMMAND"))
  }
}

/// Goes through the words of one command.
private struct WordReader {
  let command: Command
  let words: [Word]
  let commandIndex: Int
  var index = 0
  var arguments: Arguments

  init(command: Command, words: [Word], commandIndex: Int) {
    self.command = command
    self.words = words
    self.commandIndex = commandIndex
    arguments = Arguments(command: command.name)
  }

  mutating func read() throws(UsageError) -> Arguments {
    var optionsHaveEnded = false
    while index < words.count {
      let position = index
      let text = words[index].text
      index += 1
      if position == commandIndex { continue }
      if optionsHaveEnded || text == "-" || !text.hasPrefix("-") || isExpression(text) {
        arguments.append(operand: words[position])
      } else if text == "--" {
        optionsHaveEnded = position > commandIndex
      } else if text.hasPrefix("--") {
        try readLong(position)
      } else {
        try readShort(position)
      }
    }
    try checkOperands()
    return arguments
  }

  /// Whether the word excludes by a query: `-genre:x`, `-bpm<100`.
  private func isExpression(_ text: String) -> Bool {
    guard command.takesExpressions, !text.hasPrefix("--") else { return false }
    let name = text.dropFirst().prefix { $0.isLetter || $0 == "_" }
    guard !name.isEmpty, let next = text.dropFirst(1 + name.count).first else { return false }
    return ":~=<>".contains(next)
  }

  private mutating func readLong(_ position: Int) throws(UsageError) {
    let bytes = words[position].bytes.dropFirst(2)
    let equals = bytes.firstIndex(of: UInt8(ascii: "="))
    let name = String(decoding: bytes[..<(equals ?? bytes.endIndex)], as: UTF8.self)
    let value = equals.map { Word(bytes: bytes[($0 + 1)...]) }

    if let option = command.allOptions.first(where: { $0.name == name }) {
      try take(option, as: "--" + name, value: value, position: position)
    } else if name.hasPrefix("no-"),
      let option = command.allOptions.first(where: { $0.isNegatable && "no-" + $0.name == name })
    {
      guard value == nil else { throw error(.unexpectedValue(option: "--" + name), at: position) }
      arguments.set(option.name, to: false)
    } else {
      let names = command.allOptions.map(\.name) + ["help", "version"]
      throw error(
        .unknownOption("--" + name), at: position,
        suggestion: Suggestions.nearest(to: name, among: names).map { "--" + $0 })
    }
  }

  /// `-n value`, `-nvalue` or packed switches.
  private mutating func readShort(_ position: Int) throws(UsageError) {
    var rest = words[position].bytes.dropFirst()
    while let byte = rest.popFirst() {
      let letter = Character(Unicode.Scalar(byte))
      guard let option = command.allOptions.first(where: { $0.short == letter }) else {
        // The whole word: `-techno` is a slip for `-- -techno` rather than six switches.
        throw error(.unknownOption(words[position].text), at: position)
      }
      let attached = option.takesValue && !rest.isEmpty ? Word(bytes: rest) : nil
      try take(option, as: "-\(letter)", value: attached, position: position)
      if option.takesValue { return }
    }
  }

  private mutating func take(
    _ option: OptionDeclaration, as spelling: String, value attached: Word?, position: Int
  ) throws(UsageError) {
    guard let placeholder = option.placeholder else {
      guard attached == nil else { throw error(.unexpectedValue(option: spelling), at: position) }
      arguments.set(option.name, to: true)
      return
    }
    let value: Word
    if let attached {
      value = attached
    } else {
      guard index < words.count, index != commandIndex, !isOption(words[index].text) else {
        throw error(
          .missingValue(option: spelling, placeholder: placeholder), at: position)
      }
      value = words[index]
      index += 1
    }
    do throws(ValueError) {
      arguments.set(option.name, to: try option.parse(value))
    } catch {
      throw self.error(
        .invalidValue(subject: spelling, word: value.text, reason: error.reason), at: position,
        suggestion: error.suggestion)
    }
  }

  /// A negative number or an excluding expression is a value; `--json` is not.
  private func isOption(_ text: String) -> Bool {
    guard text.hasPrefix("--") else { return false }
    let name = text.dropFirst(2).prefix { $0 != "=" }
    return name.isEmpty || command.allOptions.contains { $0.name == name }
  }

  /// Counts the operands, and checks those that have listed choices.
  private func checkOperands() throws(UsageError) {
    var given = arguments.operands[...]
    for operand in command.operands {
      if given.isEmpty {
        if operand.isRequired { throw error(.missingOperand(operand.name), at: nil) }
        continue
      }
      let taken = operand.takesMany ? given : given.prefix(1)
      given = given.dropFirst(taken.count)
      for word in taken where !operand.choices.isEmpty && !operand.choices.contains(word.text) {
        let problem = ValueError.notAmong(operand.choices, word: word.text)
        throw error(
          .invalidValue(subject: operand.name, word: word.text, reason: problem.reason),
          at: words.firstIndex(of: word), suggestion: problem.suggestion)
      }
    }
    if let extra = given.first {
      throw error(.unexpectedOperand(extra.text), at: words.lastIndex(of: extra))
    }
  }

  private func error(
    _ problem: UsageError.Problem, at position: Int?, suggestion: String? = nil
  ) -> UsageError {
    UsageError(
      problem: problem, position: position, suggestion: suggestion, command: command.name)
  }
}
