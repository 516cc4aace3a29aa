internal import CMpg123

/// libmpg123 over a stream of bytes: frame after frame, decoded to Float32 at its own rate.
///
/// Owns the library's handle until released.
final class Mpg123Stream {
  enum Step {
    /// A frame is there to be decoded; its rate is given when it may have changed.
    case frame(newRate: Int?)
    case damage(isFatal: Bool)
    case end
  }

  let stream: ByteStream
  private let handle: OpaquePointer
  private let channelCount: Int

  /// The most frames that the library gives at once: a frame of layer II.
  static let longestFrame = 1152

  /// - Parameter channelCount: 1 or 2: a change between mono and stereo is mixed by the library, two
  ///   channels to their mean and one to both, so that the timeline goes on.
  init(_ stream: ByteStream, channelCount: Int) throws(DecodingError) {
    self.stream = stream
    self.channelCount = channelCount
    var code: Int32 = 0
    guard let handle = mpg123_new(nil, &code) else {
      throw .unsupported(feature: String(cString: mpg123_plain_strerror(code)))
    }
    self.handle = handle
    let flags =
      MPG123_FORCE_FLOAT.rawValue | MPG123_QUIET.rawValue | MPG123_SKIP_ID3V2.rawValue
      | MPG123_IGNORE_INFOFRAME.rawValue
    mpg123_param2(handle, Int32(MPG123_ADD_FLAGS.rawValue), Int(flags), 0)
    let unwanted = MPG123_GAPLESS.rawValue | MPG123_AUTO_RESAMPLE.rawValue
    mpg123_param2(handle, Int32(MPG123_REMOVE_FLAGS.rawValue), Int(unwanted), 0)
    // Search the whole rest of a damaged file for the next frame: one pass, however long it is.
    mpg123_param2(handle, Int32(MPG123_RESYNC_LIMIT.rawValue), -1, 0)

    // All rates, so that a change is told and not resampled.
    mpg123_format_none(handle)
    let channels = channelCount == 1 ? MPG123_MONO : MPG123_STEREO
    for rate in [8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000] {
      mpg123_format(handle, rate, Int32(channels.rawValue), Int32(MPG123_ENC_FLOAT_32.rawValue))
    }
    mpg123_replace_reader_handle(handle, readCallback, seekCallback, nil)
    guard mpg123_open_handle(handle, stream.userData) == MPG123_OK.rawValue else {
      throw stream.failure ?? .malformed(detail: String(cString: mpg123_strerror(handle)))
    }
  }

  deinit {
    mpg123_close(handle)
    mpg123_delete(handle)
  }

  /// Goes on to the next frame, whether the present one was decoded or not.
  func nextFrame() throws(DecodingError) -> Step {
    let code = mpg123_framebyframe_next(handle)
    if let failure = stream.failure { throw failure }
    switch code {
    case MPG123_OK.rawValue: return .frame(newRate: nil)
    case MPG123_NEW_FORMAT.rawValue:
      var rate = 0
      var channels: Int32 = 0
      var encoding: Int32 = 0
      mpg123_getformat(handle, &rate, &channels, &encoding)
      return .frame(newRate: rate)
    case MPG123_DONE.rawValue: return .end
    default: return .damage(isFatal: mpg123_errcode(handle) == MPG123_RESYNC_FAIL.rawValue)
    }
  }

  /// Decodes the present frame.
  ///
  /// - Returns: Interleaved frames, valid until the next step; nil when the frame is broken.
  func decodeFrame() -> (samples: UnsafePointer<Float>, count: Int)? {
    var number: off_t = 0
    var audio: UnsafeMutablePointer<UInt8>?
    var byteCount = 0
    guard mpg123_framebyframe_decode(handle, &number, &audio, &byteCount) == MPG123_OK.rawValue,
      let audio
    else { return nil }
    let samples = UnsafeRawPointer(audio).assumingMemoryBound(to: Float.self)
    return (samples, byteCount / MemoryLayout<Float>.size / channelCount)
  }

  /// Where the present frame begins, in bytes of the stream.
  var frameOffset: Int { Int(mpg123_framepos(handle)) }

  /// Calls `body` with the four bytes of the present frame's header and with what follows them;
  /// not once it was decoded.
  func withFrame<R>(_ body: (UInt32, UnsafeBufferPointer<UInt8>) -> R) -> R? {
    var header: UInt = 0
    var bytes: UnsafeMutablePointer<UInt8>?
    var count = 0
    guard mpg123_framedata(handle, &header, &bytes, &count) == MPG123_OK.rawValue else {
      return nil
    }
    return body(UInt32(truncatingIfNeeded: header), UnsafeBufferPointer(start: bytes, count: count))
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
