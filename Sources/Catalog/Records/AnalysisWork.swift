import Analysis

/// What is to be found out about a recording.
public struct AnalysisWork: Hashable, Sendable {
  public var types: Set<AnalysisType>
  public var takesFingerprint: Bool

  public init(types: Set<AnalysisType>, takesFingerprint: Bool) {
    self.types = types
    self.takesFingerprint = takesFingerprint
  }

  /// Everything that this release, and what is installed, can find out.
  public static let all = AnalysisWork(
    types: AnalysisType.available, takesFingerprint: AcousticFingerprint.isAvailable)

  public var isNone: Bool { types.isEmpty && !takesFingerprint }
}
