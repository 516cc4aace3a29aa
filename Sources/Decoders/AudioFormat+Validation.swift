extension AudioFormat {
  /// The format that a file claims, if it is sane.
  ///
  /// - Throws: `malformed` for no channels or no rate, `limitExceeded` beyond the maximums.
  init(
    claimedRate: Int, channelCount: Int, layout: ChannelLayout? = nil
  ) throws(DecodingError) {
    guard channelCount > 0 else { throw .malformed(detail: "no channels") }
    guard channelCount <= Self.maximumChannelCount else {
      throw .limitExceeded(limit: "a number of channels", value: channelCount)
    }
    guard claimedRate > 0 else { throw .malformed(detail: "a sample rate of \(claimedRate) Hz") }
    guard claimedRate <= Self.maximumSampleRate else {
      throw .limitExceeded(limit: "a sample rate", value: claimedRate)
    }
    self.init(
      sampleRate: claimedRate, channelLayout: layout ?? .usual(channelCount: channelCount))
  }
}
