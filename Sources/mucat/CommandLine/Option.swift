/// An option as the parser, the help and the completions see it: everything but its type.
struct OptionDeclaration: Sendable {
  enum Category: String, Sendable, CaseIterable {
    case own = "OPTIONS"
    case common = "COMMON OPTIONS"
  }

  let name: String
  let short: Character?
  /// What stands for the value in the help; nil for a switch.
  let placeholder: String?
  let category: Category
  /// At most 50 characters, no full stop.
  let summary: String
  /// More, for the full help.
  let details: String
  /// The value without the option, in words; nil when there is nothing to say.
  let defaultText: String?
  let choices: [String]
  let completion: Completion
  /// Whether `--no-NAME` switches it off.
  let isNegatable: Bool
  let parse: @Sendable (Word) throws(ValueError) -> any Sendable
  /// What a value and the one given before it are together; without it the last counts.
  var joining: (@Sendable (any Sendable, any Sendable) -> any Sendable)?

  var takesValue: Bool { placeholder != nil }
}

/// An option and the type of its value.
///
/// Each is declared once, as a static constant, and rendered many ways: parser, help, reference,
/// completions. A command reads `arguments[ScanCommand.jobs]` and gets the declared type.
struct Option<Value: Sendable>: Sendable {
  let declaration: OptionDeclaration
  let defaultValue: Value

  /// An option that takes a value and has one without being given.
  init(
    _ name: String, short: Character? = nil, _ syntax: ValueSyntax<Value>, default value: Value,
    category: OptionDeclaration.Category = .own, summary: String, details: String = ""
  ) {
    defaultValue = value
    let parse = syntax.parse
    declaration = OptionDeclaration(
      name: name, short: short, placeholder: syntax.placeholder, category: category,
      summary: summary, details: details, defaultText: syntax.describe(value),
      choices: syntax.choices, completion: syntax.completion, isNegatable: false,
      parse: { word throws(ValueError) in try parse(word) })
  }

  /// An option that takes a value and is nil without being given.
  ///
  /// - Parameter absent: What happens without it, in words, for the help.
  init<Wrapped: Sendable>(
    _ name: String, short: Character? = nil, _ syntax: ValueSyntax<Wrapped>,
    absent: String? = nil, category: OptionDeclaration.Category = .own, summary: String,
    details: String = ""
  ) where Value == Wrapped? {
    defaultValue = nil
    let parse = syntax.parse
    declaration = OptionDeclaration(
      name: name, short: short, placeholder: syntax.placeholder, category: category,
      summary: summary, details: details, defaultText: absent, choices: syntax.choices,
      completion: syntax.completion, isNegatable: false,
      parse: { word throws(ValueError) in Optional(try parse(word)) as Value })
  }
}

extension Option {
  /// An option that may be given several times, and is an array of what was given.
  init<Element: Sendable>(
    repeated name: String, _ syntax: ValueSyntax<Element>,
    category: OptionDeclaration.Category = .own, summary: String, details: String = ""
  ) where Value == [Element] {
    defaultValue = []
    let parse = syntax.parse
    declaration = OptionDeclaration(
      name: name, short: nil, placeholder: syntax.placeholder, category: category,
      summary: summary, details: details, defaultText: nil, choices: syntax.choices,
      completion: syntax.completion, isNegatable: false,
      parse: { word throws(ValueError) in [try parse(word)] },
      joining: { before, new in (before as? Value ?? []) + (new as? Value ?? []) })
  }
}

extension Option where Value == Bool {
  /// A switch: off unless given.
  init(
    switch name: String, short: Character? = nil, isNegatable: Bool = false,
    category: OptionDeclaration.Category = .own, summary: String, details: String = ""
  ) {
    defaultValue = false
    declaration = OptionDeclaration(
      name: name, short: short, placeholder: nil, category: category, summary: summary,
      details: details, defaultText: nil, choices: [], completion: .none,
      isNegatable: isNegatable, parse: { _ throws(ValueError) in true })
  }
}
