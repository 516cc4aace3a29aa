internal import CSndfile

/// WAV, RF64, W64, AIFF, AIFC, CAF and AU in every sample type, through libsndfile.
///
/// Integers become ±1; float samples pass as they are, overs and NaN included. The library never
/// gets to see MP3, FLAC or Ogg: those have decoders of their own.
///
/// Owns the library's handle until released; lives in one task.
final class SndfileDecoder: Decoder {
  let format: AudioFormat
  let expectedFrameCount: Int?
  private(set) var report: DecodeReport

  private let stream: ByteStream
  private let handle: OpaquePointer
  private let interleaved: UnsafeMutableBufferPointer<Float>
  private var deliveredCount = 0

  init(file: InputFile, content: Range<Int>, format kind: FileFormat) throws(DecodingError) {
    let list = try ChunkList(file: file, content: content)
    let claim = try WaveClaim(file: file, content: content, list: list)
    stream = ByteStream(file: file, window: content, correction: claim?.correction)
    var info = SF_INFO()
    var callbacks = SF_VIRTUAL_IO(
      get_filelen: lengthCallback, seek: seekCallback, read: readCallback, write: writeCallback,
      tell: tellCallback)
    let opened = sf_open_virtual(&callbacks, Int32(SFM_READ), &info, stream.userData)
    if let failure = stream.failure {
      if let opened { sf_close(opened) }
      throw failure
    }
    guard let opened else { throw Self.openingError(kind, coding: claim?.coding) }
    handle = opened
    let channelCount = Int(info.channels)
    do throws(DecodingError) {
      let layout = try list.flatMap { list throws(DecodingError) in
        try DeclaredLayout.read(file: file, list: list, channelCount: channelCount)
      }
      format = try AudioFormat(
        claimedRate: Int(info.samplerate), channelCount: channelCount, layout: layout)
    } catch {
      sf_close(opened)
      throw error
    }
    report = DecodeReport(decoder: "libsndfile", codec: Self.codecName(info.format, kind: kind))
    for warning in claim?.warnings ?? [] { report.warn(warning) }
    // libsndfile says the largest count there is when it does not know.
    let frames = Int(info.frames)
    expectedFrameCount = frames >= 0 && frames < Int.max / 2 ? frames : nil
    report.claimedFrameCount = claim?.frameCount ?? expectedFrameCount
    interleaved = .allocate(capacity: PCMBuffer.usualFrameCapacity * channelCount)
  }

  deinit {
    sf_close(handle)
    interleaved.deallocate()
  }

  func read(into buffer: inout PCMBuffer) throws(DecodingError) -> Bool {
    guard let room = interleaved.baseAddress else { return false }
    let wanted = min(buffer.frameCapacity, PCMBuffer.usualFrameCapacity)
    let got = min(Int(sf_readf_float(handle, room, sf_count_t(wanted))), wanted)
    if let failure = stream.failure { throw failure }
    guard got > 0 else {
      if sf_error(handle) != 0 {
        report.corruptFrameCount += 1
        report.warn("the rest of the file cannot be decoded")
        report.isTruncated = true
      }
      if let claimed = report.claimedFrameCount, deliveredCount < claimed {
        report.isTruncated = true
      }
      return false
    }
    buffer.fill(interleaved: room, count: got)
    deliveredCount += got
    return true
  }

  /// libsndfile's unnamed code for "data in an unimplemented format".
  private static let unimplemented: Int32 = 18

  private static func openingError(_ kind: FileFormat, coding: Int?) -> DecodingError {
    if let coding, !WaveClaim.plainCodings.contains(coding) {
      return .unsupported(feature: "coding 0x\(String(coding, radix: 16)) in \(kind.name)")
    }
    let detail = String(cString: sf_strerror(nil))
    switch sf_error(nil) {
    case Int32(SF_ERR_UNRECOGNISED_FORMAT), Int32(SF_ERR_UNSUPPORTED_ENCODING), unimplemented:
      return .unsupported(feature: "this encoding in \(kind.name) (\(detail))")
    default: return .malformed(detail: detail)
    }
  }

  /// "WAV, 24 bit" and the like.
  private static func codecName(_ format: Int32, kind: FileFormat) -> String {
    var description = SF_FORMAT_INFO()
    description.format = format & Int32(SF_FORMAT_SUBMASK)
    let code = sf_command(
      nil, Int32(SFC_GET_FORMAT_INFO), &description, Int32(MemoryLayout<SF_FORMAT_INFO>.size))
    guard code == 0, let name = description.name else { return kind.name }
    return "\(kind.name), \(String(cString: name))"
  }
}

private func lengthCallback(_ userData: UnsafeMutableRawPointer?) -> sf_count_t {
  sf_count_t(ByteStream.from(userData)?.count ?? 0)
}

private func seekCallback(
  _ offset: sf_count_t, _ origin: Int32, _ userData: UnsafeMutableRawPointer?
) -> sf_count_t {
  sf_count_t(ByteStream.from(userData)?.seek(to: Int(offset), from: origin) ?? -1)
}

private func readCallback(
  _ room: UnsafeMutableRawPointer?, _ count: sf_count_t, _ userData: UnsafeMutableRawPointer?
) -> sf_count_t {
  guard let stream = ByteStream.from(userData), let room else { return 0 }
  return sf_count_t(max(0, stream.read(into: room, count: Int(count))))
}

private func writeCallback(
  _ bytes: UnsafeRawPointer?, _ count: sf_count_t, _ userData: UnsafeMutableRawPointer?
) -> sf_count_t {
  0
}

private func tellCallback(_ userData: UnsafeMutableRawPointer?) -> sf_count_t {
  sf_count_t(ByteStream.from(userData)?.position ?? -1)
}
