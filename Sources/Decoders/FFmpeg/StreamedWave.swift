/// The head of the WAV stream that ffmpeg writes: rate and loudspeakers of 32-bit float audio.
///
/// Lengths are not known to a writer that cannot go back: audio follows until the stream ends.
struct StreamedWave {
  let format: AudioFormat

  /// More bytes than this before the audio are no head.
  private static let maximumLength = 65_536

  /// Reads up to the first byte of audio.
  ///
  /// - Parameter read: Gives exactly as many bytes as asked for; fewer at the end.
  /// - Returns: Nil when the stream ends before.
  init?(
    read: (Int) throws(DecodingError) -> [UInt8]
  ) throws(DecodingError) {
    let head = try read(12)
    guard head.count == 12 else { return nil }
    guard head.hasText("RIFF"), head.hasText("WAVE", at: 8) else { throw Self.notUnderstood }
    var format: AudioFormat?
    var length = 12
    while length < Self.maximumLength {
      let header = try read(8)
      guard header.count == 8, let size = header.littleEndian32(at: 4) else { return nil }
      if header.hasText("data") {
        guard let format else { throw Self.notUnderstood }
        self.format = format
        return
      }
      guard size <= Self.maximumLength else { throw Self.notUnderstood }
      let body = try read(size + size % 2)
      if header.hasText("fmt ") { format = try Self.format(body) }
      length += 8 + body.count
    }
    throw Self.notUnderstood
  }

  private static let notUnderstood = DecodingError.malformed(
    detail: "ffmpeg's output is not understood")

  private static func format(_ body: [UInt8]) throws(DecodingError) -> AudioFormat {
    guard let channels = body.littleEndian16(at: 2), let rate = body.littleEndian32(at: 4),
      body.littleEndian16(at: 14) == 32
    else { throw notUnderstood }
    let layout = body.littleEndian32(at: 20).flatMap { mask in
      ChannelLayout(waveMask: mask, channelCount: channels)
    }
    return try AudioFormat(claimedRate: rate, channelCount: channels, layout: layout)
  }
}
