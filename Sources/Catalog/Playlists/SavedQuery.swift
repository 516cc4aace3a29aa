import FoundationEssentials

/// A query that the catalogue keeps by name: a playlist that follows the collection.
public struct SavedQuery: Hashable, Sendable {
  /// As the user spelt it; capitals and accents do not tell two names apart.
  public var name: String
  /// The words of the query, as ``Query/init(parsing:now:)-(Array<String>,_)`` takes them: read
  /// anew at each use, so that "the last two weeks" stays true.
  public var words: [String]
  /// At most so many tracks; nil for all.
  public var limit: Int?
  /// How near `bpm~` is where the words do not say, as a ratio; nil for the usual.
  public var tempoTolerance: Double?
  /// Seconds since 1970.
  public var savedAt: Int64

  public init(
    name: String, words: [String], limit: Int? = nil, tempoTolerance: Double? = nil,
    savedAt: Int64 = 0
  ) {
    self.name = name
    self.words = words
    self.limit = limit
    self.tempoTolerance = tempoTolerance
    self.savedAt = savedAt
  }

  /// The query as it would be typed in one text: what has spaces in it stands in quotes.
  public var text: String {
    words.map { word in
      guard word.contains(where: \.isWhitespace), !word.contains("\"") else { return word }
      let head = word.prefix { $0.isLetter || $0 == "_" || $0 == "-" }
      let symbol = word[head.endIndex...].prefix { ":=~<>".contains($0) }
      // Before an operator stands a field, which quotes would turn into a word to look for.
      return symbol.isEmpty
        ? "\"\(word)\"" : "\(head)\(symbol)\"\(word[symbol.endIndex...])\""
    }.joined(separator: " ")
  }

  /// - Throws: `QueryError` when a release that knew other fields saved it.
  public func query(now: Int64) throws(QueryError) -> Query {
    var query = try Query(
      parsing: words, now: now, tempoTolerance: tempoTolerance ?? TempoMatch.usualTolerance)
    query.limit = limit
    return query
  }
}
