/// One open file being decoded by one codec library.
///
/// A conformer owns its library's handle and frees it when released. It lives inside one task and
/// is never shared. A stream has one part, or several where its format changes or where another
/// stream is joined to it. The contract for `read`:
/// - fills planes with at most `buffer.frameCapacity` frames and returns true, or returns false at
///   the end of the part; it never returns an empty block before that;
/// - delivers music only: encoder delay and padding are already cut, frame 0 is the first of music;
/// - conceals or skips what is damaged, counts it in the report, and goes on; it throws only when
///   nothing sensible can follow;
/// - keeps overs: nothing is clipped to ±1.
protocol Decoder: AnyObject {
  /// The format of the present part.
  var format: AudioFormat { get }
  /// The length of all parts in frames of the first one's rate, nil when the container does not
  /// say. A hint: decoding decides.
  var expectedFrameCount: Int? { get }
  var report: DecodeReport { get }
  func read(into buffer: inout PCMBuffer) throws(DecodingError) -> Bool
  /// Goes on to the next part, the present one being read to its end; false when there is none.
  func beginNextPart() throws(DecodingError) -> Bool
}

extension Decoder {
  func beginNextPart() throws(DecodingError) -> Bool { false }
}
