import Analysis
import Decoders

extension AudioFileReader {
  /// Reads the real files.
  static let live = AudioFileReader(
    payload: { path throws(DecodingError) in
      let (hash, byteCount) = try AudioAsset(path: path).payload()
      return Payload(hash: hash, byteCount: byteCount)
    },
    tags: { path, encoding in AudioAsset(path: path).tags(legacyEncoding: encoding) },
    analyze: { path, work in
      do {
        let session = try await MusicUnderstandingSession(asset: AudioAsset(path: path))
        // The scan has as many jobs as were asked for.
        let result = try await session.analyzeAtOnce(
          for: work.types, takesFingerprint: work.takesFingerprint)
        guard let format = await session.audioFormat, let report = await session.decodeReport else {
          throw DecodingError.malformed(detail: "nothing was decoded")
        }
        return Analysis(
          format: format, report: report, result: result, fingerprint: await session.fingerprint)
      } catch AnalysisError.invalidAsset(let error) {
        throw error
      }
    },
    fingerprint: { path throws(DecodingError) in
      try AcousticFingerprint.of(AudioAsset(path: path))
    })
}
