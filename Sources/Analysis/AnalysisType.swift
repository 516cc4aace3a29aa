/// One of the six things that a session can find out.
public struct AnalysisType: RawRepresentable, Hashable, Sendable, Codable, CaseIterable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let instrumentActivity = AnalysisType(rawValue: "instrumentActivity")
  public static let key = AnalysisType(rawValue: "key")
  public static let loudness = AnalysisType(rawValue: "loudness")
  public static let pace = AnalysisType(rawValue: "pace")
  public static let rhythm = AnalysisType(rawValue: "rhythm")
  public static let structure = AnalysisType(rawValue: "structure")

  public static let allCases: [AnalysisType] = [
    .instrumentActivity, .key, .loudness, .pace, .rhythm, .structure,
  ]

  /// The types that this release can compute; the others give nil.
  public static let available: Set<AnalysisType> = [
    .instrumentActivity, .key, .loudness, .pace, .rhythm, .structure,
  ]
}
