import Decoders

/// A track that may follow another, and why.
public struct Recommendation: Hashable, Sendable {
  public var track: Track
  /// 0 to 1; the terms of ``terms`` by their weights.
  public var score: Double
  public var terms: [Term]
  /// What lies between the two tracks.
  public var step = MixStep()
  /// Where in the two tracks to mix; nil when the form of either is unknown.
  public var place: MixPlace?
  /// One sentence for people.
  public var reason: String

  /// The step from the first track's key to the one heard; nil when either is unknown.
  public var relation: HarmonicRelation? { step.relation }
  /// Notes of seven that the two keys share; nil when either is unknown.
  public var sharedNotes: Int? { step.sharedNotes }
  /// What to do with the speed; nil when either tempo is unknown.
  public var tempo: TempoShift? { step.tempo }
  /// This track's energy minus the first one's.
  public var energyStep: Double? { step.energyStep }
  /// This track's integrated loudness minus the first one's, in LU: above 0 is louder.
  public var loudnessGap: Double? { step.loudnessGap }

  /// A part of the score.
  public struct Term: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
      case key, tempo, energy, loudness
    }

    public var kind: Kind
    /// 0 to 1, 1 being the best.
    public var value: Double
    /// What the term counts for; terms that are unknown are absent and count for nothing.
    public var weight: Double
  }
}
