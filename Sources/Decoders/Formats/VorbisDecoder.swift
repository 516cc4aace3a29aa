internal import CVorbisFile
import Glibc

/// Ogg Vorbis through libvorbisfile.
///
/// Chained streams play on while rate and channels stay; a link with others ends the stream with
/// a warning. The library cuts the end at the last page's granule position by itself and does not
/// tell how much that was.
///
/// Owns the library's handle until released; lives in one task.
final class VorbisDecoder: Decoder {
  let format: AudioFormat
  let expectedFrameCount: Int?
  private(set) var report: DecodeReport

  private let stream: ByteStream
  private let handle: UnsafeMutablePointer<OggVorbis_File>
  private var link: Int32 = 0
  private var deliveredCount = 0
  private var hasEnded = false
  private var errorRun = 0

  /// Errors without audio between them after which the rest is given up.
  private static let maximumErrorRun = 256

  init(file: InputFile, content: Range<Int>) throws(DecodingError) {
    handle = .allocate(capacity: 1)
    handle.initialize(to: OggVorbis_File())
    let opened = handle
    let (stream, code, total) = Self.open(file: file, content: content, handle: opened)
    self.stream = stream
    do throws(DecodingError) {
      if let failure = stream.failure { throw failure }
      guard code == 0, let info = ov_info(opened, -1)?.pointee else {
        throw .malformed(detail: "the Vorbis headers cannot be read")
      }
      let channelCount = Int(info.channels)
      format = try AudioFormat(
        claimedRate: Int(info.rate), channelCount: channelCount,
        layout: .vorbis(channelCount: channelCount))
    } catch {
      if code == 0 { ov_clear(opened) }
      opened.deallocate()
      throw error
    }
    report = DecodeReport(decoder: "libvorbisfile", codec: "Vorbis")
    expectedFrameCount = total
    report.claimedFrameCount = total
    report.isTruncated = try !OggPage.hasEnd(file: file, in: content)
  }

  deinit {
    ov_clear(handle)
    handle.deallocate()
  }

  func read(into buffer: inout PCMBuffer) throws(DecodingError) -> Bool {
    let capacity = buffer.frameCapacity
    let wanted = min(capacity, PCMBuffer.usualFrameCapacity)
    let channelCount = format.channelCount
    try buffer.fill { room throws(DecodingError) in
      guard let target = room.baseAddress else { return 0 }
      var filled = 0
      while filled < wanted, !hasEnded {
        var planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>?
        var currentLink: Int32 = 0
        let got = ov_read_float(handle, &planes, Int32(wanted - filled), &currentLink)
        if let failure = stream.failure { throw failure }
        guard got > 0, let planes else {
          note(got)
          continue
        }
        // The step from one link to the next is told as a hole too.
        if errorRun > 0, currentLink != link { report.corruptFrameCount -= 1 }
        errorRun = 0
        guard enter(currentLink) else { break }
        for channel in 0..<channelCount {
          guard let plane = planes[channel] else { continue }
          (target + channel * capacity + filled).update(from: plane, count: got)
        }
        filled += got
      }
      return filled
    }
    deliveredCount += buffer.frameCount
    if hasEnded, let claimed = expectedFrameCount, deliveredCount < claimed {
      report.isTruncated = true
    }
    return buffer.frameCount > 0
  }

  /// Handles a return of no audio: the end, or damage.
  private func note(_ code: Int) {
    guard code < 0 else {
      hasEnded = true
      return
    }
    report.corruptFrameCount += 1
    errorRun += 1
    if code == Int(OV_EBADLINK) || errorRun > Self.maximumErrorRun {
      hasEnded = true
      report.isTruncated = true
      report.warn("the rest of the stream cannot be decoded")
    }
  }

  /// Goes over to another link of a chain; false when its format differs, which is the end.
  private func enter(_ newLink: Int32) -> Bool {
    guard newLink != link else { return true }
    link = newLink
    guard let info = ov_info(handle, newLink)?.pointee, Int(info.rate) == format.sampleRate,
      Int(info.channels) == format.channelCount
    else {
      hasEnded = true
      report.isTruncated = true
      report.warn("the sample rate or the number of channels changes; the rest was left out")
      return false
    }
    report.warn("the file is a chain of several streams")
    return true
  }

  /// Opens the stream, seeking to learn its length.
  ///
  /// The handle that decodes may not seek: where seeking fails for damaged pages, and in chains,
  /// for libvorbisfile 1.3.7 begins a chain of very short links at the second one.
  private static func open(
    file: InputFile, content: Range<Int>, handle: UnsafeMutablePointer<OggVorbis_File>
  ) -> (stream: ByteStream, code: Int32, frameCount: Int?) {
    var stream = ByteStream(file: file, window: content)
    var code = ov_open_callbacks(stream.userData, handle, nil, 0, callbacks(seeking: true))
    var total: Int?
    if code == 0 {
      let count = Int(ov_pcm_total(handle, -1))
      total = count >= 0 ? count : nil
      if ov_streams(handle) == 1 { return (stream, code, total) }
      ov_clear(handle)
    }
    guard stream.failure == nil else { return (stream, code == 0 ? -1 : code, nil) }
    stream = ByteStream(file: file, window: content)
    code = ov_open_callbacks(stream.userData, handle, nil, 0, callbacks(seeking: false))
    return (stream, code, total)
  }

  private static func callbacks(seeking: Bool) -> ov_callbacks {
    ov_callbacks(
      read_func: readCallback, seek_func: seeking ? seekCallback : nil, close_func: nil,
      tell_func: seeking ? tellCallback : nil)
  }
}

private func readCallback(
  _ room: UnsafeMutableRawPointer?, _ size: Int, _ count: Int, _ userData: UnsafeMutableRawPointer?
) -> Int {
  guard let stream = ByteStream.from(userData), let room, size > 0 else { return 0 }
  let got = stream.read(into: room, count: size * count)
  // The library tells an error from the end by errno.
  errno = got < 0 ? EIO : 0
  return max(got, 0) / size
}

private func seekCallback(
  _ userData: UnsafeMutableRawPointer?, _ offset: ogg_int64_t, _ origin: Int32
) -> Int32 {
  guard let stream = ByteStream.from(userData) else { return -1 }
  return stream.seek(to: Int(offset), from: origin) >= 0 ? 0 : -1
}

private func tellCallback(_ userData: UnsafeMutableRawPointer?) -> Int {
  ByteStream.from(userData)?.position ?? -1
}
