extension AnalysisType {
  /// The version of the algorithm that computes this type; nil when this release has none.
  ///
  /// Raised whenever its numbers can change: a catalogue stores it beside each result, and one
  /// comparison tells which results are stale.
  public var algorithmVersion: Int? {
    switch self {
    case .instrumentActivity: InstrumentAnalyzer.version
    case .key: KeyAnalyzer.version
    case .loudness: LoudnessAnalyzer.version
    case .pace: PaceAnalyzer.version
    case .rhythm: RhythmAnalyzer.version
    case .structure: StructureAnalyzer.version
    default: nil
    }
  }
}
