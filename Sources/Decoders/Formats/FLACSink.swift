internal import CFLAC

/// What libFLAC pushes, kept for the reader who pulls: one decoded frame, converted and planar.
///
/// libFLAC calls back from inside `process_single`, once per frame or metadata block.
final class FLACSink {
  let source: any ByteSource
  private(set) var report: DecodeReport
  /// The format of the frame decoded last.
  private(set) var format: AudioFormat?
  /// Why the first frame's format is not accepted.
  private(set) var formatFailure: DecodingError?

  private var planes: [Float] = []
  private var planeCapacity = 0
  /// The part of the planes that waits for the reader.
  private var waiting = 0..<0
  /// Frames of silence to deliver before the planes, in place of lost ones.
  private var silence = 0
  /// The format of that silence, where it differs from that of the frame behind it.
  private var silenceFormat: AudioFormat?

  private var streamInfo: FLAC__StreamMetadata_StreamInfo?
  private var channelMask: Int?
  private var deliveredCount = 0
  /// Frames of silence that were put in the place of lost ones, delivered or not.
  private var concealedCount = 0
  /// Whether the rate changed: the header's count then adds up frames of different lengths.
  private var isMixed = false
  /// Whether bytes that are no frame stand behind the last frame.
  private var isBehindEnd = false
  /// Whether the library met damage since the last frame.
  private var hasError = false
  /// Whether damage was counted with the last frame.
  private var isCounted = false

  init(source: any ByteSource, codec: String) {
    self.source = source
    report = DecodeReport(decoder: "libFLAC", codec: codec)
  }

  var isEmpty: Bool { waiting.isEmpty && silence == 0 }

  /// Takes a decoded frame; false when the stream cannot go on.
  func accept(
    _ header: FLAC__FrameHeader, _ channels: UnsafePointer<UnsafePointer<FLAC__int32>?>
  ) -> Bool {
    let channelCount = Int(header.channels)
    let length = Int(header.blocksize)
    let isFirst = format == nil
    guard let format = format ?? begin(header) else { return false }
    if isFirst { concealHead(header) }
    // The library gives several frames at once only when silence for lost ones goes before.
    if !waiting.isEmpty {
      if !isCounted { report.corruptFrameCount += 1 }
      hasError = false
      silence += waiting.count
      concealedCount += waiting.count
      silenceFormat = format
    }
    guard Double(concealedCount) <= OggDecoder.maximumSilence * Double(format.sampleRate) else {
      return false
    }
    if channelCount != format.channelCount || Int(header.sample_rate) != format.sampleRate {
      isMixed = isMixed || Int(header.sample_rate) != format.sampleRate
      waiting = 0..<0
      guard begin(header) != nil else { return false }
    }

    planeCapacity = max(length, planeCapacity)
    if planeCapacity * channelCount > planes.count {
      planes = [Float](repeating: 0, count: planeCapacity * channelCount)
    }
    let scale = 1 / Float(sign: .plus, exponent: Int(header.bits_per_sample) - 1, significand: 1)
    let stride = planeCapacity
    planes.withUnsafeMutableBufferPointer { planes in
      for channel in 0..<channelCount {
        guard let source = channels[channel], let base = planes.baseAddress else { continue }
        let plane = base + channel * stride
        for index in 0..<length { plane[index] = Float(source[index]) * scale }
      }
    }
    waiting = 0..<length
    settleError()
    return true
  }

  /// Whether what waits first is of a format.
  func fits(_ wanted: AudioFormat) -> Bool {
    (silence > 0 ? silenceFormat ?? format : format) == wanted
  }

  /// Moves what waits to `buffer`, as far as it fits.
  func move(to buffer: inout PCMBuffer) {
    let capacity = buffer.frameCapacity
    let channelCount = buffer.format.channelCount
    let isSilence = silence > 0
    let count = min(isSilence ? silence : waiting.count, capacity, PCMBuffer.usualFrameCapacity)
    let (start, stride) = (waiting.lowerBound, planeCapacity)
    planes.withUnsafeBufferPointer { planes in
      buffer.fill { room in
        guard let target = room.baseAddress, let source = planes.baseAddress else { return 0 }
        for channel in 0..<channelCount {
          let plane = target + channel * capacity
          if isSilence {
            plane.update(repeating: 0, count: count)
          } else {
            plane.update(from: source + channel * stride + start, count: count)
          }
        }
        return count
      }
    }
    if isSilence {
      silence -= count
      report.concealedFrameCount += count
    } else {
      waiting = (start + count)..<waiting.upperBound
    }
    deliveredCount += count
  }

  func note(_ block: FLAC__StreamMetadata) {
    switch block.type {
    case FLAC__METADATA_TYPE_STREAMINFO:
      let info = block.data.stream_info
      streamInfo = info
      report.claimedFrameCount = info.total_samples > 0 ? Int(clamping: info.total_samples) : nil
    case FLAC__METADATA_TYPE_VORBIS_COMMENT:
      channelMask = Self.channelMask(block.data.vorbis_comment)
    case FLAC__METADATA_TYPE_CUESHEET:
      // The last of a cue sheet's tracks is the lead-out.
      let trackCount = Int(block.data.cue_sheet.num_tracks) - 1
      if let warning = CueSheet.warning(trackCount: trackCount) { report.warn(warning) }
    default:
      break
    }
  }

  func note(_ status: FLAC__StreamDecoderErrorStatus) {
    switch status {
    case FLAC__STREAM_DECODER_ERROR_STATUS_FRAME_CRC_MISMATCH,
      FLAC__STREAM_DECODER_ERROR_STATUS_LOST_SYNC,
      FLAC__STREAM_DECODER_ERROR_STATUS_BAD_HEADER,
      FLAC__STREAM_DECODER_ERROR_STATUS_UNPARSEABLE_STREAM:
      // What stands behind the last frame of the count is no damage: a tag, or another stream.
      isBehindEnd = report.claimedFrameCount == deliveredCount && waiting.isEmpty
      hasError = !isBehindEnd
    default:
      report.warn("a metadata block is damaged")
    }
  }

  /// The decoder gave up before the end.
  func stop() {
    if !report.isTruncated {
      report.isTruncated = true
      report.warn("the rest of the stream cannot be decoded")
    }
  }

  /// The decoder met the end of the stream.
  ///
  /// - Parameter audioMatches: Whether the library found the MD5 right, or had none to compare.
  func finish(audioMatches: Bool) {
    settleError()
    let claimed = report.claimedFrameCount
    if isMixed {
      report.claimedFrameCount = nil
    } else if let claimed, deliveredCount < claimed {
      report.isTruncated = true
    } else if let claimed, deliveredCount > claimed, isBehindEnd {
      report.warn("another stream is joined to the first")
      return
    } else if let claimed, deliveredCount > claimed {
      report.warn("the header counts fewer frames than there are")
    }
    guard !report.isTruncated, report.corruptFrameCount == 0, concealedCount == 0 else { return }
    report.checksum = !hasMD5 ? .absent : audioMatches ? .matches : .differs
    if report.checksum == .differs {
      report.warn("the audio is not what was encoded: its MD5 differs from the header's")
    }
  }

  private var hasMD5: Bool {
    guard let streamInfo else { return false }
    return withUnsafeBytes(of: streamInfo.md5sum) { $0.contains { $0 != 0 } }
  }

  private func begin(_ header: FLAC__FrameHeader) -> AudioFormat? {
    let channelCount = Int(header.channels)
    let layout = channelMask.flatMap { ChannelLayout(waveMask: $0, channelCount: channelCount) }
    do {
      format = try AudioFormat(
        claimedRate: Int(header.sample_rate), channelCount: channelCount,
        layout: layout ?? .flac(channelCount: channelCount))
    } catch {
      formatFailure = error
    }
    if deliveredCount == 0, waiting.isEmpty, let info = streamInfo,
      Int(info.channels) != channelCount || info.sample_rate != header.sample_rate
        || info.bits_per_sample != header.bits_per_sample
    {
      report.warn("the stream's header and its frames disagree; the frames are believed")
    }
    return format
  }

  /// Puts silence in the place of frames that were lost before the first sound one, which the
  /// library does not.
  ///
  /// A stream without a header may begin with any number: it is the rest of a broadcast.
  private func concealHead(_ header: FLAC__FrameHeader) {
    guard hasError, let format, streamInfo != nil,
      header.number_type == FLAC__FRAME_NUMBER_TYPE_SAMPLE_NUMBER
    else { return }
    let place = Int(clamping: header.number.sample_number)
    guard place < report.claimedFrameCount ?? 0,
      Double(place) <= OggDecoder.maximumSilence * Double(format.sampleRate)
    else { return }
    silence = place
    concealedCount = place
    silenceFormat = format
  }

  /// Counts damage that lost no frame of its own; a single broken frame makes the library report
  /// several errors.
  private func settleError() {
    isCounted = hasError
    if hasError { report.corruptFrameCount += 1 }
    hasError = false
  }

  /// The loudspeakers of WAVEFORMATEXTENSIBLE_CHANNEL_MASK, as RFC 9639 §8.6.2 defines the tag.
  private static func channelMask(_ comment: FLAC__StreamMetadata_VorbisComment) -> Int? {
    let name = Array("WAVEFORMATEXTENSIBLE_CHANNEL_MASK=0x".utf8)
    guard let comments = comment.comments else { return nil }
    for index in 0..<Int(comment.num_comments) {
      let entry = comments[index]
      guard let bytes = entry.entry, entry.length > name.count, entry.length < 64 else { continue }
      let text = UnsafeBufferPointer(start: bytes, count: Int(entry.length))
      guard zip(text, name).allSatisfy({ $0 & 0xDF == $1 & 0xDF }) else { continue }
      let digits = text[name.count...]
      return Int(String(decoding: digits, as: UTF8.self), radix: 16)
    }
    return nil
  }
}
