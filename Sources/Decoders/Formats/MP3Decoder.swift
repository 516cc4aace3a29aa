internal import CMpg123

/// MPEG 1, 2 and 2.5 audio, layers I to III, through libmpg123.
///
/// The library decodes frame by frame; cutting the encoder's delay and padding is done here, so
/// that the report can say what was cut and on whose word:
/// - with a LAME part in the first frame, delay + 529 frames at the head (529 is the delay of every
///   layer III decoder, LAME technical FAQ) and padding − 529 at the tail;
/// - without one, the delay that most encoders have: 1105 = 576 + 529 frames for layer III (LAME's
///   default), 481 for layers I and II (the two halves of the filter bank).
///
/// The header's count of frames is a claim: what decodes is delivered, and the tail is cut only
/// when the count is right. Lost frames are replaced by silence while they are few, so that the
/// beats behind them stay where they were.
///
/// Owns the library's handle until released; lives in one task.
final class MP3Decoder: Decoder {
  let format: AudioFormat
  let expectedFrameCount: Int?
  private(set) var report: DecodeReport

  private let stream: ByteStream
  private let handle: OpaquePointer
  private let firstHeader: MPEGFrameHeader
  private var queue: SampleQueue
  private var damage = MPEGDamageMeter()

  /// Frames that the first frame's header promises before anything is cut.
  private let claimedRawCount: Int?
  /// Frames to keep back until the end is known, for they may be padding.
  private let heldCount: Int
  private var headLeft: Int
  private var rawCount = 0
  private var hasEnded = false
  /// The stream's rate changed, and frames are dropped until it changes back.
  private var isForeign = false
  private var foreignFrameCount = 0
  /// Errors since the last good frame.
  private var errorRun = 0

  private static let decoderDelay = 529
  private static let usualDelay = 576
  private static let filterBankDelay = 481
  private static let maximumErrorRun = 256
  /// Samples at the edges of a frame that are looked at: the filter bank gives 32 at once.
  private static let edgeLength = 32
  /// The most samples that libmpg123 gives at once: a frame of layer II, in stereo.
  private static let longestFrame = 1152

  /// - Parameters:
  ///   - content: The bytes between the tags.
  ///   - first: The first frame, as the probe found it.
  init(file: InputFile, content: Range<Int>, first: MPEGFrameSearch?) throws(DecodingError) {
    guard let first else { throw .notAudio(detail: "") }
    let header = first.header
    firstHeader = header
    let layout: ChannelLayout = header.channelCount == 1 ? .mono : .stereo
    format = try AudioFormat(
      claimedRate: header.sampleRate, channelCount: header.channelCount, layout: layout)
    var report = DecodeReport(
      decoder: "libmpg123",
      codec: "MPEG \(header.version.rawValue) layer \(String(repeating: "I", count: header.layer))")
    let junk = first.offset - content.lowerBound
    if junk > 0 { report.warn("\(junk) bytes before the first frame are not audio") }

    let frame = try file.bytes(at: first.offset, count: first.length)
    let info = MPEGInfoFrame(frame: frame, header: header)
    let start = info == nil ? first.offset : first.offset + first.length
    stream = ByteStream(file: file, window: start..<max(start, content.upperBound))

    let trim = Self.trim(header: header, info: info)
    headLeft = trim.head
    heldCount = trim.tail
    report.trimSource = trim.source
    claimedRawCount = info?.frameCount.map { $0 * header.samplesPerFrame }
    expectedFrameCount = claimedRawCount.map { max(0, $0 - trim.head - trim.tail) }
    report.claimedFrameCount = expectedFrameCount
    queue = SampleQueue(
      channelCount: header.channelCount,
      frameCapacity: PCMBuffer.usualFrameCapacity + trim.tail
        + Self.longestFrame * (MPEGDamageMeter.maximumConcealedFrames + 2))
    self.report = report
    handle = try Self.open(stream, format: format)
  }

  deinit {
    mpg123_close(handle)
    mpg123_delete(handle)
  }

  func read(into buffer: inout PCMBuffer) throws(DecodingError) -> Bool {
    let wanted = min(buffer.frameCapacity, PCMBuffer.usualFrameCapacity)
    while !hasEnded, queue.count < wanted + heldCount {
      try decodeFrame()
    }
    let available = hasEnded ? queue.count : queue.count - heldCount
    let count = min(available, wanted)
    guard count > 0 else { return false }
    queue.move(count, to: &buffer)
    return true
  }

  /// Decodes one frame into the queue, or notices the end.
  private func decodeFrame() throws(DecodingError) {
    var number: off_t = 0
    var audio: UnsafeMutablePointer<UInt8>?
    var byteCount = 0
    let before = stream.position
    let code = mpg123_decode_frame(handle, &number, &audio, &byteCount)
    if let failure = stream.failure { throw failure }
    switch code {
    case MPG123_OK.rawValue:
      errorRun = 0
      guard let audio, byteCount > 0 else { return }
      let samples = UnsafeRawPointer(audio).assumingMemoryBound(to: Float.self)
      accept(samples, count: byteCount / MemoryLayout<Float>.size / format.channelCount)
    case MPG123_NEW_FORMAT.rawValue:
      noteFormat()
    case MPG123_DONE.rawValue:
      finish()
    default:
      report.corruptFrameCount += 1
      errorRun = stream.position > before ? 0 : errorRun + 1
      if mpg123_errcode(handle) == MPG123_RESYNC_FAIL.rawValue || errorRun > Self.maximumErrorRun {
        report.isTruncated = true
        report.warn("no further frame was found in the rest of the file")
        finish()
      }
    }
  }

  /// Puts a decoded frame into the queue, behind silence for frames that were lost before it.
  private func accept(_ samples: UnsafePointer<Float>, count: Int) {
    guard !isForeign else {
      foreignFrameCount += 1
      return
    }
    let sampleCount = count * format.channelCount
    let edge = min(sampleCount, Self.edgeLength * format.channelCount)
    let frame = MPEGDamageMeter.Frame(
      offset: Int(mpg123_framepos(handle)), length: frameLength(),
      beginsWithZeros: Self.areZero(samples, count: edge),
      endsWithZeros: Self.areZero(samples + (sampleCount - edge), count: edge))
    let verdict = damage.judge(frame, stream: stream)
    report.corruptFrameCount += verdict.corruptCount
    if verdict.skippedByteCount > 0 {
      report.warn("bytes between frames that are not audio were skipped")
    }
    if verdict.lostCount > 0 {
      appendMusic(nil, count: verdict.lostCount * firstHeader.samplesPerFrame)
    }
    appendMusic(samples, count: count)
  }

  /// Appends frames, less what still has to be cut from the head; nil for silence.
  private func appendMusic(_ samples: UnsafePointer<Float>?, count: Int) {
    rawCount += count
    let cut = min(headLeft, count)
    headLeft -= cut
    report.trimmedHead += cut
    guard let samples else { return queue.appendSilence(count: count - cut) }
    queue.append(interleaved: samples + cut * format.channelCount, count: count - cut)
  }

  private func frameLength() -> Int {
    var info = mpg123_frameinfo2()
    return mpg123_info2(handle, &info) == MPG123_OK.rawValue ? Int(info.framesize) : 0
  }

  private static func areZero(_ samples: UnsafePointer<Float>, count: Int) -> Bool {
    for index in 0..<count where samples[index] != 0 { return false }
    return true
  }

  private func noteFormat() {
    var rate = 0
    var channels: Int32 = 0
    var encoding: Int32 = 0
    mpg123_getformat(handle, &rate, &channels, &encoding)
    isForeign = rate != format.sampleRate
  }

  private func finish() {
    hasEnded = true
    if foreignFrameCount > 0 {
      report.warn("frames of another sample rate were left out")
      report.isTruncated = report.isTruncated || isForeign
    }
    if damage.endsInsideFrame(stream: stream, header: firstHeader) { report.isTruncated = true }
    guard let claimedRawCount else {
      cutTail()
      return
    }
    if rawCount == claimedRawCount {
      cutTail()
    } else if rawCount < claimedRawCount {
      report.isTruncated = true
    } else {
      report.warn("the header counts fewer frames than there are")
    }
  }

  private func cutTail() {
    let cut = min(heldCount, queue.count)
    queue.removeLast(cut)
    report.trimmedTail = cut
  }

  private static func trim(
    header: MPEGFrameHeader, info: MPEGInfoFrame?
  ) -> (head: Int, tail: Int, source: DecodeReport.TrimSource) {
    if let delay = info?.delay, let padding = info?.padding {
      return (delay + decoderDelay, max(0, padding - decoderDelay), .lameTag)
    }
    let head = header.layer == 3 ? usualDelay + decoderDelay : filterBankDelay
    return (head, 0, .decoderDefault)
  }

  /// A handle that reads `stream` and gives Float32 at the stream's own rate.
  private static func open(
    _ stream: ByteStream, format: AudioFormat
  ) throws(DecodingError) -> OpaquePointer {
    var code: Int32 = 0
    guard let handle = mpg123_new(nil, &code) else {
      throw .unsupported(feature: String(cString: mpg123_plain_strerror(code)))
    }
    let flags =
      MPG123_FORCE_FLOAT.rawValue | MPG123_QUIET.rawValue | MPG123_SKIP_ID3V2.rawValue
      | MPG123_IGNORE_INFOFRAME.rawValue
    mpg123_param2(handle, Int32(MPG123_ADD_FLAGS.rawValue), Int(flags), 0)
    let unwanted = MPG123_GAPLESS.rawValue | MPG123_AUTO_RESAMPLE.rawValue
    mpg123_param2(handle, Int32(MPG123_REMOVE_FLAGS.rawValue), Int(unwanted), 0)
    // Search the whole rest of a damaged file for the next frame: one pass, however long it is.
    mpg123_param2(handle, Int32(MPG123_RESYNC_LIMIT.rawValue), -1, 0)

    // All rates, so that a change is told and not resampled; one channel count, so that a change
    // between mono and stereo is mixed and the timeline goes on.
    mpg123_format_none(handle)
    let channels = format.channelCount == 1 ? MPG123_MONO : MPG123_STEREO
    for rate in [8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000] {
      mpg123_format(handle, rate, Int32(channels.rawValue), Int32(MPG123_ENC_FLOAT_32.rawValue))
    }
    mpg123_replace_reader_handle(handle, readCallback, seekCallback, nil)
    guard mpg123_open_handle(handle, stream.userData) == MPG123_OK.rawValue else {
      let detail = String(cString: mpg123_strerror(handle))
      mpg123_delete(handle)
      throw stream.failure ?? .malformed(detail: detail)
    }
    return handle
  }
}

private func readCallback(
  _ userData: UnsafeMutableRawPointer?, _ room: UnsafeMutableRawPointer?, _ count: Int
) -> Int {
  guard let stream = ByteStream.from(userData), let room else { return -1 }
  return stream.read(into: room, count: count)
}

private func seekCallback(
  _ userData: UnsafeMutableRawPointer?, _ offset: off_t, _ origin: Int32
) -> off_t {
  ByteStream.from(userData)?.seek(to: offset, from: origin) ?? -1
}
