/// How a query is to be run.
///
/// SQLite has no notion of how many rows a condition leaves, nor that a limit ends a search early.
/// With a million recordings that is the difference between a tenth of a millisecond and a tenth
/// of a second, so the catalogue helps it with a sample, and with a count where the sample says
/// nothing: of texts.
enum QueryStrategy {
  /// SQLite looks for the rows in the index that it thinks best, and sorts them.
  /// - likelihoods: The shares of tracks that fulfil some of the conditions; empty when unknown.
  case planned(likelihoods: [Query.Condition: Double])
  /// The rows are read in the order of the answer, out of the index that has it, and tested one by
  /// one until there are enough.
  /// - gathered: Conditions on texts that few enough files fulfil to have them all at hand.
  case ordered(gathered: Set<Query.Condition>)

  /// Fewer recordings than this are searched fast enough whatever the plan.
  static let sampledFrom: Int64 = 20_000
  /// How many tracks are looked at.
  static let sampleSize: Int64 = 256
  /// How many of them must fulfil a condition before it counts as one that many fulfil: chance
  /// does not often find three of what is rare.
  private static let manyHits = 3
  /// Up to so many of them may fulfil a condition on a text whose files are gathered: to gather a
  /// fiftieth of all files costs as much as to test them one by one until 50 are found.
  private static let gatheredHits = 4
  /// Files beyond this number are not counted.
  static let countedTo: Int64 = 10_000
  /// To test a row in order costs so much of gathering and sorting one.
  private static let testingCost = 0.2

  /// Picks what is cheap: reading in order where answers are many, gathering where they are few.
  ///
  /// - Parameters:
  ///   - sample: Tracks from all over the catalogue; empty for a small one.
  ///   - trackCount: How many there are in all.
  ///   - fileCounts: How many files fulfil some of the conditions, as far as counted.
  init(
    for query: Query, sample: [SearchableTrack], trackCount: Int64,
    fileCounts: [Query.Condition: Int64] = [:]
  ) {
    guard let limit = query.limit, !sample.isEmpty else {
      self = .planned(likelihoods: [:])
      return
    }
    let size = Double(sample.count)
    let terms = query.condition.conjuncts.map { part in
      Term(part, sample: sample, fileCount: fileCounts[part])
    }
    let together = sample.count(where: query.condition.test)
    // Too few together to count: then as if the conditions had nothing to do with each other.
    let share =
      together >= Self.manyHits
      ? Double(together) / size
      : terms.reduce(1) { $0 * ($1.share(of: size, trackCount: trackCount)) }
    let wanted = Double(limit + max(query.offset, 0))
    let answers = Double(trackCount) * share
    let gathered = terms.filter { $0.isGathered }.map(\.condition)
    let isWorthwhile =
      answers > 4 * wanted && (gathered.isEmpty || answers * share > Self.testingCost * wanted)
    if terms.allSatisfy(\.isKnown), isWorthwhile, query.hasOrderedIndex {
      self = .ordered(gathered: Set(gathered))
      return
    }
    let likelihoods = terms.map { ($0.condition, (Double($0.hits) + 0.5) / (size + 1)) }
    self = .planned(likelihoods: Dictionary(likelihoods, uniquingKeysWith: { first, _ in first }))
  }

  /// The conditions of a query that are worth counting: on texts that the sample knows too little of.
  static func conditionsToCount(of query: Query, sample: [SearchableTrack]) -> [Query.Condition] {
    guard query.limit != nil, !sample.isEmpty, query.hasOrderedIndex else { return [] }
    let terms = query.condition.conjuncts.map { Term($0, sample: sample, fileCount: nil) }
    guard terms.allSatisfy({ $0.isKnown || $0.condition.asksForIndexedText }) else { return [] }
    return terms.filter { !$0.isKnown }.map(\.condition)
  }

  /// A condition that must be fulfilled, and how often it is.
  private struct Term {
    let condition: Query.Condition
    let hits: Int
    let fileCount: Int64?

    init(_ condition: Query.Condition, sample: [SearchableTrack], fileCount: Int64?) {
      self.condition = condition
      self.fileCount = fileCount
      hits = sample.count(where: condition.test)
    }

    var isKnown: Bool { hits >= manyHits || fileCount != nil }

    var isGathered: Bool { hits <= gatheredHits && condition.asksForIndexedText }

    func share(of size: Double, trackCount: Int64) -> Double {
      guard hits < manyHits, let fileCount else { return Double(hits) / size }
      return Double(fileCount) / Double(max(trackCount, 1))
    }
  }
}

extension Query.Condition {
  /// The conditions that must all be fulfilled.
  var conjuncts: [Query.Condition] {
    if case .all(let parts) = self { return parts }
    return [self]
  }

  /// The same with one of the conjuncts replaced.
  func replacing(_ part: Query.Condition, with other: Query.Condition) -> Query.Condition {
    if case .all(let parts) = self { return .all(parts.map { $0 == part ? other : $0 }) }
    return self == part ? other : self
  }

  /// Whether an index of texts finds the files that fulfil this.
  fileprivate var asksForIndexedText: Bool {
    switch self {
    case .words(let text): !WordSearch(text).words.isEmpty
    case .text(let field, let text, _): field.kind == .text && text.unicodeScalars.count >= 3
    case .files: true
    default: false
    }
  }
}
