internal import CFLAC

/// What libFLAC pushes, kept for the reader who pulls: one decoded frame, converted and planar.
///
/// libFLAC calls back from inside `process_single`, once per frame or metadata block.
final class FLACSink {
  let stream: ByteStream
  private(set) var report: DecodeReport
  /// The format of the first frame.
  private(set) var format: AudioFormat?
  /// Why the first frame's format is not accepted.
  private(set) var formatFailure: DecodingError?

  private var planes: [Float] = []
  private var planeCapacity = 0
  /// The part of the planes that waits for the reader.
  private var waiting = 0..<0
  /// Frames of silence to deliver before the planes, in place of lost ones.
  private var silence = 0

  private var streamInfo: FLAC__StreamMetadata_StreamInfo?
  private var channelMask: Int?
  private var deliveredCount = 0
  /// Whether the library met damage since the last frame.
  private var hasError = false

  /// The longest silence that is believed to stand for lost frames; a broken frame number can ask
  /// for years.
  private static let maximumSilenceSeconds = 600

  init(stream: ByteStream, codec: String) {
    self.stream = stream
    report = DecodeReport(decoder: "libFLAC", codec: codec)
  }

  var isEmpty: Bool { waiting.isEmpty && silence == 0 }

  /// Takes a decoded frame; false when the stream cannot go on.
  func accept(
    _ header: FLAC__FrameHeader, _ channels: UnsafePointer<UnsafePointer<FLAC__int32>?>
  ) -> Bool {
    let channelCount = Int(header.channels)
    let length = Int(header.blocksize)
    guard let format = format ?? begin(header) else { return false }
    guard channelCount == format.channelCount, Int(header.sample_rate) == format.sampleRate else {
      report.warn("the sample rate or the number of channels changes; the rest was left out")
      report.isTruncated = true
      return false
    }
    // The library gives several frames at once only when silence for lost ones goes before.
    if !waiting.isEmpty {
      report.corruptFrameCount += 1
      hasError = false
      silence += waiting.count
    }
    guard silence <= Self.maximumSilenceSeconds * format.sampleRate else { return false }

    if length > planeCapacity {
      planeCapacity = length
      planes = [Float](repeating: 0, count: length * channelCount)
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
      hasError = true
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
  func finish() {
    settleError()
    if let claimed = report.claimedFrameCount, deliveredCount < claimed {
      report.isTruncated = true
    } else if let claimed = report.claimedFrameCount, deliveredCount > claimed {
      report.warn("the header counts fewer frames than there are")
    }
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
    if let info = streamInfo,
      Int(info.channels) != channelCount || info.sample_rate != header.sample_rate
        || info.bits_per_sample != header.bits_per_sample
    {
      report.warn("the stream's header and its frames disagree; the frames are believed")
    }
    return format
  }

  /// Counts damage that lost no frame of its own; a single broken frame makes the library report
  /// several errors.
  private func settleError() {
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
