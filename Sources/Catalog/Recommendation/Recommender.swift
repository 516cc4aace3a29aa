import Decoders

/// Answers "what next?": tracks that mix with a track, best first, each with its reason.
public struct Recommender: Sendable {
  public struct Options: Hashable, Sendable {
    /// What the player can do, and which steps between keys are allowed.
    public var rules = MixRules()
    /// At most this many tracks.
    public var limit = 10
    /// What the tracks must fulfil besides; its order, limit and offset do not matter.
    public var filter: Query?

    public init() {}
  }

  private let catalog: Catalog

  public init(catalog: Catalog) {
    self.catalog = catalog
  }

  /// Finds tracks that may follow `seed`, which need not be in the catalogue.
  ///
  /// Only tracks whose first key is allowed behind the seed's last one and whose tempo is within the
  /// pitch range are looked at. If the seed's own key or tempo is unknown, that one is not asked for,
  /// and each reason says so. The seed's recording is left out, and so are further copies: tracks of
  /// the same title, artist and length.
  ///
  /// The tracks are weighed by what an index holds; only those that come out best are read.
  ///
  /// - Returns: The best first; of equals, the path that comes first in byte order.
  public func recommend(
    for seed: Track, options: Options = Options()
  ) async throws(CatalogError) -> [Recommendation] {
    var sketches: [Track] = []
    var known: Set<Int64> = []
    for filter in Self.filters(for: seed, options: options) {
      for sketch in try await catalog.sketches(filter)
      where known.insert(sketch.recordingID).inserted { sketches.append(sketch) }
    }
    // Numbers are sorted, and not tracks, which are large.
    let scored = Self.scored(sketches, after: seed, options: options)
      .map { (score: $0.score, recording: $0.track.recordingID) }
      .sorted { ($1.score, $0.recording) < ($0.score, $1.recording) }
    var answers: [Recommendation] = []
    var next = 0
    // As many are read as are wanted, and more while there are copies among them.
    while next < scored.count, answers.count < options.limit {
      let worst = scored[min(next + options.limit - answers.count, scored.count) - 1].score
      // Equals are read together, since their paths decide between them.
      let last = scored[next...].firstIndex { $0.score < worst } ?? scored.count
      let tracks = try await catalog.tracks(
        ofRecordings: scored[next..<last].map(\.recording), fulfilling: options.filter)
      answers = Self.rank(tracks, after: seed, options: options, behind: answers)
      next = last
    }
    guard let edges = try await catalog.edges(ofRecording: seed.recordingID) else { return answers }
    for index in answers.indices {
      let track = answers[index].track
      guard let other = try await catalog.edges(ofRecording: track.recordingID) else { continue }
      let place = MixPlace(from: edges, to: other)
      answers[index].place = place
      answers[index].reason = RecommendationReason.text(
        from: seed, to: track, answers[index].step, rules: options.rules, place: place)
    }
    return answers
  }

  /// What to ask the index for: one filter, or one more for each further way in which beats meet.
  private static func filters(for seed: Track, options: Options) -> [CandidateFilter] {
    var filter = CandidateFilter()
    if let key = seed.outroKey {
      for semitones in options.rules.reachableSemitones {
        // What is heard a semitone up must be written a semitone down.
        let heard = HarmonicRelation.compatibleKeys(with: key, rules: options.rules.harmony)
        filter.keys.formUnion(heard.map { $0.transposed(bySemitones: -semitones) })
      }
    }
    filter.beatsPerMinute = seed.bpm
    filter.tempoTolerance = options.rules.pitchRangePercent / 100
    filter.excludedRecordings = [seed.recordingID]
    filter.condition = options.filter?.condition
    guard options.rules.allowsThreeToTwo, let bpm = seed.bpm else { return [filter] }
    return [1, 3.0 / 2, 2.0 / 3].map { ratio in
      var filter = filter
      filter.beatsPerMinute = bpm * ratio
      return filter
    }
  }

  /// Scores and sorts, without touching the catalogue.
  ///
  /// - Parameter kept: The best so far, which stay in front.
  static func rank(
    _ candidates: [Track], after seed: Track, options: Options, behind kept: [Recommendation] = []
  ) -> [Recommendation] {
    var kept = kept
    let others = candidates.filter { !$0.isCopy(of: seed) }
    let ranked = scored(others, after: seed, options: options).sorted(by: isBetter)
    for var candidate in ranked where kept.count < options.limit {
      let isKnown = kept.contains {
        $0.track.recordingID == candidate.track.recordingID || $0.track.isCopy(of: candidate.track)
      }
      guard !isKnown else { continue }
      candidate.reason = RecommendationReason.text(
        from: seed, to: candidate.track, candidate.step, rules: options.rules)
      kept.append(candidate)
    }
    return kept
  }

  /// The candidates that the rules allow, with scores but without reasons.
  private static func scored(
    _ candidates: [Track], after seed: Track, options: Options
  ) -> [Recommendation] {
    candidates.compactMap { track in
      guard track.recordingID != seed.recordingID || seed.recordingID == 0 else { return nil }
      let step = MixStep(from: seed, to: track, rules: options.rules)
      if let relation = step.relation, !options.rules.harmony.relations.contains(relation),
        step.heardKey != step.introKey
      {
        return nil
      }
      // The index answers in percent of the tempo; the range is of the speed, a little narrower
      // below, and the same for faster and slower.
      let edge = step.tempo?.distance(tolerancePercent: options.rules.pitchRangePercent) ?? 0
      guard edge <= 1 + 1e-9 else { return nil }
      let score = RecommendationScore(step, rules: options.rules)
      return Recommendation(
        track: track, score: score.value, terms: score.terms, step: step, reason: "")
    }
  }

  private static func isBetter(_ one: Recommendation, _ other: Recommendation) -> Bool {
    one.score == other.score ? one.track.path < other.track.path : one.score > other.score
  }
}

extension Track {
  /// Whether two tracks are the same song by their tags, in another file or encoding.
  func isCopy(of other: Track) -> Bool {
    guard abs(duration - other.duration) < Self.copyLengthDifference, let title, let artist,
      let otherTitle = other.title, let otherArtist = other.artist
    else { return false }
    return title.lowercased() == otherTitle.lowercased()
      && artist.lowercased() == otherArtist.lowercased()
  }

  /// Encoders and rippers leave or cut some silence, in seconds.
  private static let copyLengthDifference = 3.0
}
