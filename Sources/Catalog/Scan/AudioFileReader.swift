import Analysis
import Decoders

/// What a scan does with the content of a file, in steps: a seam at which tests count and
/// interfere.
struct AudioFileReader: Sendable {
  var payload: @Sendable (FilePath) throws(DecodingError) -> Payload
  /// Reads tags, taking eight-bit text that is not UTF-8 for the encoding.
  var tags: @Sendable (FilePath, LegacyEncoding) -> Tags
  /// Decodes once and does this work. Throws `DecodingError` or `CancellationError`.
  var analyze: @Sendable (FilePath, AnalysisWork) async throws -> Analysis
  /// Takes a fingerprint and does nothing else; nil when it cannot be taken.
  var fingerprint: @Sendable (FilePath) throws(DecodingError) -> AcousticFingerprint?

  /// The encoded audio in a file.
  struct Payload: Sendable {
    var hash: PayloadHash
    var byteCount: Int
  }

  /// What decoding and analysing gave.
  struct Analysis: Sendable {
    var format: AudioFormat
    var report: DecodeReport
    var result: MusicUnderstandingSession.SessionResult
    var fingerprint: AcousticFingerprint?

    /// Seconds of music.
    var duration: Double { Double(report.frameCount) / Double(format.sampleRate) }
  }
}
