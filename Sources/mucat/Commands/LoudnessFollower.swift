import Analysis
import Decoders

/// `mucat analyze --follow`: loudness line by line while the audio comes in.
struct LoudnessFollower {
  let environment: Environment
  let countsMonoTwice: Bool

  /// Follows standard input. An interrupt ends the stream there, and the summary still comes.
  ///
  /// - Parameter layout: What the samples are; nil for WAVE.
  func followStandardInput(_ layout: PCMStream.Layout?) async throws -> ExitStatus {
    let stream = PCMStream(descriptor: 0, layout: layout)
    let session = MusicUnderstandingSession(
      audioProvider: stream, countsMonoTwice: countsMonoTwice)
    return try await Interrupts.handling(
      { try await follow(stream, session) }, first: { stream.stop() })
  }

  private func follow(
    _ stream: PCMStream, _ session: MusicUnderstandingSession
  ) async throws -> ExitStatus {
    let result = try await follow(session, stop: { stream.stop() })
    if let failure = stream.failure {
      try environment.errors.write(
        line: Failure(failure, about: FilePath("standard input")).message)
      // Of a stream that never was audio there is nothing to sum up.
      if await session.audioFormat == nil { return .failed }
    }
    try await summarize(result, of: session, nonFiniteSampleCount: stream.nonFiniteSampleCount)
    return stream.failure == nil ? .done : .failed
  }

  /// Follows a file as it is decoded; an interrupt ends it.
  func follow(file path: FilePath) async throws -> ExitStatus {
    try await Interrupts.cancelling {
      do {
        let session = try await MusicUnderstandingSession(
          asset: AudioAsset(path: path), countsMonoTwice: countsMonoTwice)
        let result = try await follow(session)
        try await summarize(
          result, of: session,
          nonFiniteSampleCount: session.decodeReport?.nonFiniteSampleCount ?? 0)
        return .done
      } catch let error as AnalysisError {
        throw Failure(error, about: path)
      }
    }
  }

  /// Writes a line per result at the time it is known.
  ///
  /// - Parameter stop: Ends the input. Called when no more can be written: the analysis may be
  ///   waiting for input, and would be waited for.
  private func follow(
    _ session: MusicUnderstandingSession, stop: () -> Void = {}
  ) async throws -> MusicUnderstandingSession.LoudnessResult? {
    async let analysis = session.analyze(for: [.loudness])
    do {
      for try await result in session.loudnessResults {
        try environment.output.write(line: JSONText.encode(LoudnessLine(result)))
        try environment.output.flush()
      }
    } catch {
      stop()
      throw error
    }
    return try await analysis.loudness
  }

  private func summarize(
    _ result: MusicUnderstandingSession.LoudnessResult?, of session: MusicUnderstandingSession,
    nonFiniteSampleCount: Int
  ) async throws {
    guard let result else { return }
    let summary = LoudnessSummaryLine(
      result, format: await session.audioFormat, nonFiniteSampleCount: nonFiniteSampleCount)
    try environment.output.write(line: JSONText.encode(summary))
    try environment.output.flush()
  }
}
