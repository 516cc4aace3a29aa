/// What a set should be like, and what must hold. Tracks are named by their recordings.
public struct SetOptions: Hashable, Sendable {
  /// One track that must follow another at once.
  public struct Lock: Hashable, Sendable {
    public var first: Int64
    public var second: Int64

    public init(_ first: Int64, _ second: Int64) {
      self.first = first
      self.second = second
    }
  }

  /// What the player can do, and which steps between keys are welcome. Other steps are not forbidden;
  /// they cost more.
  public var rules = MixRules()
  /// The energy wanted; nil: small steps of energy.
  public var curve: EnergyCurve?
  public var first: Int64?
  public var last: Int64?
  public var locks: [Lock] = []
  /// Tracks that must be among those chosen, when ``duration`` chooses.
  public var required: Set<Int64> = []
  /// How long the set should last, in seconds; nil for all tracks.
  public var duration: Double?
  /// The most by which any track's speed may be changed, in percent; nil for no limit.
  public var maximumPitchPercent: Double?
  /// So many tracks must lie between two of one artist.
  public var artistGap = 0
  /// Of the search among many tracks: the same seed, the same set.
  public var seed: UInt64 = 1

  public init() {}

  /// How far a set may miss ``duration``: by 5 percent, or by half a track of usual length if that is
  /// more.
  func durationRange(usualLength: Double) -> ClosedRange<Double>? {
    duration.map { wanted in
      let slack = max(0.05 * wanted, 0.5 * usualLength)
      return max(wanted - slack, 0)...wanted + slack
    }
  }
}

/// Why there is no set.
public enum SetPlanError: Error, Hashable, Sendable, CustomStringConvertible {
  /// More tracks than can be weighed against each other.
  case tooManyTracks(Int, limit: Int)
  /// What is asked for cannot be at once.
  case contradiction(String)
  /// No choice of the tracks lasts about so long, in seconds.
  case noChoice(duration: Double)

  public var description: String {
    switch self {
    case .tooManyTracks(let count, let limit):
      "\(count) tracks are too many to order; \(limit) are the most"
    case .contradiction(let sentence): sentence
    case .noChoice(let duration):
      "no choice of these tracks lasts about \(Int((duration / 60).rounded())) minutes"
    }
  }
}
