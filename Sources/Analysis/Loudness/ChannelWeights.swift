import Decoders

extension ChannelLayout {
  /// The factor on each channel's energy in the sum of BS.1770-4, one per position.
  ///
  /// 1.41 (+1.5 dB) for loudspeakers at 60° to 120° to the side on ear height, 0 for the
  /// low-frequency channel, 1 for all others. A mono file is one channel, counted once unless
  /// `countsMonoTwice`: it reads 3.01 LU lower than the same signal on both channels of a stereo
  /// file.
  ///
  /// The surrounds of 5.1 are at ±110°. A layout that has side channels too (7.1: at ±90°) puts its
  /// surrounds behind the listener, at ±135°, where the weight is 1.
  ///
  /// *Source:* ITU-R BS.1770-4, table 3; Annex 3, table 4 (the weight by direction) and table 5
  /// (by loudspeaker: M±090 and M±110 have 1.41, M±135 and all upper layers 1).
  func loudnessWeights(countsMonoTwice: Bool) -> [Double] {
    if countsMonoTwice, positions.count == 1, positions != [.lowFrequency] { return [2] }
    let hasSides = positions.contains { $0 == .leftSide || $0 == .rightSide }
    return positions.map { position in
      switch position {
      case .lowFrequency: 0
      case .leftSide, .rightSide: 1.41
      case .leftSurround, .rightSurround: hasSides ? 1 : 1.41
      case .left, .right, .center, .centerSurround, .leftCenter, .rightCenter, .top, .mono,
        .unknown:
        1
      }
    }
  }
}
