/// What is wrong with a command line, and where.
struct UsageError: Error, Hashable, Sendable {
  enum Problem: Hashable, Sendable {
    case unknownCommand(String)
    case unknownOption(String)
    case missingValue(option: String, placeholder: String)
    case unexpectedValue(option: String)
    /// `subject` is the option or operand, `word` what was given for it.
    case invalidValue(subject: String, word: String, reason: String)
    case missingOperand(String)
    case unexpectedOperand(String)
    /// Values that are right one by one but not together.
    case combination(String)
  }

  let problem: Problem
  /// The index of the word at fault among the words behind the program's name, if it is one.
  var position: Int?
  var suggestion: String?
  /// The command whose help tells more.
  var command: String?

  /// One line, without the program's name.
  var message: String {
    var text =
      switch problem {
      case .unknownCommand(let word): "unknown command '\(word)'"
      case .unknownOption(let word): "unknown option '\(word)'"
      case .missingValue(let option, let placeholder): "\(option) needs a value: \(placeholder)"
      case .unexpectedValue(let option): "\(option) takes no value"
      case .invalidValue(let subject, let word, let reason): "\(subject): '\(word)' \(reason)"
      case .missingOperand(let name): "\(name) is missing"
      case .unexpectedOperand(let word): "unexpected argument '\(word)'"
      case .combination(let sentence): sentence
      }
    if let suggestion { text += "; did you mean '\(suggestion)'?" }
    return text
  }

  /// The line that points at the help.
  var hint: String {
    "Try 'mucat \(command.map { $0 + " " } ?? "")--help'."
  }
}
