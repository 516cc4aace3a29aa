import Decoders

/// Follows a stream of audio while it comes in: loudness every 100 ms; tempo, key, instruments, pace
/// and form every few seconds, over the audio of the last half minute.
///
/// ```swift
/// let analyzer = LiveAnalyzer(input: PCMStream(descriptor: 0))
/// try await analyzer.start()
/// for try await update in analyzer.analysisUpdates { print(update.loudness.currentDb) }
/// ```
///
/// Everything is counted in audio, not by a clock: the same stream gives the same estimates at
/// whatever speed it comes. While no audio comes nothing is done.
public actor LiveAnalyzer {
  private enum State {
    case ready(any AsyncSequence<PCMBuffer, Never> & Sendable)
    case active(Task<Void, Never>)
    case stopped
  }

  private var state: State
  private var failure: String?
  private let timing: LiveTiming
  private let countsMonoTwice: Bool
  private let updates: AsyncThrowingStream<SemanticAudioDescriptor, any Error>.Continuation
  private var observers = ObserverList()
  private var loudness: SemanticAudioDescriptor.Loudness?
  private var estimate: LiveEstimate?
  private var estimation: Task<LiveEstimate, any Error>?

  /// What is known, for each 100 ms of audio; for one listener. It ends with the input, with
  /// ``stop()``, or with the error that ended the analysis. A slow listener misses the oldest.
  public nonisolated let analysisUpdates: AsyncThrowingStream<SemanticAudioDescriptor, any Error>

  /// As many updates wait for a slow listener: ten seconds.
  private static let waitingLimit = 100
  /// Seconds of audio after which an estimate is told: time enough to make it, and the same at
  /// whatever speed the audio comes.
  private static let estimateTime = 0.5

  /// - Parameters:
  ///   - input: Buffers of one format, as they come. Nothing is asked of it before ``start()``.
  ///   - timing: How often estimates are made, and from how much audio.
  ///   - countsMonoTwice: As for a ``MusicUnderstandingSession``.
  public init<Input: AsyncSequence & Sendable>(
    input: Input, timing: LiveTiming = LiveTiming(), countsMonoTwice: Bool = false
  ) where Input.Element == PCMBuffer, Input.Failure == Never {
    state = .ready(input)
    self.timing = timing
    self.countsMonoTwice = countsMonoTwice
    (analysisUpdates, updates) = AsyncThrowingStream.makeStream(
      bufferingPolicy: .bufferingNewest(Self.waitingLimit))
  }

  deinit {
    if case .active(let task) = state { task.cancel() }
    updates.finish()
  }

  /// Begins to listen.
  ///
  /// - Throws: `sessionAlreadyActive` while it listens; `noInput` after it was stopped or the input
  ///   has ended: an input is heard once.
  public func start() throws(LiveAnalyzerError) {
    switch state {
    case .active: throw .sessionAlreadyActive
    case .stopped: throw .noInput
    case .ready(let input):
      // The analyzer is held while audio comes, not while the input is waited for.
      let owner: @Sendable () -> LiveAnalyzer? = { [weak self] in self }
      state = .active(Task { await Self.listen(to: input, for: owner) })
    }
  }

  /// Ends the analysis and lets go of all audio. Nothing happens when it has ended.
  public func stop() {
    if case .active(let task) = state { task.cancel() }
    finish()
  }

  /// What it does just now.
  public var status: LiveStatus {
    switch state {
    case .ready: .idle
    case .active: .listening
    case .stopped: failure.map { .failed($0) } ?? .stopped
    }
  }

  /// Tells an observer of a dimension now and again. The observer is not kept alive.
  ///
  /// - Parameters:
  ///   - observer: Whom to tell.
  ///   - dimension: What it waits for.
  ///   - interval: Seconds of audio from one call to the next, at least: loudness is known every
  ///     0.1 s, the other dimensions change with each estimate.
  public func register(
    _ observer: any AudioReactiveObserver, for dimension: LiveDimension, every interval: Double
  ) {
    observers.add(observer, for: dimension, every: interval)
  }

  /// Tells an observer nothing more.
  public func unregister(_ observer: any AudioReactiveObserver) {
    observers.remove(observer)
  }

  // MARK: - Listening

  /// What is kept of the input while listening.
  private struct Hearing {
    let format: AudioFormat
    var meter: LoudnessAnalyzer
    var recent: RecentAudio
    var nextEstimate: Double
    /// When the estimate under way is to be told, in seconds of audio.
    var estimateDue = Double.infinity
  }

  private static func listen(
    to input: any AsyncSequence<PCMBuffer, Never> & Sendable,
    for owner: @Sendable () -> LiveAnalyzer?
  ) async {
    var hearing: Hearing?
    do {
      for await block in input {
        try Task.checkCancellation()
        guard let analyzer = owner() else { return }
        try await analyzer.take(block, &hearing)
      }
      try Task.checkCancellation()
      guard let analyzer = owner() else { return }
      guard let hearing else { throw LiveAnalyzerError.noInput }
      try await analyzer.conclude(hearing)
      await analyzer.finish()
    } catch is CancellationError {
      await owner()?.finish()
    } catch {
      await owner()?.finish(throwing: error)
    }
  }

  private func take(_ block: PCMBuffer, _ hearing: inout Hearing?) async throws {
    var current =
      hearing
      ?? Hearing(
        format: block.format,
        meter: LoudnessAnalyzer(format: block.format, countsMonoTwice: countsMonoTwice),
        recent: RecentAudio(seconds: timing.window, sampleRate: block.format.sampleRate),
        nextEstimate: timing.firstEstimate)
    guard block.format == current.format else { throw AnalysisError.formatChanged }
    var steps: [LoudnessUpdate] = []
    current.meter.process(block) { steps.append($0) }
    current.recent.append(block)
    let end = current.recent.basis.end
    if end >= current.estimateDue { try await takeEstimate() }
    for step in steps { tell(step) }
    if end >= current.nextEstimate {
      current.nextEstimate = end + timing.estimateInterval
      current.estimateDue = end + min(Self.estimateTime, timing.estimateInterval)
      try await takeEstimate()
      estimation = Task { [recent = current.recent] in try await LiveEstimate.of(recent) }
    }
    hearing = current
  }

  /// The estimate that was under way when the input ended, or one of what came since, is told too.
  private func conclude(_ hearing: Hearing) async throws {
    try await takeEstimate()
    estimate = try await LiveEstimate.of(hearing.recent)
    guard let loudness else { return }
    send(descriptor(at: hearing.recent.basis.end, loudness))
  }

  /// Waits for the estimate under way, if any: on a stream faster than time the audio waits for it.
  private func takeEstimate() async throws {
    guard let running = estimation else { return }
    estimation = nil
    estimate = try await running.value
  }

  private func tell(_ step: LoudnessUpdate) {
    let now = SemanticAudioDescriptor.Loudness(
      currentDb: step.momentary, shortTerm: step.shortTerm, integrated: step.integrated,
      truePeak: step.truePeak)
    loudness = now
    send(descriptor(at: Double(step.index + 1) / Double(LoudnessSteps.stepsPerSecond), now))
  }

  private func descriptor(
    at time: Double, _ loudness: SemanticAudioDescriptor.Loudness
  ) -> SemanticAudioDescriptor {
    SemanticAudioDescriptor(
      time: time, loudness: loudness, rhythm: estimate?.rhythm, tonality: estimate?.tonality,
      instrumentation: estimate?.instrumentation, pace: estimate?.pace,
      structure: estimate?.structure)
  }

  private func send(_ descriptor: SemanticAudioDescriptor) {
    if case .stopped = state { return }
    updates.yield(descriptor)
    if !observers.isEmpty { observers.tell(descriptor) }
  }

  private func finish(throwing error: (any Error)? = nil) {
    estimation?.cancel()
    estimation = nil
    if case .stopped = state {} else { failure = error.map { "\($0)" } }
    state = .stopped
    updates.finish(throwing: error)
  }
}
