import Decoders

/// Which tracks may follow another: the part of a recommendation that an index can answer.
public struct CandidateFilter: Hashable, Sendable {
  /// Keys in which a track may begin; empty for any key, and for none.
  public var keys: Set<MusicalKey> = []
  /// The tempo to be near to, at half and double speed too; nil for any tempo, and for none.
  public var beatsPerMinute: Double?
  /// How far a tempo may be from that, as a ratio: 0.06 for 6 %.
  public var tempoTolerance: Double = 0.06
  /// Recordings that are out of the question.
  public var excludedRecordings: Set<Int64> = []
  /// What the tracks must fulfil besides; nil for nothing.
  public var condition: Query.Condition?
  /// At most this many, those nearest in tempo.
  public var limit = 500

  public init() {}
}
