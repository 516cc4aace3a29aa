internal import CFLAC
import Glibc

/// FLAC through libFLAC, native or out of Ogg.
///
/// The format is that of the first frame: STREAMINFO can be wrong or missing. A frame whose
/// checksum fails, and frames that are missing altogether, are silence of the same length: the
/// library fills holes, for each frame knows its place. A change of rate or channels in the middle
/// begins a new part; a change of bit depth does not matter.
///
/// The MD5 of the audio is checked when all of it was read and nothing was damaged.
///
/// Owns the library's handle until released; lives in one task.
final class FLACDecoder: Decoder {
  private(set) var format: AudioFormat
  private(set) var expectedFrameCount: Int?
  var report: DecodeReport { sink.report }

  private let source: any ByteSource
  private let handle: UnsafeMutablePointer<FLAC__StreamDecoder>
  private let sink: FLACSink
  private var hasEnded = false
  private var isFinished = false

  convenience init(file: InputFile, content: Range<Int>) throws(DecodingError) {
    try self.init(source: ByteStream(file: file, window: content), codec: "FLAC")
  }

  /// - Parameter source: The bytes of a native stream.
  init(source: any ByteSource, codec: String) throws(DecodingError) {
    self.source = source
    sink = FLACSink(source: source, codec: codec)
    guard let handle = FLAC__stream_decoder_new() else {
      throw .io(errno: ENOMEM)
    }
    self.handle = handle
    format = AudioFormat(sampleRate: 1, channelLayout: .mono)
    FLAC__stream_decoder_set_md5_checking(handle, 1)
    FLAC__stream_decoder_set_metadata_respond(handle, FLAC__METADATA_TYPE_VORBIS_COMMENT)
    FLAC__stream_decoder_set_metadata_respond(handle, FLAC__METADATA_TYPE_CUESHEET)
    // No seek, tell, length: the stream is read once, from front to back.
    let status = FLAC__stream_decoder_init_stream(
      handle, readCallback, nil, nil, nil, nil, writeCallback, metadataCallback, errorCallback,
      Unmanaged.passUnretained(sink).toOpaque())
    guard status == FLAC__STREAM_DECODER_INIT_STATUS_OK else {
      throw .unsupported(feature: "FLAC in this libFLAC")
    }
    while try decodeFrame(), sink.isEmpty {}
    guard let found = sink.format else {
      if let failure = sink.formatFailure { throw failure }
      throw .malformed(detail: "a FLAC stream without a readable frame")
    }
    format = found
    expectedFrameCount = sink.report.claimedFrameCount
  }

  deinit {
    FLAC__stream_decoder_delete(handle)
  }

  func read(into buffer: inout PCMBuffer) throws(DecodingError) -> Bool {
    while sink.isEmpty {
      guard try decodeFrame() else {
        finish()
        return false
      }
    }
    guard sink.fits(format) else { return false }
    sink.move(to: &buffer)
    return true
  }

  func beginNextPart() throws(DecodingError) -> Bool {
    guard !sink.isEmpty, let next = sink.format else { return false }
    format = next
    return true
  }

  /// Lets the library process one frame or metadata block; false at the end.
  private func decodeFrame() throws(DecodingError) -> Bool {
    guard !hasEnded else { return false }
    let succeeded = FLAC__stream_decoder_process_single(handle) != 0
    if let failure = source.failure { throw failure }
    switch FLAC__stream_decoder_get_state(handle) {
    case FLAC__STREAM_DECODER_END_OF_STREAM:
      hasEnded = true
      return !sink.isEmpty
    case FLAC__STREAM_DECODER_ABORTED, FLAC__STREAM_DECODER_MEMORY_ALLOCATION_ERROR:
      hasEnded = true
      sink.stop()
      return false
    default:
      if !succeeded {
        hasEnded = true
        sink.stop()
      }
      return succeeded || !sink.isEmpty
    }
  }

  /// Ends the stream once; the library then compares the MD5, and says no when it differs.
  private func finish() {
    guard !isFinished else { return }
    isFinished = true
    sink.finish(audioMatches: FLAC__stream_decoder_finish(handle) != 0)
  }
}

private func sink(_ userData: UnsafeMutableRawPointer?) -> FLACSink? {
  userData.map { Unmanaged<FLACSink>.fromOpaque($0).takeUnretainedValue() }
}

private func readCallback(
  _ handle: UnsafePointer<FLAC__StreamDecoder>?, _ room: UnsafeMutablePointer<FLAC__byte>?,
  _ count: UnsafeMutablePointer<Int>?, _ userData: UnsafeMutableRawPointer?
) -> FLAC__StreamDecoderReadStatus {
  guard let source = sink(userData)?.source, let room, let count else {
    return FLAC__STREAM_DECODER_READ_STATUS_ABORT
  }
  let got = source.read(into: room, count: count.pointee)
  count.pointee = max(got, 0)
  if got > 0 { return FLAC__STREAM_DECODER_READ_STATUS_CONTINUE }
  return got == 0
    ? FLAC__STREAM_DECODER_READ_STATUS_END_OF_STREAM : FLAC__STREAM_DECODER_READ_STATUS_ABORT
}

private func writeCallback(
  _ handle: UnsafePointer<FLAC__StreamDecoder>?, _ frame: UnsafePointer<FLAC__Frame>?,
  _ channels: UnsafePointer<UnsafePointer<FLAC__int32>?>?, _ userData: UnsafeMutableRawPointer?
) -> FLAC__StreamDecoderWriteStatus {
  guard let sink = sink(userData), let header = frame?.pointee.header, let channels,
    sink.accept(header, channels)
  else { return FLAC__STREAM_DECODER_WRITE_STATUS_ABORT }
  return FLAC__STREAM_DECODER_WRITE_STATUS_CONTINUE
}

private func metadataCallback(
  _ handle: UnsafePointer<FLAC__StreamDecoder>?, _ block: UnsafePointer<FLAC__StreamMetadata>?,
  _ userData: UnsafeMutableRawPointer?
) {
  guard let block else { return }
  sink(userData)?.note(block.pointee)
}

private func errorCallback(
  _ handle: UnsafePointer<FLAC__StreamDecoder>?, _ status: FLAC__StreamDecoderErrorStatus,
  _ userData: UnsafeMutableRawPointer?
) {
  sink(userData)?.note(status)
}
