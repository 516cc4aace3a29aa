import Analysis
import Decoders

/// What a scan does with the content of a file, in three steps: a seam at which tests count and
/// interfere.
struct AudioFileReader: Sendable {
  var payloadHash: @Sendable (FilePath) throws(DecodingError) -> PayloadHash
  /// Reads tags, taking eight-bit text that is not UTF-8 for the encoding.
  var tags: @Sendable (FilePath, LegacyEncoding) -> Tags
  /// Decodes once and analyses. Throws `DecodingError` or `CancellationError`.
  var analyze: @Sendable (FilePath) async throws -> Analysis

  /// What decoding and analysing gave.
  struct Analysis: Sendable {
    var format: AudioFormat
    var report: DecodeReport
    var result: MusicUnderstandingSession.SessionResult

    /// Seconds of music.
    var duration: Double { Double(report.frameCount) / Double(format.sampleRate) }
  }
}
