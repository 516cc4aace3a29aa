import Analysis
import Decoders

extension AudioFileReader {
  /// Reads the real files.
  static let live = AudioFileReader(
    payloadHash: { path throws(DecodingError) in
      try AudioAsset(path: path).payloadHash()
    },
    tags: { path, encoding in AudioAsset(path: path).tags(legacyEncoding: encoding) },
    analyze: { path in
      do {
        let session = try await MusicUnderstandingSession(asset: AudioAsset(path: path))
        let result = try await session.analyze(for: AnalysisType.available)
        guard let format = await session.audioFormat, let report = await session.decodeReport else {
          throw DecodingError.malformed(detail: "nothing was decoded")
        }
        return Analysis(format: format, report: report, result: result)
      } catch AnalysisError.invalidAsset(let error) {
        throw error
      }
    })
}
