/// How many 400 ms gating blocks had which loudness: enough to pool tracks into an album.
///
/// Album loudness after BS.1770 gates the blocks of all tracks together; a mean of the tracks'
/// values is something else. Steps of 0.1 LU keep the pooled value within 0.05 LU of the exact one.
public struct LoudnessHistogram: Codable, Equatable, Sendable {
  /// The lower edge of step 0 in LUFS: the absolute gate.
  public static let floorLUFS = -70.0
  /// The width of a step in LU.
  public static let stepLU = 0.1
  /// Steps up to +30 LUFS, far beyond what ±1 full scale can hold.
  public static let stepCount = 1000

  /// Count of blocks by step; only steps with blocks are present.
  public var counts: [Int: Int]

  public init(counts: [Int: Int] = [:]) {
    self.counts = counts
  }

  public var isEmpty: Bool { counts.isEmpty }
}
