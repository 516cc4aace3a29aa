/// How a query is to be run.
///
/// SQLite has no notion of how many rows a condition leaves, nor that a limit ends a search early.
/// With a million recordings that is the difference between a tenth of a millisecond and a tenth
/// of a second, so the catalogue helps it with a sample.
enum QueryStrategy {
  /// SQLite looks for the rows in the index that it thinks best, and sorts them.
  /// - likelihoods: The shares of tracks that fulfil some of the conditions; empty when unknown.
  case planned(likelihoods: [Query.Condition: Double])
  /// The rows are read in the order of the answer, out of the index that has it, and tested one by
  /// one until there are enough.
  case ordered

  /// Fewer recordings than this are searched fast enough whatever the plan.
  static let sampledFrom: Int64 = 20_000
  /// How many tracks are looked at.
  static let sampleSize: Int64 = 256
  /// How many of them must fulfil a condition before it counts as one that many fulfil: chance
  /// does not often find three of what is rare.
  private static let manyHits = 3

  /// Picks what is cheap: reading in order where answers are many, gathering where they are few.
  ///
  /// - Parameters:
  ///   - sample: Tracks from all over the catalogue; empty for a small one.
  ///   - trackCount: How many there are in all.
  init(for query: Query, sample: [Track], trackCount: Int64) {
    guard let limit = query.limit, !sample.isEmpty else {
      self = .planned(likelihoods: [:])
      return
    }
    let parts = query.condition.conjuncts
    let hits = parts.map { part in sample.count { part.isFulfilled(by: $0) } }
    let together = sample.count { query.condition.isFulfilled(by: $0) }
    let size = Double(sample.count)
    // Too few together to count: then as if the conditions had nothing to do with each other.
    let share =
      together >= Self.manyHits
      ? Double(together) / size : hits.reduce(1) { $0 * Double($1) / size }
    let wanted = Double(limit + max(query.offset, 0))
    if hits.allSatisfy({ $0 >= Self.manyHits }), Double(trackCount) * share > 4 * wanted,
      query.hasOrderedIndex
    {
      self = .ordered
      return
    }
    let likelihoods = zip(parts, hits).map { ($0, (Double($1) + 0.5) / (size + 1)) }
    self = .planned(likelihoods: Dictionary(likelihoods, uniquingKeysWith: { first, _ in first }))
  }
}

extension Query.Condition {
  /// The conditions that must all be fulfilled.
  var conjuncts: [Query.Condition] {
    if case .all(let parts) = self { return parts }
    return [self]
  }
}
