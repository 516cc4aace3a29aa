/// What the user asked of one command: options by declaration, operands by position.
struct Arguments: Sendable {
  /// The command's name, for messages.
  let command: String
  private(set) var operands: [Word] = []
  private var values: [String: any Sendable] = [:]

  init(command: String) {
    self.command = command
  }

  /// The value given last, else the declared default.
  subscript<Value>(option: Option<Value>) -> Value {
    values[option.declaration.name] as? Value ?? option.defaultValue
  }

  /// Whether the option was given at all.
  func isGiven<Value>(_ option: Option<Value>) -> Bool {
    values[option.declaration.name] != nil
  }

  mutating func set(_ name: String, to value: any Sendable) {
    values[name] = value
  }

  /// Takes the value of an option, which may have been given before.
  mutating func take(_ value: any Sendable, for option: OptionDeclaration) {
    guard let joining = option.joining, let before = values[option.name] else {
      values[option.name] = value
      return
    }
    values[option.name] = joining(before, value)
  }

  mutating func append(operand: Word) {
    operands.append(operand)
  }
}
