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
  /// How many of them must fulfil a query before it counts as one with many answers: chance does
  /// not often find three of what is rare.
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
    let hits = sample.count { query.condition.isFulfilled(by: $0) }
    let expected = Double(trackCount) * Double(hits) / Double(sample.count)
    if hits >= Self.manyHits, expected > Double(limit + query.offset), query.hasOrderedIndex {
      self = .ordered
      return
    }
    var likelihoods: [Query.Condition: Double] = [:]
    for part in query.condition.conjuncts {
      guard case .number = part else { continue }
      let found = sample.count { part.isFulfilled(by: $0) }
      likelihoods[part] = (Double(found) + 0.5) / Double(sample.count + 1)
    }
    self = .planned(likelihoods: likelihoods)
  }
}

extension Query.Condition {
  /// The conditions that must all be fulfilled.
  var conjuncts: [Query.Condition] {
    if case .all(let parts) = self { return parts }
    return [self]
  }
}
