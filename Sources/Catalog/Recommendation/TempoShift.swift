import Glibc

/// How the tempo of one track meets that of another, octaves apart or not.
public struct TempoShift: Hashable, Sendable {
  /// In how many of the second track's beats one of the first lasts.
  public enum Fold: String, Hashable, Sendable, Codable {
    /// The tempi are near each other.
    case equal
    /// The second track is near half, or double, the tempo of the first.
    case half, double
  }

  public let fold: Fold
  /// By what the second track's speed must be multiplied for their beats to meet: 1.02 is 2 %
  /// faster.
  public let playbackRatio: Double

  /// Finds the octave in which the tempi are nearest.
  ///
  /// - Parameters:
  ///   - first: The tempo that is playing, in beats per minute, above 0.
  ///   - second: The tempo of the track to come, above 0.
  public init?(from first: Double, to second: Double) {
    guard first > 0, second > 0, first.isFinite, second.isFinite else { return nil }
    let folds: [(Fold, Double)] = [(.equal, 1), (.half, 0.5), (.double, 2)]
    let ratios = folds.map { (fold: $0.0, ratio: first * $0.1 / second) }
    guard let nearest = ratios.min(by: { abs(log2($0.ratio)) < abs(log2($1.ratio)) })
    else { return nil }
    fold = nearest.fold
    playbackRatio = nearest.ratio
  }

  /// The change of speed in percent; positive is faster.
  public var percent: Double { (playbackRatio - 1) * 100 }

  /// By how many semitones the change of speed raises the pitch when the key is not locked.
  public var pitchShift: Double { 12 * log2(playbackRatio) }

  /// The distance as a fraction of a tolerance in percent: 1 at its edge, the same for faster and
  /// slower.
  func distance(tolerancePercent: Double) -> Double {
    let edge = log2(1 + tolerancePercent / 100)
    guard edge > 0 else { return playbackRatio == 1 ? 0 : .infinity }
    return abs(log2(playbackRatio)) / edge
  }
}
