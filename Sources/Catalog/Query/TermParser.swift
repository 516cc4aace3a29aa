import Decoders

/// Turns one word into a condition: a field with an operator and a value, or free text.
struct TermParser {
  typealias Letters = ArraySlice<QueryLexer.Letter>

  let text: String
  let letters: Letters
  /// Seconds since 1970, for dates like "a week ago".
  let now: Int64
  /// How near `bpm~` is where it does not say, as a ratio.
  let tempoTolerance: Double

  func parse() throws(QueryError) -> Query.Condition {
    if letters.count > 1, letters.isUnquoted("-", at: letters.startIndex) {
      return .not(
        try TermParser(
          text: text, letters: letters.dropFirst(), now: now, tempoTolerance: tempoTolerance
        ).parsePositive())
    }
    return try parsePositive()
  }

  private func parsePositive() throws(QueryError) -> Query.Condition {
    guard let (name, symbol, value) = parts else { return .words(letters.text) }
    guard let field = Query.Field.named(name.text) else {
      throw QueryError(
        message: "unknown field '\(name.text)'", text: text, range: name.range,
        suggestion: Suggestion.nearest(to: name.text, among: Query.Field.allNames))
    }
    guard !value.isEmpty else {
      throw error("'\(field.name)' needs a value: \(field.example)", letters)
    }
    let values = ValueParser(text: text, field: field, now: now)
    switch (field.kind, symbol) {
    case (.question, .colon): return try question(field, value)
    case (.playlist, .colon), (.playlist, .equals): return .playlist(value.text)
    case (.choice, .colon), (.choice, .equals): return try values.status(value)
    case (.text, .colon): return .text(field, value.text, isWhole: false)
    case (.text, .equals): return .text(field, value.text, isWhole: true)
    case (.text, .tilde), (.path, .tilde): return .pattern(field, try values.pattern(value))
    case (.path, .colon), (.path, .equals):
      return value.text.hasPrefix("/")
        ? .path(FilePath(value.text)) : .text(field, value.text, isWhole: symbol == .equals)
    case (.key, .colon), (.key, .equals): return .key(field, try values.keys(value))
    case (.key, .tilde): return .key(field, try values.mixingKeys(value))
    case (.tempo, .tilde): return .tempo(try values.tempo(value, tolerance: tempoTolerance))
    case (.number, _), (.tempo, _), (.duration, _), (.date, _):
      guard symbol != .tilde else { throw misfit(symbol, behind: name, field) }
      return .number(field, try values.interval(value, symbol: symbol))
    default: throw misfit(symbol, behind: name, field)
    }
  }

  private func misfit(
    _ symbol: QueryOperator, behind name: Letters, _ field: Query.Field
  ) -> QueryError {
    let start = name.range.upperBound
    return QueryError(
      message: "'\(symbol.rawValue)' does not go with '\(field.name)': \(field.example)",
      text: text, range: start..<start + symbol.rawValue.count)
  }

  /// The name, the operator and the value; nil for free text.
  private var parts: (name: Letters, symbol: QueryOperator, value: Letters)? {
    let name = letters.prefix {
      !$0.isQuoted && ($0.character.isLetter || "_@".contains($0.character))
    }
    let rest = letters[name.endIndex...]
    guard !name.isEmpty, let symbol = QueryOperator(head: rest) else { return nil }
    return (name, symbol, rest.dropFirst(symbol.rawValue.count))
  }

  private func question(
    _ question: Query.Field, _ value: Letters
  ) throws(QueryError) -> Query.Condition {
    let name = value.prefix { $0.character != "=" }
    guard let field = Query.Field.named(name.text) else {
      throw QueryError(
        message: "unknown field '\(name.text)'", text: text, range: name.range,
        suggestion: Suggestion.nearest(to: name.text, among: Query.Field.allNames))
    }
    guard let column = field.column else {
      throw error("'\(field.name)' is no value that a track has", name)
    }
    let reason = value[name.endIndex...].dropFirst()
    guard question.name == "why" else {
      guard name.endIndex == value.endIndex else {
        throw error("'\(question.name)' asks about a field only", value)
      }
      return question.name == "has" ? .has(field) : .not(.has(field))
    }
    guard column.reason != nil else {
      throw error("no reasons are kept for '\(field.name)'; try bpm, key or lufs", name)
    }
    guard name.endIndex < value.endIndex else { return .reason(field, nil) }
    let known = column.reasons.first { $0.lowercased() == reason.text.lowercased() }
    guard let known else {
      throw QueryError(
        message: "no such reason; '\(field.name)' has \(column.reasons.joined(separator: ", "))",
        text: text, range: reason.isEmpty ? value.range : reason.range,
        suggestion: Suggestion.nearest(to: reason.text, among: column.reasons))
    }
    return .reason(field, known)
  }

  private func error(_ message: String, _ part: Letters) -> QueryError {
    QueryError(message: message, text: text, range: part.range)
  }
}

/// What stands between a field and its value.
enum QueryOperator: String, CaseIterable {
  // Longer ones first: they begin like the shorter.
  case atMost = "<="
  case atLeast = ">="
  case less = "<"
  case greater = ">"
  case colon = ":"
  case tilde = "~"
  case equals = "="

  /// The operator at the head of `letters`; nil when there is none.
  init?(head letters: ArraySlice<QueryLexer.Letter>) {
    let found = Self.allCases.first { symbol in
      letters.count >= symbol.rawValue.count
        && zip(letters, symbol.rawValue).allSatisfy { !$0.isQuoted && $0.character == $1 }
    }
    guard let found else { return nil }
    self = found
  }
}
