/// Reads the head of a WAVE stream as it comes in, up to the first sample.
///
/// A pipe cannot be rewound, so whoever writes WAVE into one does not know its length yet: sizes of
/// 0, of 0xFFFFFFFF, and others that stand for "as long as it goes" are met, and mean that.
struct WaveStreamHeader {
  /// What the header says of the samples behind it.
  struct Content: Hashable {
    var encoding: SampleEncoding
    var format: AudioFormat
    /// Bytes of samples; nil for as many as come.
    var byteCount: Int?
  }

  private enum Stage {
    case riff
    case chunk
    case skipping(Int)
    case body(of: Chunk, size: Int)
  }

  private enum Chunk { case format, dataSize64 }

  private var stage = Stage.riff
  private var waiting: [UInt8] = []
  private var format: (encoding: SampleEncoding, format: AudioFormat)?
  private var dataSize64: Int?

  /// No `fmt` or `ds64` chunk is longer than some hundred bytes.
  private static let longestBody = 4096
  /// Sizes from here on stand for an unknown length: sox, arecord and ffmpeg write some 2³¹ and
  /// 2³² − 1.
  private static let openEnded = 0x7FFF_0000

  /// Takes in the next bytes.
  ///
  /// - Returns: The content and the bytes of `bytes` that lie behind the header, or nil when more
  ///   of the header is to come.
  mutating func take(_ bytes: [UInt8]) throws(DecodingError) -> (Content, [UInt8])? {
    waiting += bytes
    while true {
      switch stage {
      case .riff:
        guard waiting.count >= 12 else { return nil }
        guard waiting.hasText("RIFF") || waiting.hasText("RF64"), waiting.hasText("WAVE", at: 8)
        else { throw .notAudio(detail: "a stream that does not begin as WAVE does") }
        waiting.removeFirst(12)
        stage = .chunk
      case .chunk:
        guard waiting.count >= 8, let size = waiting.littleEndian32(at: 4) else { return nil }
        let isData = waiting.hasText("data")
        if isData { return (try content(size: size), Array(waiting.dropFirst(8))) }
        let body: Chunk? =
          waiting.hasText("fmt ") ? .format : waiting.hasText("ds64") ? .dataSize64 : nil
        waiting.removeFirst(8)
        if let body {
          guard size <= Self.longestBody else {
            throw .malformed(detail: "a header chunk of \(size) bytes")
          }
          stage = .body(of: body, size: size)
        } else {
          stage = .skipping(size + size % 2)
        }
      case .skipping(let count):
        let here = min(count, waiting.count)
        waiting.removeFirst(here)
        stage = here == count ? .chunk : .skipping(count - here)
        if here < count { return nil }
      case .body(let chunk, let size):
        guard waiting.count >= size + size % 2 else { return nil }
        try read(chunk, Array(waiting.prefix(size)))
        waiting.removeFirst(size + size % 2)
        stage = .chunk
      }
    }
  }

  private mutating func read(_ chunk: Chunk, _ body: [UInt8]) throws(DecodingError) {
    switch chunk {
    case .format: format = try Self.format(body)
    case .dataSize64: dataSize64 = body.littleEndian(at: 8, width: 8)
    }
  }

  private func content(size: Int) throws(DecodingError) -> Content {
    guard let format else { throw .malformed(detail: "no format before the samples") }
    // RF64 puts the true size into its own chunk.
    let claimed = size == 0xFFFF_FFFF ? dataSize64 ?? 0 : size >= Self.openEnded ? 0 : size
    return Content(
      encoding: format.encoding, format: format.format, byteCount: claimed > 0 ? claimed : nil)
  }

  private static func format(
    _ body: [UInt8]
  ) throws(DecodingError) -> (SampleEncoding, AudioFormat) {
    guard var tag = body.littleEndian16(at: 0), let channelCount = body.littleEndian16(at: 2),
      let rate = body.littleEndian32(at: 4), let frameSize = body.littleEndian16(at: 12),
      let bits = body.littleEndian16(at: 14)
    else { throw .malformed(detail: "a format of \(body.count) bytes") }
    var layout: ChannelLayout?
    // WAVEFORMATEXTENSIBLE: the tag is the start of the GUID at 24, the loudspeakers are at 20.
    if tag == 0xFFFE, let inner = body.littleEndian16(at: 24),
      let mask = body.littleEndian32(at: 20)
    {
      tag = inner
      layout = ChannelLayout(waveMask: mask, channelCount: channelCount)
    }
    let encoding: SampleEncoding? =
      switch (tag, bits) {
      case (1, 8): .u8
      case (1, 16): .s16le
      case (1, 24): .s24le
      case (1, 32): .s32le
      case (3, 32): .f32le
      case (3, 64): .f64le
      default: nil
      }
    guard let encoding, frameSize == encoding.bytesPerSample * channelCount else {
      throw .unsupported(feature: "WAVE of format \(tag) and \(bits) bits in a stream")
    }
    return (
      encoding,
      try AudioFormat(claimedRate: rate, channelCount: channelCount, layout: layout)
    )
  }
}
