import Decoders

/// Tracks in the order in which to play them, with what happens between them.
public struct SetPlan: Hashable, Sendable {
  /// From the track before to this one.
  public struct Transition: Hashable, Sendable {
    public var step: MixStep
    public var cost: Double
    /// Where in the two tracks to mix; nil when the form of either is unknown.
    public var place: MixPlace?
    /// One sentence for people.
    public var reason: String

    public init(step: MixStep, cost: Double, place: MixPlace? = nil, reason: String) {
      self.step = step
      self.cost = cost
      self.place = place
      self.reason = reason
    }
  }

  public struct Entry: Hashable, Sendable {
    public var track: Track
    /// Nil for the first track.
    public var transition: Transition?
    /// The energy that the curve wants here; nil without a curve.
    public var wantedEnergy: Double?
  }

  public var entries: [Entry] = []
  /// What the order costs, as docs/mixing.md counts; without what the broken rules cost.
  public var cost = 0.0
  /// No order of these tracks costs less; nil when nothing is known.
  public var lowerBound: Double?
  /// Whether it is proved that no order is better.
  public var isOptimal = false
  /// What had to be broken, each in a sentence: no order was found that keeps it.
  public var brokenRules: [String] = []
  /// Tracks left out since they are copies of others.
  public var copyCount = 0

  public init() {}

  /// How much of the cost a better order could save at most, 0 to 1; nil without a bound.
  public var gap: Double? {
    lowerBound.map { cost > 0 ? max(cost - $0, 0) / cost : 0 }
  }

  /// Of all tracks, in seconds, as if none overlapped.
  public var duration: Double { entries.reduce(0) { $0 + $1.track.duration } }
}
