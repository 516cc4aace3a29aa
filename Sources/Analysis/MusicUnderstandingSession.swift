import Decoders

/// Understands one piece of music, offline: key, rhythm, structure, pace, instrument activity and
/// loudness.
///
/// ```swift
/// let session = try await MusicUnderstandingSession(asset: AudioAsset(path: "song.flac"))
/// let result = try await session.analyze(for: [.key, .loudness])
/// ```
///
/// A session analyses once. Results do not depend on the size of the blocks in which the audio
/// comes, on the number of threads, or on the run.
public actor MusicUnderstandingSession {
  private enum State {
    case ready(AnalysisSource)
    case running
    case finished
  }

  private var state: State
  private let updates = LoudnessUpdateQueue()
  private var isCancelled = false
  private var finishedReport: DecodeReport?
  private var sourceFormat: AudioFormat?

  /// - Parameter asset: The file to analyse. It is opened now.
  /// - Throws: `AnalysisError.invalidAsset` with the reason when it cannot be opened.
  public init(asset: AudioAsset) async throws {
    do throws(DecodingError) {
      state = .ready(.reader(try asset.open()))
    } catch {
      // A decoder that waits for another process gives up when its task is cancelled.
      try Task.checkCancellation()
      throw AnalysisError.invalidAsset(error)
    }
  }

  /// - Parameter audioProvider: Buffers of one format, in order; the sequence's end (`nil`) is the
  ///   end of the music.
  public init<Provider: AsyncSequence & Sendable>(audioProvider: Provider)
  where Provider.Element == PCMBuffer, Provider.Failure == Never {
    state = .ready(.provider(audioProvider))
  }

  /// Finds out everything that this release can.
  public func analyze() async throws -> SessionResult {
    try await analyze(for: Set(AnalysisType.allCases))
  }

  /// Finds out what is asked for, and does no other work.
  ///
  /// - Parameter types: At least one type. A type that this release cannot compute
  ///   (see ``AnalysisType/available``) gives nil.
  /// - Throws: `AnalysisError.emptyAnalysisSet`, `sessionInProgress` when the session has been
  ///   used, `invalidAsset` when decoding cannot go on and nothing was decoded, `formatChanged`;
  ///   `CancellationError` after ``cancel()`` or when the task is cancelled.
  public func analyze(for types: Set<AnalysisType>) async throws -> SessionResult {
    guard !types.isEmpty else { throw AnalysisError.emptyAnalysisSet }
    guard case .ready(let source) = state else { throw AnalysisError.sessionInProgress }
    state = .running
    defer { state = .finished }
    do {
      let result =
        switch source {
        case .reader(let reader): try await analyze(reader, for: types)
        case .provider(let provider): try await analyze(provider, for: types)
        }
      updates.finish()
      return result
    } catch {
      updates.finish(throwing: error)
      throw error
    }
  }

  /// Stops a running analysis at its next block; it then throws `CancellationError`.
  public func cancel() {
    isCancelled = true
  }

  /// What the decoder met; nil before the analysis ended, and for providers.
  public var decodeReport: DecodeReport? { finishedReport }

  /// The format of the audio; nil before its first block.
  public var audioFormat: AudioFormat? { sourceFormat }

  /// Loudness while it is being measured: one result per 100 ms of audio, each with exactly one
  /// momentary and one short-term value, and `integrated` and `peak` over all so far.
  ///
  /// Nothing is lost or reordered when the consumer is slow: results wait in memory, 40 bytes
  /// each, and the analysis never waits for them. Ends with the analysis, with its error if it
  /// fails. For one consumer.
  public nonisolated var loudnessResults: some AsyncSequence<LoudnessResult, any Error> & Sendable {
    LoudnessResultSequence(updates: updates)
  }

  // MARK: - Reading

  private func analyze(
    _ reader: AudioReader, for types: Set<AnalysisType>
  ) async throws -> SessionResult {
    sourceFormat = reader.format
    var pipeline = AnalysisPipeline(format: reader.format, types: types)
    var block = PCMBuffer(format: reader.format)
    do {
      while try reader.read(into: &block) {
        try checkCancellation()
        pipeline.process(block, updates: updates)
        await Task.yield()
      }
    } catch let error as DecodingError {
      try checkCancellation()
      if reader.report.frameCount == 0 { throw AnalysisError.invalidAsset(error) }
      // What was decoded stands; the report says that the file ended early.
    }
    finishedReport = reader.report
    return pipeline.finish(updates: updates)
  }

  private func analyze<Provider: AsyncSequence & Sendable>(
    _ provider: Provider, for types: Set<AnalysisType>
  ) async throws -> SessionResult
  where Provider.Element == PCMBuffer, Provider.Failure == Never {
    var pipeline: AnalysisPipeline?
    var format: AudioFormat?
    var iterator = provider.makeAsyncIterator()
    while let block = await iterator.next(isolation: self) {
      try checkCancellation()
      if format == nil {
        format = block.format
        sourceFormat = format
        pipeline = AnalysisPipeline(format: block.format, types: types)
      }
      guard block.format == format else { throw AnalysisError.formatChanged }
      pipeline?.process(block, updates: updates)
      await Task.yield()
    }
    try checkCancellation()
    // A provider that gives nothing is a piece of no length.
    let empty = AudioFormat(sampleRate: MonoSignal.sampleRate, channelCount: 1)
    return (pipeline ?? AnalysisPipeline(format: empty, types: types)).finish(updates: updates)
  }

  private func checkCancellation() throws {
    if isCancelled { throw CancellationError() }
    try Task.checkCancellation()
  }
}

/// Where a session's audio comes from.
private enum AnalysisSource {
  case reader(AudioReader)
  case provider(any AsyncSequence<PCMBuffer, Never> & Sendable)
}
