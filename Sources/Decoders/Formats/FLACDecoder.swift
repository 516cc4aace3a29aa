internal import CFLAC
import Glibc

/// Native and Ogg FLAC through libFLAC.
///
/// The format is that of the first frame: STREAMINFO can be wrong or missing. A frame whose
/// checksum fails, and frames that are missing altogether, are silence of the same length: the
/// library fills holes, for each frame knows its place. A change of rate or channels in the middle ends the stream with a warning; a change of bit depth
/// does not matter.
///
/// The MD5 of the audio is not checked: each frame has its own checksum, and it would cost a third
/// of the decoding time.
///
/// Owns the library's handle until released; lives in one task.
final class FLACDecoder: Decoder {
  private(set) var format: AudioFormat
  private(set) var expectedFrameCount: Int?
  var report: DecodeReport { sink.report }

  private let stream: ByteStream
  private let handle: UnsafeMutablePointer<FLAC__StreamDecoder>
  private let sink: FLACSink
  private var hasEnded = false

  init(file: InputFile, content: Range<Int>, isOgg: Bool) throws(DecodingError) {
    stream = ByteStream(file: file, window: content)
    sink = FLACSink(stream: stream, codec: isOgg ? "Ogg FLAC" : "FLAC")
    guard let handle = FLAC__stream_decoder_new() else {
      throw .io(errno: ENOMEM)
    }
    self.handle = handle
    format = AudioFormat(sampleRate: 1, channelLayout: .mono)
    FLAC__stream_decoder_set_md5_checking(handle, 0)
    FLAC__stream_decoder_set_metadata_respond(handle, FLAC__METADATA_TYPE_VORBIS_COMMENT)
    let userData = Unmanaged.passUnretained(sink).toOpaque()
    // No seek, tell, length: the stream is read once, from front to back.
    let status =
      isOgg
      ? FLAC__stream_decoder_init_ogg_stream(
        handle, readCallback, nil, nil, nil, nil, writeCallback, metadataCallback, errorCallback,
        userData)
      : FLAC__stream_decoder_init_stream(
        handle, readCallback, nil, nil, nil, nil, writeCallback, metadataCallback, errorCallback,
        userData)
    guard status == FLAC__STREAM_DECODER_INIT_STATUS_OK else {
      throw .unsupported(feature: isOgg ? "Ogg FLAC in this libFLAC" : "FLAC in this libFLAC")
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
        sink.finish()
        return false
      }
    }
    sink.move(to: &buffer)
    return true
  }

  /// Lets the library process one frame or metadata block; false at the end.
  private func decodeFrame() throws(DecodingError) -> Bool {
    guard !hasEnded else { return false }
    let succeeded = FLAC__stream_decoder_process_single(handle) != 0
    if let failure = stream.failure { throw failure }
    switch FLAC__stream_decoder_get_state(handle) {
    case FLAC__STREAM_DECODER_END_OF_STREAM:
      hasEnded = true
      return !sink.isEmpty
    case FLAC__STREAM_DECODER_ABORTED, FLAC__STREAM_DECODER_MEMORY_ALLOCATION_ERROR,
      FLAC__STREAM_DECODER_OGG_ERROR:
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
}

private func sink(_ userData: UnsafeMutableRawPointer?) -> FLACSink? {
  userData.map { Unmanaged<FLACSink>.fromOpaque($0).takeUnretainedValue() }
}

private func readCallback(
  _ handle: UnsafePointer<FLAC__StreamDecoder>?, _ room: UnsafeMutablePointer<FLAC__byte>?,
  _ count: UnsafeMutablePointer<Int>?, _ userData: UnsafeMutableRawPointer?
) -> FLAC__StreamDecoderReadStatus {
  guard let stream = sink(userData)?.stream, let room, let count else {
    return FLAC__STREAM_DECODER_READ_STATUS_ABORT
  }
  let got = stream.read(into: room, count: count.pointee)
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
