/// MPEG 1, 2 and 2.5 audio, layers I to III, through libmpg123.
///
/// The library decodes frame by frame; cutting the encoder's delay and padding is done here by
/// ``MPEGTrim``, so that the report can say what was cut and on whose word. The header's count of
/// frames is a claim: what decodes is delivered, and the tail is cut only when the count is right.
/// Lost frames are replaced by silence while they are few, so that the beats behind them stay where
/// they were.
///
/// Where another stream is joined, which its own Xing or Info header or another rate gives away, a
/// new part begins with its own delay and padding: two songs in one file are as long as each alone.
final class MP3Decoder: Decoder {
  private(set) var format: AudioFormat
  let expectedFrameCount: Int?

  private let library: Mpg123Stream
  private var queue: SampleQueue
  private var part: MP3Part
  private var finished: DecodeReport?
  /// What the headers of the finished parts claim together, in frames of the first one's rate;
  /// nil when one of them claims nothing.
  private var finishedClaim: Int? = 0
  private let firstRate: Int
  /// The rate of the part that follows the present one.
  private var nextRate: Int?
  /// The header of the part that follows the present one, when it begins with one.
  private var nextInfo: MPEGInfoFrame?
  /// Whether the present part was read to its end.
  private var hasPartEnded = false
  private var hasEnded = false
  /// Whether the library stands on a frame that is not yet accepted.
  private var isFrameWaiting = false
  private var damage = MPEGDamageMeter()
  /// Errors since the last good frame.
  private var errorRun = 0

  private static let maximumErrorRun = 256
  /// Samples at the edges of a frame that are looked at: the filter bank gives 32 at once.
  private static let edgeLength = 32
  /// Bytes before the music in which a comment of iTunes is looked for.
  private static let maximumTagLength = 524_288

  /// - Parameters:
  ///   - content: The bytes between the tags.
  ///   - first: The first frame, as the probe found it.
  init(file: InputFile, content: Range<Int>, first: MPEGFrameSearch?) throws(DecodingError) {
    guard let first else { throw .notAudio(detail: "") }
    let header = first.header
    let layout: ChannelLayout = header.channelCount == 1 ? .mono : .stereo
    format = try AudioFormat(
      claimedRate: header.sampleRate, channelCount: header.channelCount, layout: layout)
    firstRate = header.sampleRate

    let frame = try file.bytes(at: first.offset, count: first.length)
    let info = MPEGInfoFrame(frame: frame, header: header)
    let start = info == nil ? first.offset : first.offset + first.length
    var trim = MPEGTrim(header: header, info: info)
    if trim.source == .decoderDefault, content.lowerBound > 0 {
      let tag = try file.bytes(at: 0, count: min(content.lowerBound, Self.maximumTagLength))
      trim = MPEGTrim(iTunesComment: tag) ?? trim
    }
    part = MP3Part(header: header, info: info, trim: trim)
    expectedFrameCount = part.claimedFrameCount
    let junk = first.offset - content.lowerBound
    if junk > 0 { part.report.warn("\(junk) bytes before the first frame are not audio") }
    library = try Mpg123Stream(
      ByteStream(file: file, window: start..<max(start, content.upperBound)),
      channelCount: header.channelCount)
    queue = SampleQueue(
      channelCount: header.channelCount,
      frameCapacity: PCMBuffer.usualFrameCapacity + MP3Part.maximumHeldCount
        + Mpg123Stream.longestFrame * (MPEGDamageMeter.maximumConcealedFrames + 2))
  }

  var report: DecodeReport {
    var report = finished.map { $0.followed(by: part.report) } ?? part.report
    report.claimedFrameCount = claimedFrameCount
    return report
  }

  func read(into buffer: inout PCMBuffer) throws(DecodingError) -> Bool {
    let wanted = min(buffer.frameCapacity, PCMBuffer.usualFrameCapacity)
    while !hasPartEnded, queue.count < wanted + part.heldCount {
      try decodeFrame()
    }
    let available = hasPartEnded ? queue.count : queue.count - part.heldCount
    let count = min(available, wanted)
    guard count > 0 else { return false }
    queue.move(count, to: &buffer)
    return true
  }

  func beginNextPart() throws(DecodingError) -> Bool {
    guard !hasEnded else { return false }
    hasPartEnded = false
    finishedClaim = claimedFrameCount
    let rate = nextRate ?? format.sampleRate
    format = AudioFormat(sampleRate: rate, channelLayout: format.channelLayout)
    finished = finished.map { $0.followed(by: part.report) } ?? part.report
    finished?.warn("another stream is joined to the first")
    part = MP3Part(following: part, info: nextInfo)
    nextInfo = nil
    nextRate = nil
    damage = MPEGDamageMeter()
    return true
  }

  /// Decodes one frame into the queue, or notices the end.
  private func decodeFrame() throws(DecodingError) {
    if isFrameWaiting {
      isFrameWaiting = false
      acceptFrame()
      return
    }
    let before = library.stream.position
    switch try library.nextFrame() {
    case .frame(let rate):
      errorRun = 0
      if let rate, rate != format.sampleRate {
        isFrameWaiting = true
        nextRate = rate
        endPart()
      } else {
        acceptFrame()
      }
    case .end:
      hasEnded = true
      if damage.endsInsideFrame(stream: library.stream, header: part.header) {
        part.report.isTruncated = true
      }
      if finished == nil, part.rawCount == 0 {
        part.report.warn("the stream has no frame that can be decoded")
      }
      endPart()
    case .damage(let isFatal):
      part.report.corruptFrameCount += 1
      errorRun = library.stream.position > before ? 0 : errorRun + 1
      if isFatal || errorRun > Self.maximumErrorRun {
        part.report.isTruncated = true
        part.report.warn("no further frame was found in the rest of the file")
        hasEnded = true
        endPart()
      }
    }
  }

  /// Decodes the library's present frame, unless it is the header of a joined stream.
  private func acceptFrame() {
    let facts = library.withFrame { header, body in
      part.note(header: header)
      return (length: body.count + 4, info: MPEGInfoFrame(header: part.header, body: body))
    }
    if let info = facts?.info {
      if part.rawCount > 0 {
        nextInfo = info
        endPart()
      } else {
        part = MP3Part(following: part, info: info)
      }
    } else if let (samples, count) = library.decodeFrame() {
      if count > 0 { accept(samples, count: count, length: facts?.length ?? 0) }
    } else {
      part.report.corruptFrameCount += 1
    }
  }

  /// Puts a decoded frame into the queue, behind silence for frames that were lost before it.
  ///
  /// - Parameter length: The length of the coded frame in bytes.
  private func accept(_ samples: UnsafePointer<Float>, count: Int, length: Int) {
    let sampleCount = count * format.channelCount
    let edge = min(sampleCount, Self.edgeLength * format.channelCount)
    let frame = MPEGDamageMeter.Frame(
      offset: library.frameOffset, length: length,
      beginsWithZeros: Self.areZero(samples, count: edge),
      endsWithZeros: Self.areZero(samples + (sampleCount - edge), count: edge))
    let verdict = damage.judge(frame, stream: library.stream)
    part.report.corruptFrameCount += verdict.corruptCount
    if verdict.skippedByteCount > 0 {
      part.report.warn("bytes between frames that are not audio were skipped")
    }
    let lost = verdict.lostCount * part.header.samplesPerFrame
    if lost > 0 {
      let silence = lost - part.cutHead(of: lost)
      part.report.concealedFrameCount += silence
      queue.appendSilence(count: silence)
    }
    let cut = part.cutHead(of: count)
    queue.append(interleaved: samples + cut * format.channelCount, count: count - cut)
  }

  private static func areZero(_ samples: UnsafePointer<Float>, count: Int) -> Bool {
    for index in 0..<count where samples[index] != 0 { return false }
    return true
  }

  private func endPart() {
    hasPartEnded = true
    queue.removeLast(part.finish(waitingCount: queue.count))
  }

  /// What the headers of all parts met claim; nil when one of them claims nothing.
  private var claimedFrameCount: Int? {
    guard let claimed = part.claimedFrameCount, let finishedClaim else { return nil }
    return finishedClaim
      + AudioFormat.frameCount(claimed, of: part.header.sampleRate, at: firstRate)
  }
}
