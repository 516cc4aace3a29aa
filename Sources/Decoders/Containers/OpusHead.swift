/// The first packet of an Opus stream.
///
/// Source: RFC 7845 §5.1.
struct OpusHead {
  let channelCount: Int
  /// Frames of 48 kHz to cut at the head.
  let preSkip: Int
  /// To be applied to the decoded audio, in 1/256 dB.
  let outputGain: Int
  let mappingFamily: Int
  let streamCount: Int
  let coupledCount: Int
  /// The decoded channel that each channel of the output takes; 255 for silence.
  let mapping: [UInt8]

  /// Opus always decodes to this rate, whatever the encoder was given.
  static let sampleRate = 48_000

  /// - Returns: Nil when the packet breaks the format.
  init?(_ packet: [UInt8]) {
    guard packet.hasText("OpusHead"), packet.count >= 19, packet[8] & 0xF0 == 0,
      let preSkip = packet.littleEndian16(at: 10), let gain = packet.littleEndian16(at: 16)
    else { return nil }
    channelCount = Int(packet[9])
    self.preSkip = preSkip
    outputGain = Int(Int16(truncatingIfNeeded: gain))
    mappingFamily = Int(packet[18])
    if mappingFamily == 0 {
      guard (1...2).contains(channelCount) else { return nil }
      streamCount = 1
      coupledCount = channelCount - 1
      mapping = [0, 1]
      return
    }
    guard packet.count >= 21 + channelCount, channelCount > 0 else { return nil }
    let (streams, coupled) = (Int(packet[19]), Int(packet[20]))
    let mapping = Array(packet[21..<21 + channelCount])
    guard streams > 0, coupled <= streams, streams + coupled <= 255,
      mapping.allSatisfy({ $0 == 255 || Int($0) < streams + coupled })
    else { return nil }
    (streamCount, coupledCount, self.mapping) = (streams, coupled, mapping)
  }

  /// Mapping families 0 and 1 use Vorbis' order; others leave the meaning of channels open.
  var layout: ChannelLayout {
    mappingFamily <= 1
      ? .vorbis(channelCount: channelCount) : .unknown(channelCount: channelCount)
  }
}
