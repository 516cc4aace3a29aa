/// The loudspeaker that each channel of a stream is meant for.
public struct ChannelLayout: Hashable, Sendable {
  /// A loudspeaker position. Loudness weighs surrounds by +1.5 dB and leaves `lowFrequency` out.
  public enum Position: String, Hashable, Sendable, CaseIterable {
    case left, right, center, lowFrequency
    case leftSurround, rightSurround, leftSide, rightSide, centerSurround
    case leftCenter, rightCenter
    case top
    case mono
    /// The file gave no position: counted like a front channel.
    case unknown
  }

  public let positions: [Position]
  /// Whether the positions were guessed from the number of channels, the file being silent.
  public let isAssumed: Bool

  public init(_ positions: [Position], isAssumed: Bool = false) {
    self.positions = positions
    self.isAssumed = isAssumed
  }

  public static let mono = ChannelLayout([.mono])
  public static let stereo = ChannelLayout([.left, .right])

  /// The positions that WAVE (Microsoft), FLAC (RFC 9639 §9.1.3) and most tools give to a bare
  /// channel count: L R, L R C, L R Ls Rs, L R C Ls Rs, L R C LFE Ls Rs, and so on to 7.1.
  ///
  /// Mono and stereo are certain; more than two channels are marked as assumed. More than eight
  /// are `unknown`.
  public static func usual(channelCount: Int) -> ChannelLayout {
    switch channelCount {
    case 1: .mono
    case 2: .stereo
    case 3: ChannelLayout([.left, .right, .center], isAssumed: true)
    case 4: ChannelLayout([.left, .right, .leftSurround, .rightSurround], isAssumed: true)
    case 5:
      ChannelLayout([.left, .right, .center, .leftSurround, .rightSurround], isAssumed: true)
    case 6:
      ChannelLayout(
        [.left, .right, .center, .lowFrequency, .leftSurround, .rightSurround], isAssumed: true)
    case 7:
      ChannelLayout(
        [.left, .right, .center, .lowFrequency, .centerSurround, .leftSide, .rightSide],
        isAssumed: true)
    case 8:
      ChannelLayout(
        [
          .left, .right, .center, .lowFrequency, .leftSurround, .rightSurround, .leftSide,
          .rightSide,
        ], isAssumed: true)
    default:
      ChannelLayout(Array(repeating: .unknown, count: max(channelCount, 0)), isAssumed: true)
    }
  }
}
