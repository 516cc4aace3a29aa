internal import COpusFile

/// Ogg Opus through libopusfile: always 48 kHz, whatever the encoder was given.
///
/// The library cuts the pre-skip at the head and the end at the last page's granule position. The
/// gain in the stream's header is applied, because RFC 7845 §5.1 makes it part of decoding and
/// R128 tags are relative to it; gains from tags are not. A link of a chain with other channels
/// ends the stream with a warning.
///
/// Owns the library's handle until released; lives in one task.
final class OpusDecoder: Decoder {
  let format: AudioFormat
  let expectedFrameCount: Int?
  private(set) var report: DecodeReport

  private let stream: ByteStream
  private let handle: OpaquePointer
  private var queue: SampleQueue
  private let packet: UnsafeMutableBufferPointer<Float>
  private var link: Int32 = 0
  private var deliveredCount = 0
  private var hasEnded = false
  private var errorRun = 0

  private static let sampleRate = 48_000
  /// The longest packet, 120 ms.
  private static let longestPacket = 5760
  private static let maximumErrorRun = 256

  init(file: InputFile, content: Range<Int>) throws(DecodingError) {
    var stream = ByteStream(file: file, window: content)
    var code: Int32 = 0
    var callbacks = Self.callbacks(seeking: true)
    var opened = op_open_callbacks(stream.userData, &callbacks, nil, 0, &code)
    let canSeek = opened != nil
    if opened == nil, stream.failure == nil {
      // Seeking needs sound pages at the end and between links; reading forward does not.
      stream = ByteStream(file: file, window: content)
      callbacks = Self.callbacks(seeking: false)
      opened = op_open_callbacks(stream.userData, &callbacks, nil, 0, &code)
    }
    guard let opened else {
      throw stream.failure ?? .malformed(detail: "the Opus headers cannot be read")
    }
    self.stream = stream
    handle = opened
    let channelCount = Int(op_channel_count(opened, 0))
    do throws(DecodingError) {
      format = try AudioFormat(
        claimedRate: Self.sampleRate, channelCount: channelCount,
        layout: Self.layout(opened, channelCount: channelCount))
    } catch {
      op_free(opened)
      throw error
    }
    op_set_gain_offset(opened, Int32(OP_HEADER_GAIN), 0)

    report = DecodeReport(decoder: "libopusfile", codec: "Opus")
    if !canSeek { report.warn("the stream's pages are damaged; it was read front to back") }
    let total = canSeek ? Int(op_pcm_total(opened, -1)) : -1
    expectedFrameCount = total >= 0 ? total : nil
    report.claimedFrameCount = expectedFrameCount
    if let head = op_head(opened, 0)?.pointee {
      report.trimmedHead = Int(head.pre_skip)
      report.trimSource = .preSkip
      if head.output_gain != 0 { report.warn("the gain in the stream's header was applied") }
    }
    queue = SampleQueue(
      channelCount: channelCount,
      frameCapacity: PCMBuffer.usualFrameCapacity + Self.longestPacket)
    packet = .allocate(capacity: Self.longestPacket * channelCount)
    report.isTruncated = try !OggPage.hasEnd(file: file, in: content)
  }

  deinit {
    op_free(handle)
    packet.deallocate()
  }

  func read(into buffer: inout PCMBuffer) throws(DecodingError) -> Bool {
    let wanted = min(buffer.frameCapacity, PCMBuffer.usualFrameCapacity)
    while queue.count < wanted, !hasEnded { try decodePacket() }
    let count = min(queue.count, wanted)
    guard count > 0 else {
      if let claimed = expectedFrameCount, deliveredCount < claimed { report.isTruncated = true }
      return false
    }
    buffer.fill(interleaved: queue.front, count: count)
    queue.removeFirst(count)
    deliveredCount += count
    return true
  }

  private func decodePacket() throws(DecodingError) {
    guard let room = packet.baseAddress else { return }
    var currentLink: Int32 = 0
    let got = op_read_float(handle, room, Int32(packet.count), &currentLink)
    if let failure = stream.failure { throw failure }
    guard got > 0 else {
      note(got)
      return
    }
    errorRun = 0
    if enter(currentLink) { queue.append(room, count: Int(got)) }
  }

  /// Handles a return of no audio: the end, or damage.
  private func note(_ code: Int32) {
    guard code < 0 else {
      hasEnded = true
      return
    }
    report.corruptFrameCount += 1
    errorRun += 1
    if (code != OP_HOLE && code != OP_EBADPACKET) || errorRun > Self.maximumErrorRun {
      hasEnded = true
      report.isTruncated = true
      report.warn("the rest of the stream cannot be decoded")
    }
  }

  /// Goes over to another link of a chain; false when its channels differ, which is the end.
  private func enter(_ newLink: Int32) -> Bool {
    guard newLink != link else { return true }
    link = newLink
    guard Int(op_channel_count(handle, newLink)) == format.channelCount else {
      hasEnded = true
      report.isTruncated = true
      report.warn("the number of channels changes; the rest was left out")
      return false
    }
    report.warn("the file is a chain of several streams")
    return true
  }

  /// Mapping families 0 and 1 use Vorbis' order; others leave the meaning of channels open.
  private static func layout(_ handle: OpaquePointer, channelCount: Int) -> ChannelLayout {
    let family = op_head(handle, 0)?.pointee.mapping_family ?? 255
    return family <= 1
      ? .vorbis(channelCount: channelCount) : .unknown(channelCount: channelCount)
  }

  private static func callbacks(seeking: Bool) -> OpusFileCallbacks {
    OpusFileCallbacks(
      read: readCallback, seek: seeking ? seekCallback : nil, tell: seeking ? tellCallback : nil,
      close: nil)
  }
}

private func readCallback(
  _ userData: UnsafeMutableRawPointer?, _ room: UnsafeMutablePointer<UInt8>?, _ count: Int32
) -> Int32 {
  guard let stream = ByteStream.from(userData), let room else { return -1 }
  return Int32(stream.read(into: room, count: Int(count)))
}

private func seekCallback(
  _ userData: UnsafeMutableRawPointer?, _ offset: opus_int64, _ origin: Int32
) -> Int32 {
  guard let stream = ByteStream.from(userData) else { return -1 }
  return stream.seek(to: Int(offset), from: origin) >= 0 ? 0 : -1
}

private func tellCallback(_ userData: UnsafeMutableRawPointer?) -> opus_int64 {
  opus_int64(ByteStream.from(userData)?.position ?? -1)
}
