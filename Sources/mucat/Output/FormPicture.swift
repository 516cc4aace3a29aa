import Analysis
import Decoders

/// The picture of a piece's form, as a file.
enum FormPicture {
  /// Draws what was found in a file.
  ///
  /// - Parameter evidence: What it was found in; nil when there is no form.
  static func write(
    _ result: MusicUnderstandingSession.SessionResult, evidence: FormEvidence?,
    title: String, about path: FilePath, into picture: FilePath
  ) throws {
    guard let structure = result.structure, let evidence else {
      let reason = result.structure?.details.reason?.rawValue ?? "nothing was found"
      throw Failure("\(path.displayText): there is no form to draw: \(reason)")
    }
    let plot = FormPlot(
      title: title, structure: structure, pace: result.pace, evidence: evidence)
    try FileSystem.write(Array(plot.svg.utf8), to: picture)
  }

  /// Listens to a file for its form, and draws it: what it is found in is nowhere kept.
  static func draw(_ path: FilePath, title: String, into picture: FilePath) async throws {
    do {
      let session = try await MusicUnderstandingSession(asset: AudioAsset(path: path))
      let result = try await session.analyze(for: [.structure, .pace])
      try write(
        result, evidence: await session.formEvidence, title: title, about: path, into: picture)
    } catch let error as AnalysisError {
      throw Failure(error, about: path)
    }
  }
}
