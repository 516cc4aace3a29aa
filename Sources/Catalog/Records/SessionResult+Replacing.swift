import Analysis

extension MusicUnderstandingSession.SessionResult {
  /// This result with the analyses of these kinds taken from another.
  func replacing(_ types: Set<AnalysisType>, from other: Self) -> Self {
    var result = self
    if types.contains(.key) { result.key = other.key }
    if types.contains(.rhythm) { result.rhythm = other.rhythm }
    if types.contains(.loudness) { result.loudness = other.loudness }
    if types.contains(.pace) { result.pace = other.pace }
    if types.contains(.structure) { result.structure = other.structure }
    if types.contains(.instrumentActivity) { result.instrumentActivity = other.instrumentActivity }
    return result
  }
}
