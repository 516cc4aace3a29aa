import Catalog

/// Goes through the words of one command.
struct WordReader {
  private let command: Command
  private let words: [Word]
  private let commandIndex: Int
  private var index = 0
  private var arguments: Arguments

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
        suggestion: Suggestion.nearest(to: name, among: names).map { "--" + $0 })
    }
  }

  /// `-n value`, `-nvalue` or packed switches.
  private mutating func readShort(_ position: Int) throws(UsageError) {
    var rest = words[position].bytes.dropFirst()
    while let byte = rest.popFirst() {
      let letter = Character(Unicode.Scalar(byte))
      guard let option = command.allOptions.first(where: { $0.short == letter }) else {
        // The whole word: `-techno` is one slip, not six.
        let word = words[position].text
        throw error(
          .unknownOption(word), at: position,
          suggestion: command.takesExpressions ? "-- \(word)" : nil)
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
      arguments.take(try option.parse(value), for: option)
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
