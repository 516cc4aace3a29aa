import Synchronization
import TestSupport
import Testing

@testable import Analysis
@testable import Decoders

/// How soon an analysis ends that is not wanted any more.
struct CancellationTests {
  /// Endless noise that calls for something at a moment, and counts what is asked of it.
  private final class NoiseDecoder: Decoder {
    let format: AudioFormat
    let expectedFrameCount: Int? = nil
    let report = DecodeReport(decoder: "noise", codec: "noise")
    let counter: Counter

    init(sampleRate: Int, counter: Counter) {
      format = AudioFormat(sampleRate: sampleRate, channelCount: 1)
      self.counter = counter
    }

    func read(into buffer: inout PCMBuffer) throws(DecodingError) -> Bool {
      let count = buffer.frameCapacity
      let start = counter.take(count)
      var generator = SeededGenerator(seed: UInt64(start))
      buffer.fill { samples in
        for frame in 0..<count { samples[frame] = .random(in: -0.1...0.1, using: &generator) }
        return count
      }
      return true
    }
  }

  /// The task that is to be cancelled.
  private final class Analysis: Sendable {
    private let state = Mutex<Task<Void, any Error>?>(nil)

    var task: Task<Void, any Error>? {
      get { state.withLock { $0 } }
      set { state.withLock { $0 = newValue } }
    }
  }

  private final class Counter: Sendable {
    private let state: Mutex<(frames: Int, atAlarm: Int?)> = Mutex((0, nil))
    private let alarmFrame: Int
    private let alarm: @Sendable () -> Void

    init(at frame: Int, alarm: @escaping @Sendable () -> Void) {
      alarmFrame = frame
      self.alarm = alarm
    }

    /// Counts frames; where they begin.
    func take(_ count: Int) -> Int {
      let (start, isAlarm) = state.withLock { state in
        let start = state.frames
        state.frames += count
        guard state.atAlarm == nil, state.frames >= alarmFrame else { return (start, false) }
        state.atAlarm = state.frames - count
        return (start, true)
      }
      if isAlarm { alarm() }
      return start
    }

    /// What was read from the beginning of the read on in which the alarm went.
    var framesAfterAlarm: Int? {
      state.withLock { state in state.atAlarm.map { state.frames - $0 } }
    }
  }

  @Test(arguments: [8000, 44_100, 192_000])
  func `at most 50 ms are read after the task was cancelled`(rate: Int) async throws {
    let analysis = Analysis()
    let counter = Counter(at: 2 * rate) { analysis.task?.cancel() }
    let started = Task {
      let reader = AudioReader(decoder: NoiseDecoder(sampleRate: rate, counter: counter))
      let session = MusicUnderstandingSession(reader: reader, turns: nil)
      // The counter must know the task before the alarm goes.
      while analysis.task == nil { await Task.yield() }
      _ = try await session.analyze()
    }
    analysis.task = started
    await #expect(throws: CancellationError.self) { try await started.value }
    let frames = try #require(counter.framesAfterAlarm)
    #expect(frames > 0 && frames <= rate / 20)
  }

  @Test(arguments: [8000, 44_100])
  func `a session reads no more than 50 ms at a time`(rate: Int) {
    let frames = MusicUnderstandingSession.blockLength(at: rate)
    #expect(frames > 0 && Double(frames) / Double(rate) <= 0.05)
    #expect(MusicUnderstandingSession.blockLength(at: 1) == 1)
    #expect(MusicUnderstandingSession.blockLength(at: 1_000_000) == PCMBuffer.usualFrameCapacity)
  }

  /// A session that waits behind another one for its turn, and that other one's place.
  private func waitingSession(
    _ queue: TurnQueue
  ) async throws -> (session: MusicUnderstandingSession, ahead: Turn) {
    let ahead = queue.enter()
    try await ahead.begin()
    let reader = AudioReader(
      decoder: NoiseDecoder(
        sampleRate: 8000, counter: Counter(at: .max) {}))
    return (MusicUnderstandingSession(reader: reader, turns: queue), ahead)
  }

  @Test func `a session that waits for its turn ends at once when it is cancelled`() async throws {
    let queue = TurnQueue(limit: 1)
    let (session, ahead) = try await waitingSession(queue)
    let analysis = Task { try await session.analyze() }
    while queue.counts.waiting == 0 { await Task.yield() }
    await session.cancel()
    await #expect(throws: CancellationError.self) { try await analysis.value }
    #expect(queue.counts == (waiting: 0, underWay: 1))
    ahead.end()
  }

  @Test func `a session that waits ends at once when its last listener goes`() async throws {
    let queue = TurnQueue(limit: 1)
    let (session, ahead) = try await waitingSession(queue)
    let analysis = Task { try await session.analyze(for: [.loudness]) }
    while queue.counts.waiting == 0 { await Task.yield() }
    let listener = Task {
      for try await _ in session.loudnessResults {}
    }
    listener.cancel()
    _ = try? await listener.value
    await #expect(throws: CancellationError.self) { try await analysis.value }
    ahead.end()
  }

  @Test func `sessions of files take their turn, and those of providers none`() async throws {
    let queue = TurnQueue(limit: 1)
    let (session, ahead) = try await waitingSession(queue)
    let analysis = Task { try await session.analyze() }
    while queue.counts.waiting == 0 { await Task.yield() }
    let tone = PCMBuffer(
      planes: [Signals.sine(440, amplitude: 0.5, seconds: 1, sampleRate: 8000)], sampleRate: 8000)
    let stream = AsyncStream<PCMBuffer> { continuation in
      continuation.yield(tone)
      continuation.finish()
    }
    _ = try await MusicUnderstandingSession(audioProvider: stream).analyze()
    #expect(queue.counts == (waiting: 1, underWay: 1))
    analysis.cancel()
    _ = try? await analysis.value
    ahead.end()
  }
}
