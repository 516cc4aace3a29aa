extension MusicUnderstandingSession {
  /// All that a session found. Nil means not asked for (or, in this release, not available:
  /// ``AnalysisType/available``); what was asked for but cannot be determined is a value that
  /// says why in its `details`.
  public struct SessionResult: Codable, Equatable, Sendable {
    public var instrumentActivity: InstrumentActivityResult?
    public var key: KeyResult?
    public var loudness: LoudnessResult?
    public var pace: PaceResult?
    public var rhythm: RhythmResult?
    public var structure: StructureResult?

    public init() {}
  }
}
