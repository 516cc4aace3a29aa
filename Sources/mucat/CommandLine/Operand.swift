/// A word of the command line that is not an option: what it is and how many there may be.
struct Operand: Sendable {
  enum Arity: Sendable {
    case one, optional, any, oneOrMore
  }

  let name: String
  let arity: Arity
  /// At most 50 characters, no full stop.
  let summary: String
  /// The permitted words, when they can be listed.
  var choices: [String] = []
  var completion = Completion.none
  /// Whether the words are query expressions, which may begin with `-` to exclude.
  var isExpression = false

  /// As it stands in a usage line: `PATH…`, `[EXPR…]`.
  var usage: String {
    switch arity {
    case .one: name
    case .optional: "[\(name)]"
    case .any: "[\(name)…]"
    case .oneOrMore: "\(name)…"
    }
  }

  var isRequired: Bool { arity == .one || arity == .oneOrMore }
  var takesMany: Bool { arity == .any || arity == .oneOrMore }
}
