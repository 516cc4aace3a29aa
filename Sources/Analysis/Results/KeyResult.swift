extension MusicUnderstandingSession {
  /// The keys of a piece over time.
  public struct KeyResult: Codable, Equatable, Sendable {
    /// One entry per detected key, in time order, adjacent entries of different keys.
    /// Empty when the music has no key: `details.reason` says why.
    public var ranges: [RangedValue<KeySignature>]
    /// What Apple's type has no room for.
    public var details: KeyDetails

    public init(ranges: [RangedValue<KeySignature>], details: KeyDetails = KeyDetails()) {
      self.ranges = ranges
      self.details = details
    }
  }

  /// A tonic and a mode.
  public struct KeySignature: Codable, Hashable, Sendable {
    public var tonic: Tonic
    public var mode: Mode

    public init(tonic: Tonic, mode: Mode) {
      self.tonic = tonic
      self.mode = mode
    }
  }

  /// The seventeen usual spellings of the twelve pitch classes.
  public enum Tonic: String, Codable, Hashable, Sendable, CaseIterable {
    case aFlat, aSharp, a, bFlat, b, c, cSharp, d, dFlat, dSharp, eFlat, e, f, fSharp, g, gFlat
    case gSharp
  }

  public enum Mode: String, Codable, Hashable, Sendable, CaseIterable {
    case major, minor
  }

  /// Further findings about the key.
  public struct KeyDetails: Codable, Equatable, Sendable {
    /// Why there is no key.
    public enum Reason: String, Codable, Sendable, CaseIterable {
      /// No audio above −60 dBFS or so.
      case silence
      /// Less than about two seconds.
      case tooShort
      /// Noise, drums alone, speech: no stable set of pitches.
      case atonal
    }

    /// The key that fits the whole piece best; nil when there is none.
    public var global: KeySignature?
    /// 0 to 1: how far `global` stands out from the second best.
    public var confidence: Float
    /// The best keys for the whole piece, best first, at most four, `global` among them.
    /// Scores are comparable within one piece only.
    public var candidates: [KeyCandidate]
    /// How far the tuning is from A4 = 440 Hz, in cents, −50 to 50; nil when there is no key.
    public var tuningCents: Float?
    /// The sum of the pitch classes over the piece, C first, their maximum 1; empty without a key.
    public var chroma: [Float]
    /// How probable each of the 24 keys is in each of the result's `ranges`, in their order, by
    /// itself: what comes before and after does not count, so a range's key need not be its best.
    /// Empty without a key, and when the result comes from a catalogue, which does not keep them.
    public var rangeScores: [KeyScores]
    public var reason: Reason?

    public init(
      global: KeySignature? = nil, confidence: Float = 0, candidates: [KeyCandidate] = [],
      tuningCents: Float? = nil, chroma: [Float] = [], rangeScores: [KeyScores] = [],
      reason: Reason? = nil
    ) {
      self.global = global
      self.confidence = confidence
      self.candidates = candidates
      self.tuningCents = tuningCents
      self.chroma = chroma
      self.rangeScores = rangeScores
      self.reason = reason
    }

    /// Reads what an earlier version wrote, too, which had no `rangeScores`.
    public init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      global = try values.decodeIfPresent(KeySignature.self, forKey: .global)
      confidence = try values.decode(Float.self, forKey: .confidence)
      candidates = try values.decode([KeyCandidate].self, forKey: .candidates)
      tuningCents = try values.decodeIfPresent(Float.self, forKey: .tuningCents)
      chroma = try values.decode([Float].self, forKey: .chroma)
      rangeScores = try values.decodeIfPresent([KeyScores].self, forKey: .rangeScores) ?? []
      reason = try values.decodeIfPresent(Reason.self, forKey: .reason)
    }
  }

  /// A key and how well it fits.
  public struct KeyCandidate: Codable, Hashable, Sendable {
    public var key: KeySignature
    public var score: Float

    public init(key: KeySignature, score: Float) {
      self.key = key
      self.score = score
    }
  }
}
