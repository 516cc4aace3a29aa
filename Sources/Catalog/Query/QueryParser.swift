import Glibc

/// Turns words into a query.
///
/// ```
/// query  = group { "," group }            one of the groups
/// group  = { term | sort }                all of the terms
/// term   = [ "-" ] ( "(" query ")" | field operator value | text )
/// sort   = field ( "+" | "-" )
/// ```
struct QueryParser {
  private let text: String
  private var tokens: ArraySlice<QueryLexer.Token>
  private var sort: [Query.SortTerm] = []
  private var depth = 0
  private let now: Int64
  private let tempoTolerance: Double

  /// Groups within groups, so that no query exhausts the stack.
  private static let maximumDepth = 50

  /// - Parameters:
  ///   - now: Seconds since 1970, for dates that count back from today.
  ///   - tempoTolerance: How near `bpm~` is where it does not say, as a ratio.
  init(_ lexer: QueryLexer, now: Int64, tempoTolerance: Double) {
    self.now = now
    self.tempoTolerance = tempoTolerance
    text = lexer.text
    tokens = lexer.tokens[...]
  }

  mutating func parse() throws(QueryError) -> Query {
    let condition = try alternatives()
    if case .close(let offset) = tokens.first {
      throw error("a parenthesis that was never opened", offset..<offset + 1)
    }
    return Query(condition, sort: sort)
  }

  private mutating func alternatives() throws(QueryError) -> Query.Condition {
    var groups = [try group()]
    while case .comma(let offset) = tokens.first {
      tokens.removeFirst()
      let next = try group()
      guard groups.last != .all([]), next != .all([]) else {
        throw error("there must be something to choose from on either side", offset..<offset + 1)
      }
      groups.append(next)
    }
    return groups.count == 1 ? groups[0] : .any(groups)
  }

  private mutating func group() throws(QueryError) -> Query.Condition {
    var parts: [Query.Condition] = []
    reading: while let token = tokens.first {
      switch token {
      case .comma, .close: break reading
      case .open(let offset):
        tokens.removeFirst()
        parts.append(try parenthesis(openedAt: offset))
      case .word(let letters):
        tokens.removeFirst()
        if letters.count == 1, letters.isUnquoted("-", at: letters.startIndex),
          case .open(let offset) = tokens.first
        {
          tokens.removeFirst()
          parts.append(.not(try parenthesis(openedAt: offset)))
        } else if let term = sortTerm(letters) {
          sort.append(term)
        } else if letters.text == "sort", letters.allSatisfy({ !$0.isQuoted }),
          let term = try sortTermBehindWord()
        {
          sort.append(term)
        } else {
          let term = TermParser(
            text: text, letters: letters, now: now, tempoTolerance: tempoTolerance)
          parts.append(try term.parse())
        }
      }
    }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  private mutating func parenthesis(openedAt offset: Int) throws(QueryError) -> Query.Condition {
    depth += 1
    guard depth <= Self.maximumDepth else {
      throw error("too many parentheses in each other", offset..<offset + 1)
    }
    defer { depth -= 1 }
    let inner = try alternatives()
    guard case .close = tokens.popFirst() else {
      throw error("a parenthesis is not closed", offset..<offset + 1)
    }
    return inner
  }

  // MARK: - Sorting

  private func sortTerm(_ letters: ArraySlice<QueryLexer.Letter>) -> Query.SortTerm? {
    guard let sign = letters.last, !sign.isQuoted, "+-".contains(sign.character),
      let field = Query.Field.named(letters.dropLast().text), field.column != nil
    else { return nil }
    return Query.SortTerm(field: field, isAscending: sign.character == "+")
  }

  /// The term behind the word `sort`, which may stand there for clarity; nil when what follows is
  /// no such thing, and `sort` is a word to look for.
  private mutating func sortTermBehindWord() throws(QueryError) -> Query.SortTerm? {
    guard case .word(let letters) = tokens.first else { return nil }
    if let term = sortTerm(letters) {
      tokens.removeFirst()
      return term
    }
    if let field = Query.Field.named(letters.text), field.column != nil {
      tokens.removeFirst()
      return Query.SortTerm(field: field)
    }
    guard let sign = letters.last?.character, "+-".contains(sign) else { return nil }
    let name = letters.dropLast()
    throw QueryError(
      message: "no field '\(name.text)' to sort by", text: text, range: name.range,
      suggestion: Suggestion.nearest(to: name.text, among: Query.Field.allNames))
  }

  private func error(_ message: String, _ range: Range<Int>) -> QueryError {
    QueryError(message: message, text: text, range: range)
  }
}

extension Query {
  /// Parses the words of a command line, as the shell cut them.
  ///
  /// - Parameters:
  ///   - now: Seconds since 1970, for dates that count back from today; by default the system's
  ///     clock.
  ///   - tempoTolerance: How near `bpm~128` is, as a ratio; `bpm~128%5` says it itself.
  /// - Throws: `QueryError` with the place of the mistake and, if there is one, a suggestion.
  public init(
    parsing words: [String], now: Int64 = Int64(time(nil)),
    tempoTolerance: Double = TempoMatch.usualTolerance
  ) throws(QueryError) {
    var parser = QueryParser(
      try QueryLexer(words: words), now: now, tempoTolerance: tempoTolerance)
    self = try parser.parse()
  }

  /// Parses a query in one text; spaces part the words, double quotes hold them together.
  public init(
    parsing text: String, now: Int64 = Int64(time(nil)),
    tempoTolerance: Double = TempoMatch.usualTolerance
  ) throws(QueryError) {
    var parser = QueryParser(try QueryLexer(text), now: now, tempoTolerance: tempoTolerance)
    self = try parser.parse()
  }
}
