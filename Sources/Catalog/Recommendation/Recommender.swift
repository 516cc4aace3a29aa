import Decoders

/// Answers "what next?": tracks that mix with a track, best first, each with its reason.
public struct Recommender: Sendable {
  public struct Options: Hashable, Sendable {
    /// How far tempi may be apart, in percent, half and double tempo counting as near.
    public var tempoTolerancePercent = 6.0
    /// At most this many tracks.
    public var limit = 10
    /// Which steps between keys are allowed.
    public var rules = HarmonicRules.standard
    /// What the tracks must fulfil besides; its order, limit and offset do not matter.
    public var filter: Query?

    public init() {}
  }

  private let catalog: Catalog

  public init(catalog: Catalog) {
    self.catalog = catalog
  }

  /// Finds tracks that may follow `seed`.
  ///
  /// Only tracks whose key is allowed and whose tempo is within the tolerance are looked at. If the
  /// seed's own key or tempo is unknown, that one is not asked for, and each reason says so.
  /// The seed's recording is left out, and so are further copies: tracks of the same title, artist
  /// and length.
  ///
  /// - Returns: The best first; of equals, the path that comes first in byte order.
  public func recommend(
    for seed: Track, options: Options = Options()
  ) async throws(CatalogError) -> [Recommendation] {
    var filter = CandidateFilter()
    if let key = seed.key {
      filter.keys = Set(HarmonicRelation.compatibleKeys(with: key, rules: options.rules))
    }
    filter.beatsPerMinute = seed.bpm
    filter.tempoTolerance = options.tempoTolerancePercent / 100
    filter.excludedRecordings = [seed.recordingID]
    filter.condition = options.filter?.condition
    let candidates = try await catalog.candidates(filter)
    return Self.rank(candidates, after: seed, options: options)
  }

  /// Scores and sorts, without touching the catalogue.
  static func rank(
    _ candidates: [Track], after seed: Track, options: Options
  ) -> [Recommendation] {
    let scored =
      candidates
      .filter { $0.recordingID != seed.recordingID && !isCopy($0, of: seed) }
      .map { recommendation($0, after: seed, options: options) }
      .filter { isWithinTolerance($0, options) }
      .sorted(by: isBetter)
    var kept: [Recommendation] = []
    for candidate in scored where kept.count < options.limit {
      let isKnown = kept.contains {
        $0.track.recordingID == candidate.track.recordingID || isCopy($0.track, of: candidate.track)
      }
      if !isKnown { kept.append(candidate) }
    }
    return kept
  }

  private static func recommendation(
    _ track: Track, after seed: Track, options: Options
  ) -> Recommendation {
    var score = RecommendationScore()
    var recommendation = Recommendation(track: track, score: 0, terms: [], reason: "")
    if let first = seed.key, let second = track.key {
      let relation = HarmonicRelation.relation(from: first, to: second)
      recommendation.relation = relation
      recommendation.sharedNotes = HarmonicRelation.sharedNoteCount(first, second)
      score.addKey(
        relation, confidence: min(seed.keyConfidence ?? 1, track.keyConfidence ?? 1))
    }
    if let first = seed.bpm, let second = track.bpm,
      let match = TempoShift(from: first, to: second)
    {
      recommendation.tempo = match
      score.addTempo(
        match, tolerancePercent: options.tempoTolerancePercent,
        confidence: min(seed.bpmConfidence ?? 1, track.bpmConfidence ?? 1))
    }
    if let first = seed.energy, let second = track.energy {
      recommendation.energyStep = second - first
      score.addEnergy(step: second - first)
    }
    if let first = seed.integrated, let second = track.integrated {
      recommendation.loudnessGap = second - first
      score.addLoudness(gap: second - first)
    }
    recommendation.score = score.value
    recommendation.terms = score.terms
    recommendation.reason = RecommendationReason.text(from: seed, recommendation)
    return recommendation
  }

  private static func isBetter(_ one: Recommendation, _ other: Recommendation) -> Bool {
    one.score == other.score ? one.track.path < other.track.path : one.score > other.score
  }

  /// The index answers in percent of the tempo; the tolerance is of the speed, a little narrower
  /// below, and the same for faster and slower.
  private static func isWithinTolerance(
    _ recommendation: Recommendation, _ options: Options
  ) -> Bool {
    guard let tempo = recommendation.tempo else { return true }
    return tempo.distance(tolerancePercent: options.tempoTolerancePercent) <= 1 + 1e-9
  }

  /// Whether two tracks are the same song by their tags, in another file or encoding.
  private static func isCopy(_ track: Track, of other: Track) -> Bool {
    guard let title = track.title, let otherTitle = other.title, let artist = track.artist,
      let otherArtist = other.artist
    else { return false }
    return title.lowercased() == otherTitle.lowercased()
      && artist.lowercased() == otherArtist.lowercased()
      && abs(track.duration - other.duration) < copyLengthDifference
  }

  /// Encoders and rippers leave or cut some silence, in seconds.
  private static let copyLengthDifference = 3.0
}
