import Decoders
import Synchronization
import TestSupport
import Testing

@testable import Analysis

struct LiveAnalyzerTests {
  private static let rate = 44_100

  /// Twelve seconds of a song at 120 BPM in A minor, in blocks of some hundredths of a second.
  private static func song(barCount: Int = 6) -> [PCMBuffer] {
    let song = DemoSong(
      title: "Live", beatsPerMinute: 120, tonic: 9, isMinor: true, barCount: barCount)
    return PCMBuffer.blocks(planes: song.render(), sampleRate: rate, size: 1777)
  }

  private func stream(_ blocks: [PCMBuffer]) -> AsyncStream<PCMBuffer> {
    let (stream, continuation) = AsyncStream.makeStream(of: PCMBuffer.self)
    for block in blocks { continuation.yield(block) }
    continuation.finish()
    return stream
  }

  private func updates(
    of blocks: [PCMBuffer], timing: LiveTiming = LiveTiming()
  ) async throws -> [SemanticAudioDescriptor] {
    let analyzer = LiveAnalyzer(input: stream(blocks), timing: timing)
    let log = UpdateLog()
    await analyzer.register(log, for: .loudness, every: 0)
    try await analyzer.start()
    for try await _ in analyzer.analysisUpdates {}
    return log.all
  }

  @Test func `loudness comes every 100 ms and is that of the session`() async throws {
    let blocks = Self.song()
    let updates = try await updates(of: blocks)
    let session = MusicUnderstandingSession(audioProvider: stream(blocks))
    let result = try await session.analyze(for: [.loudness])
    let momentary = try #require(result.loudness).momentary
    // One more at the end, with the last estimate.
    #expect(updates.dropLast().map(\.loudness.currentDb) == momentary.map(\.value))
    #expect(updates.last?.loudness.integrated == result.loudness?.integrated.value)
  }

  @Test func `tempo and key are found, and say what they rest on`() async throws {
    let timing = LiveTiming(estimateInterval: 2, window: 8, firstEstimate: 4)
    let updates = try await updates(of: Self.song(barCount: 8), timing: timing)
    // Begun after four seconds, told half a second of audio later, or a block.
    #expect(updates.prefix(44).allSatisfy { $0.rhythm == nil && $0.tonality == nil })
    #expect(updates.dropFirst(46).allSatisfy { $0.rhythm != nil && $0.tonality != nil })
    let last = try #require(updates.last)
    let rhythm = try #require(last.rhythm)
    #expect(abs(try #require(rhythm.tempoBpm) - 120) < 1)
    #expect(last.tonality?.keyName == "A minor")
    #expect(rhythm.basis.end == 16 && rhythm.basis.duration >= 8 && rhythm.basis.duration < 8.1)
    let activity = try #require(last.instrumentation).activity(for: .drum)
    #expect(activity >= 0 && activity <= 1)
    #expect((last.pace?.onsetsPerMinute ?? 0) > 0)
    #expect(last.structure?.basis == rhythm.basis)
    let metrics = LiveMetrics(last)
    #expect(metrics.keyName == "A minor" && metrics.tempoBpm == rhythm.tempoBpm)
  }

  @Test func `pace is that of a session over the same audio, and a joint is told`() async throws {
    // Drums and bass for ten seconds, then nothing but a soft chord.
    let busy = DemoSong(
      title: "Busy", style: .rock, beatsPerMinute: 120, tonic: 9, isMinor: true, barCount: 5
    ).render()
    let chord = Signals.mix(
      [220.0, 277.2, 329.6].map {
        Signals.sine($0, amplitude: 0.05, seconds: 10, sampleRate: Self.rate)
      })
    let blocks = PCMBuffer.blocks(
      planes: busy.map { $0 + chord }, sampleRate: Self.rate, size: 4410)
    let updates = try await updates(of: blocks, timing: LiveTiming(window: 60))
    let last = try #require(updates.last)
    let whole = try await MusicUnderstandingSession(audioProvider: stream(blocks))
      .analyze(for: [.pace, .structure])
    #expect(last.pace?.eventsPerMinute == whole.pace?.details.mean)
    #expect(whole.pace?.details.mean != nil)
    let sections = try #require(whole.structure).sections
    #expect(sections.count > 1)
    #expect(last.structure?.lastSection == sections.last?.start.seconds)
    #expect(updates.first?.structure == nil && last.has(.structure))
  }

  @Test func `silence has no tempo and no key, and says why`() async throws {
    let silence = [Float](repeating: 0, count: 6 * Self.rate)
    let updates = try await updates(
      of: PCMBuffer.blocks(planes: [silence], sampleRate: Self.rate))
    let last = try #require(updates.last)
    #expect(last.loudness.currentDb == -.infinity)
    #expect(last.rhythm?.tempoBpm == nil && last.rhythm?.reason == .silence)
    #expect(last.tonality?.key == nil && last.tonality?.reason == .silence)
    #expect(LiveMetrics(last).tempoBpm == 0 && LiveMetrics(last).keyName == "")
  }

  @Test func `no input is an error, and so is a second start`() async throws {
    let nothing = LiveAnalyzer(input: stream([]))
    try await nothing.start()
    await #expect(throws: LiveAnalyzerError.noInput) {
      for try await _ in nothing.analysisUpdates {}
    }
    await #expect(throws: LiveAnalyzerError.noInput) { try await nothing.start() }

    // A stream that waits for ever.
    let (waiting, continuation) = AsyncStream.makeStream(of: PCMBuffer.self)
    let analyzer = LiveAnalyzer(input: waiting)
    try await analyzer.start()
    await #expect(throws: LiveAnalyzerError.sessionAlreadyActive) { try await analyzer.start() }
    #expect(LiveAnalyzerError.sessionAlreadyActive.code == 1)
    #expect("\(LiveAnalyzerError.sessionAlreadyActive)" == "Session already active.")
    await analyzer.stop()
    await analyzer.stop()
    for try await _ in analyzer.analysisUpdates {}
    await #expect(throws: LiveAnalyzerError.noInput) { try await analyzer.start() }
    continuation.finish()
  }

  @Test func `a stream that changes its format ends with an error`() async throws {
    let tone = Signals.sine(440, amplitude: 0.5, seconds: 0.2, sampleRate: Self.rate)
    let blocks = [
      PCMBuffer(planes: [tone], sampleRate: Self.rate),
      PCMBuffer(planes: [tone, tone], sampleRate: Self.rate),
    ]
    let analyzer = LiveAnalyzer(input: stream(blocks))
    try await analyzer.start()
    await #expect(throws: AnalysisError.formatChanged) {
      for try await _ in analyzer.analysisUpdates {}
    }
  }

  @Test func `observers are told as often as they asked, and not after they are gone`()
    async throws
  {
    let blocks = Self.song()
    let timing = LiveTiming(estimateInterval: 3, window: 8, firstEstimate: 4)
    let analyzer = LiveAnalyzer(input: stream(blocks), timing: timing)
    let (often, seldom, key) = (UpdateLog(), UpdateLog(), UpdateLog())
    await analyzer.register(often, for: .loudness, every: 0)
    await analyzer.register(seldom, for: .loudness, every: 1)
    await analyzer.register(key, for: .tonality, every: 2)
    await analyzer.register(UpdateLog(), for: .loudness, every: 0)
    try await analyzer.start()
    for try await _ in analyzer.analysisUpdates {}
    // 120 steps in twelve seconds, and the end.
    #expect(often.all.count == 121)
    #expect(seldom.all.count == 12)
    #expect(!key.all.isEmpty && key.all.count <= 5)
    #expect(key.all.allSatisfy { $0.tonality != nil })
  }

  @Test func `it says what it does, and displays have their figures`() async throws {
    let (waiting, continuation) = AsyncStream.makeStream(of: PCMBuffer.self)
    let analyzer = LiveAnalyzer(input: waiting)
    #expect(await analyzer.status == .idle)
    try await analyzer.start()
    #expect("\(await analyzer.status)" == "Listening...")
    await analyzer.stop()
    #expect("\(await analyzer.status)" == "Stopped")
    continuation.finish()

    let nothing = LiveAnalyzer(input: stream([]))
    try await nothing.start()
    await #expect(throws: LiveAnalyzerError.noInput) {
      for try await _ in nothing.analysisUpdates {}
    }
    #expect("\(await nothing.status)" == "Error: No audio came in.")

    var now = SemanticAudioDescriptor(
      time: 3, loudness: .init(currentDb: -30, shortTerm: -30, integrated: -30, truePeak: 0))
    #expect(LiveMetrics(now).scale == 1.4 && LiveMetrics(now).tempoText == "-- BPM")
    #expect(LiveMetrics(now).keyText == "Key: --")
    now.loudness.currentDb = -.infinity
    #expect(LiveMetrics(now).scale == 1)
    now.loudness.currentDb = 3
    #expect(LiveMetrics(now).scale == 1.8)
    now.rhythm = .init(
      tempoBpm: 119.6, confidence: 1, reason: nil, lastBeat: nil, lastBar: nil,
      basis: .init(start: 0, end: 3))
    #expect(LiveMetrics(now).tempoText == "120 BPM")
  }

  @Test func `only the window is kept`() {
    var recent = RecentAudio(seconds: 1, sampleRate: 100)
    for _ in 0..<50 {
      recent.append(PCMBuffer(planes: [[Float](repeating: 0, count: 30)], sampleRate: 100))
    }
    #expect(recent.basis.end == 15)
    #expect(recent.basis.duration >= 1 && recent.basis.duration < 1.3)
  }
}

/// Notes all that it is told.
private final class UpdateLog: AudioReactiveObserver {
  private let updates = Mutex<[SemanticAudioDescriptor]>([])

  var all: [SemanticAudioDescriptor] { updates.withLock { $0 } }

  func analysisDidUpdate(_ descriptor: SemanticAudioDescriptor, for dimension: LiveDimension) {
    updates.withLock { $0.append(descriptor) }
  }
}
