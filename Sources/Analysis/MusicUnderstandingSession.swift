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
///
/// There may be any number of sessions. Of those that read files, as many compute at once as there
/// are processor cores, the more urgent ones first, and the others wait, needing little more memory
/// than an open file does. Those with providers go at their provider's pace, at some 6 MB each.
public actor MusicUnderstandingSession {
  private enum State {
    case ready(AnalysisSource)
    case running
    case finished
  }

  private var state: State
  private let updates = LoudnessLog()
  private let countsMonoTwice: Bool
  private let stopSignal = StopSignal()
  private var finishedReport: DecodeReport?
  private var sourceFormat: AudioFormat?
  private var takesFingerprint = false
  private var blocksSinceYield = 0
  /// At 50 ms a block, some 5 ms of computing.
  private static let blocksBetweenYields = 32
  /// Where the analysis of a file waits for its turn; nil for none.
  private var turns: TurnQueue? = .shared

  /// What the beginning of the piece sounds like, once an analysis that takes it has ended; nil also
  /// without libchromaprint.
  package private(set) var fingerprint: AcousticFingerprint?
  /// What structure or pace were decided from; nil before the end and when neither was asked for.
  package private(set) var formEvidence: FormEvidence?

  /// - Parameters:
  ///   - asset: The file to analyse. It is opened now.
  ///   - countsMonoTwice: Whether the loudness of one channel is that of the same signal on two,
  ///     3.01 LU more: what is heard when a player sends it to both loudspeakers. By default it is
  ///     measured as BS.1770 has it, as one loudspeaker. Without effect on two channels and more.
  /// - Throws: `AnalysisError.invalidAsset` with the reason when it cannot be opened.
  public init(asset: AudioAsset, countsMonoTwice: Bool = false) async throws {
    self.countsMonoTwice = countsMonoTwice
    do throws(DecodingError) {
      state = .ready(.reader(try asset.open()))
    } catch {
      // A decoder that waits for another process gives up when its task is cancelled.
      try Task.checkCancellation()
      throw AnalysisError.invalidAsset(error)
    }
  }

  /// - Parameters:
  ///   - audioProvider: Buffers of one format, in order; the sequence's end (`nil`) is the end of
  ///     the music. When it throws, so does the analysis.
  ///   - countsMonoTwice: As for an asset.
  public init<Provider: AsyncSequence & Sendable>(
    audioProvider: Provider, countsMonoTwice: Bool = false
  ) where Provider.Element == PCMBuffer {
    self.countsMonoTwice = countsMonoTwice
    state = .ready(.provider(FallibleProvider(audioProvider)))
  }

  deinit {
    updates.finish()
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
  ///   `CancellationError` after ``cancel()`` or when the task is cancelled; what the provider throws.
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

  /// The same at once, without waiting for a turn: for those who see to it themselves how many analyses
  /// there are.
  ///
  /// - Parameter takesFingerprint: Whether to take the ``fingerprint`` in the same pass.
  package func analyzeAtOnce(
    for types: Set<AnalysisType>, takesFingerprint: Bool
  ) async throws -> SessionResult {
    self.takesFingerprint = takesFingerprint
    turns = nil
    return try await analyze(for: types)
  }

  /// The same as with an asset, of a file that is open.
  ///
  /// - Parameter turns: Where to wait; nil not to.
  init(reader: sending AudioReader, turns: TurnQueue?) {
    countsMonoTwice = false
    self.turns = turns
    state = .ready(.reader(reader))
  }

  /// Stops an analysis, which then throws `CancellationError`: one that waits for its turn at once, one
  /// under way after at most 50 ms of a file's audio more, or a provider's next buffer.
  public nonisolated func cancel() async {
    stopSignal.raise()
  }

  /// What the decoder met; nil before the analysis ended, and for providers.
  public var decodeReport: DecodeReport? { finishedReport }

  /// The format of the audio; nil before its first block.
  public var audioFormat: AudioFormat? { sourceFormat }

  /// Loudness while it is being measured: one result per 100 ms of audio, each with exactly one
  /// momentary and one short-term value, and `integrated` and `peak` over all so far.
  ///
  /// Ends with the analysis, with its error if it fails; without a result when the analysis is not
  /// asked for loudness, or the session goes away unused. To stop listening is to stop the analysis:
  /// when the last iterator is given up before the end, `analyze` throws `CancellationError` at its
  /// next block. To have the final result as well, listen to the end.
  ///
  /// A slow listener loses nothing, gets everything in order, and never holds up the analysis:
  /// results stay in memory for as long as the session or a listener, 40 bytes each, 1.4 MB per
  /// hour of audio. So each iteration begins with the first result, however late it comes, and there
  /// may be several at once.
  public nonisolated var loudnessResults: some AsyncSequence<LoudnessResult, any Error> & Sendable {
    LoudnessResultSequence(log: updates)
  }

  // MARK: - Reading

  private func analyze(
    _ reader: AudioReader, for types: Set<AnalysisType>
  ) async throws -> SessionResult {
    sourceFormat = reader.format
    try checkCancellation()
    let turn = turns?.enter()
    defer { turn?.end() }
    stopSignal.breakOff(turn)
    updates.whenAbandoned { [weak turn] in turn?.cancel() }
    try await turn?.begin()
    var pipeline = pipeline(for: reader.format, types)
    var block = PCMBuffer(
      format: reader.format, frameCapacity: Self.blockLength(at: reader.format.sampleRate))
    do {
      while true {
        try checkCancellation()
        guard try reader.read(into: &block) else { break }
        pipeline.process(block, updates: updates)
        await letOthersRun()
      }
    } catch let error as DecodingError {
      try checkCancellation()
      if reader.report.frameCount == 0 { throw AnalysisError.invalidAsset(error) }
      // What was decoded stands; the report says that the file ended early.
    }
    finishedReport = reader.report
    return try await finish(&pipeline)
  }

  private func analyze<Provider: AsyncSequence & Sendable>(
    _ provider: Provider, for types: Set<AnalysisType>
  ) async throws -> SessionResult where Provider.Element == PCMBuffer {
    var pipeline: AnalysisPipeline?
    var iterator = provider.makeAsyncIterator()
    while let block = try await iterator.next(isolation: self) {
      try checkCancellation()
      if pipeline == nil {
        sourceFormat = block.format
        pipeline = self.pipeline(for: block.format, types)
      }
      guard block.format == sourceFormat else { throw AnalysisError.formatChanged }
      pipeline?.process(block, updates: updates)
      await letOthersRun()
    }
    try checkCancellation()
    // A provider that gives nothing is a piece of no length.
    let empty = AudioFormat(sampleRate: MonoSignal.sampleRate, channelCount: 1)
    var complete = pipeline.take() ?? self.pipeline(for: empty, types)
    return try await finish(&complete)
  }

  private func pipeline(
    for format: AudioFormat, _ types: Set<AnalysisType>
  ) -> AnalysisPipeline {
    AnalysisPipeline(
      format: format, types: types, countsMonoTwice: countsMonoTwice,
      takesFingerprint: takesFingerprint)
  }

  private func finish(_ pipeline: inout AnalysisPipeline) async throws -> SessionResult {
    for step in AnalysisPipeline.Ending.allCases {
      pipeline.end(step)
      await Task.yield()
      try checkCancellation()
    }
    fingerprint = pipeline.fingerprint
    formEvidence = pipeline.formEvidence
    return pipeline.result
  }

  /// The frames that are read at a time: at most 50 ms of audio, so that a cancelled analysis goes on for
  /// no longer than that.
  static func blockLength(at sampleRate: Int) -> Int {
    min(max(sampleRate / 20, 1), PCMBuffer.usualFrameCapacity)
  }

  /// Gives up its thread now and then, that a process with many sessions and few cores stays alive to
  /// all; each block would be too often, for a switch takes as long as a block's analysis does.
  private func letOthersRun() async {
    blocksSinceYield += 1
    guard blocksSinceYield >= Self.blocksBetweenYields else { return }
    blocksSinceYield = 0
    await Task.yield()
  }

  private func checkCancellation() throws {
    if stopSignal.isRaised || updates.isAbandoned { throw CancellationError() }
    try Task.checkCancellation()
  }
}

/// Where a session's audio comes from.
private enum AnalysisSource {
  case reader(AudioReader)
  case provider(AudioProvider)
}
