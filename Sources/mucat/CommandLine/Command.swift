/// A command of `mucat`, declared once and rendered as parser, help, reference and completions.
struct Command: Sendable {
  /// A command line and what it does.
  struct Example: Sendable {
    let words: String
    let summary: String
  }

  /// A further part of the full help: rows of a label and what it means.
  struct Section: Sendable {
    let title: String
    var introduction = ""
    var rows: [(label: String, text: String)] = []
  }

  let name: String
  /// At most 60 characters, no full stop.
  let summary: String
  /// Paragraphs, parted by empty lines; lines that begin with a space are kept as they are.
  let details: String
  var examples: [Example] = []
  var operands: [Operand] = []
  /// Its own options; the common ones are added.
  var options: [OptionDeclaration] = []
  var sections: [Section] = []
  let run: @Sendable (Arguments, Environment) async throws -> ExitStatus

  /// All options, its own first.
  var allOptions: [OptionDeclaration] { options + CommonOptions.all }

  var takesExpressions: Bool { operands.contains(where: \.isExpression) }
}
