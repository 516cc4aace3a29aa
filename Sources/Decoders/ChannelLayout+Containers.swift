/// The channel orders that containers and codecs define.
extension ChannelLayout {
  /// FLAC's order, which is certain (RFC 9639 §9.1.3).
  static func flac(channelCount: Int) -> ChannelLayout {
    ChannelLayout(usual(channelCount: channelCount).positions, isAssumed: channelCount > 8)
  }

  /// The order of Vorbis (Vorbis I specification §4.3.9) and of Opus with mapping family 0 or 1
  /// (RFC 7845 §5.1.1.2). More than eight channels have no defined meaning.
  static func vorbis(channelCount: Int) -> ChannelLayout {
    switch channelCount {
    case 1: .mono
    case 2: .stereo
    case 3: ChannelLayout([.left, .center, .right])
    case 4: ChannelLayout([.left, .right, .leftSurround, .rightSurround])
    case 5: ChannelLayout([.left, .center, .right, .leftSurround, .rightSurround])
    case 6:
      ChannelLayout([.left, .center, .right, .leftSurround, .rightSurround, .lowFrequency])
    case 7:
      ChannelLayout([
        .left, .center, .right, .leftSide, .rightSide, .centerSurround, .lowFrequency,
      ])
    case 8:
      ChannelLayout([
        .left, .center, .right, .leftSide, .rightSide, .leftSurround, .rightSurround,
        .lowFrequency,
      ])
    default: .unknown(channelCount: channelCount)
    }
  }

  /// Channels without a meaning.
  static func unknown(channelCount: Int) -> ChannelLayout {
    ChannelLayout(Array(repeating: .unknown, count: max(channelCount, 0)), isAssumed: true)
  }

  /// The loudspeakers of a WAVEFORMATEXTENSIBLE mask: channels follow the order of its bits.
  ///
  /// - Returns: Nil when the mask does not name `channelCount` loudspeakers.
  init?(waveMask mask: Int, channelCount: Int) {
    let positions = Self.waveBits.enumerated().compactMap { bit, position in
      mask & (1 << bit) != 0 ? position : nil
    }
    guard positions.count == channelCount, !positions.isEmpty else { return nil }
    self.init(positions == [.center] ? [.mono] : positions)
  }

  /// Bit 0 to 17 of the mask.
  private static let waveBits: [Position] = [
    .left, .right, .center, .lowFrequency, .leftSurround, .rightSurround, .leftCenter,
    .rightCenter, .centerSurround, .leftSide, .rightSide, .top, .top, .top, .top, .top, .top, .top,
  ]
}
