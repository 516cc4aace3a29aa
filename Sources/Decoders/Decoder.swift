/// One open file being decoded by one codec library.
///
/// A conformer owns its library's handle and frees it when released. It lives inside one task and
/// is never shared. The contract for `read`:
/// - fills planes with at most `buffer.frameCapacity` frames and returns true, or returns false at
///   the end of the stream; it never returns an empty block before the end;
/// - delivers music only: encoder delay and padding are already cut, frame 0 is the first of music;
/// - conceals or skips what is damaged, counts it in the report, and goes on; it throws only when
///   nothing sensible can follow;
/// - keeps overs: nothing is clipped to ±1.
protocol Decoder: AnyObject {
  var format: AudioFormat { get }
  /// The length in frames, nil when the container does not say. A hint: decoding decides.
  var expectedFrameCount: Int? { get }
  var report: DecodeReport { get }
  func read(into buffer: inout PCMBuffer) throws(DecodingError) -> Bool
}
