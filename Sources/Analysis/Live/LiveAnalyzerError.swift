/// Why live analysis did not start, or ended.
public enum LiveAnalyzerError: Int, Error, Hashable, Sendable {
  /// `start` was called while the analyzer runs.
  case sessionAlreadyActive = 1
  /// There is no audio: the input gave nothing, or was used up by an earlier session.
  case noInput = 2

  /// The name under which the codes are known.
  public static let domain = "AudioAnalysisManager"

  /// The number within the domain.
  public var code: Int { rawValue }
}

extension LiveAnalyzerError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .sessionAlreadyActive: "Session already active."
    case .noInput: "No audio came in."
    }
  }
}
