import Glibc

/// How the tempo of one track meets that of another, octaves apart or not.
public struct TempoShift: Hashable, Sendable {
  /// What the second track's tempo is near to, of the first one's.
  public enum Fold: String, Hashable, Sendable, Codable, CaseIterable {
    /// The tempi are near each other.
    case equal
    /// The second track is near half, or double, the tempo of the first.
    case half, double
    /// Three beats of one meet two of the other, or four.
    case threeToTwo, twoToThree, fourToThree, threeToFour

    /// The tempo of the second over that of the first where they meet.
    public var ratio: Double {
      switch self {
      case .equal: 1
      case .half: 0.5
      case .double: 2
      case .threeToTwo: 3.0 / 2
      case .twoToThree: 2.0 / 3
      case .fourToThree: 4.0 / 3
      case .threeToFour: 3.0 / 4
      }
    }

    /// Whether beats meet beats, every one or every other.
    public var isOctave: Bool { self == .equal || self == .half || self == .double }
  }

  public let fold: Fold
  /// By what the second track's speed must be multiplied for their beats to meet: 1.02 is 2 %
  /// faster.
  public let playbackRatio: Double

  /// Finds the meeting at which the tempi are nearest.
  ///
  /// - Parameters:
  ///   - first: The tempo that is playing, in beats per minute, above 0.
  ///   - second: The tempo of the track to come, above 0.
  ///   - allowsThreeToTwo: Whether three beats may meet two or four.
  public init?(from first: Double, to second: Double, allowsThreeToTwo: Bool = false) {
    guard first > 0, second > 0, first.isFinite, second.isFinite else { return nil }
    var best = (fold: Fold.equal, ratio: first / second)
    for fold in Fold.allCases.dropFirst() where fold.isOctave || allowsThreeToTwo {
      let ratio = first * fold.ratio / second
      if abs(log2(ratio)) < abs(log2(best.ratio)) { best = (fold, ratio) }
    }
    fold = best.fold
    playbackRatio = best.ratio
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
