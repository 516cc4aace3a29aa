extension MusicUnderstandingSession {
  /// How fast the music feels, whatever its tempo: busy passages have a high pace, sparse ones a low
  /// one.
  public struct PaceResult: Codable, Equatable, Sendable {
    /// Events per minute over stretches of time, in order and without gaps, each of whole sections;
    /// adjacent ones differ. An event is sixteen notes or strokes that are felt, so that a minute
    /// divided by the pace is a good length for a clip or a shot: 2 to 30 s on most music. Empty when
    /// nothing is felt: `details.reason` says why.
    public var ranges: [RangedValue<Double>]
    /// What Apple's type has no room for.
    public var details: PaceDetails

    public init(ranges: [RangedValue<Double>] = [], details: PaceDetails = PaceDetails()) {
      self.ranges = ranges
      self.details = details
    }
  }

  /// Further findings about the pace.
  public struct PaceDetails: Codable, Equatable, Sendable {
    /// Why there is no pace.
    public enum Reason: String, Codable, Sendable, CaseIterable {
      case silence
      /// Less than 1 s from the first sound to the last.
      case tooShort
      /// Something sounds, but nothing begins: a drone, steady noise.
      case noOnsets
    }

    /// Events per minute over the whole; nil without any.
    public var mean: Double?
    public var reason: Reason?

    public init(mean: Double? = nil, reason: Reason? = nil) {
      self.mean = mean
      self.reason = reason
    }
  }
}
