import Catalog

/// What commands share that take a query.
enum QueryWords {
  static let tempoTolerance = Option<Double?>(
    "tempo-tolerance", .decimal("PERCENT", in: 0...25), absent: usual,
    summary: "How near bpm~ is, in percent",
    details: "For terms that do not say it themselves, as bpm~128%5 does.")

  private static let usual = NumberText.decimal(100 * TempoMatch.usualTolerance, places: 3)

  /// Reads the words of a query with the command's options.
  static func query(
    _ words: some Sequence<Word>, _ arguments: Arguments
  ) throws(QueryError) -> Query {
    try Query(
      parsing: words.map(\.text),
      tempoTolerance: ratio(arguments) ?? TempoMatch.usualTolerance)
  }

  /// The tolerance given, as a ratio; nil when none is.
  static func ratio(_ arguments: Arguments) -> Double? {
    arguments[tempoTolerance].map { $0 / 100 }
  }
}
