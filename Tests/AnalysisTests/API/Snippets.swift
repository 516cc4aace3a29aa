import Analysis
import Decoders
import Foundation
import TestSupport
import Testing

/// What docs/api.md shows, between `// snippet` and `// end`: the page is compared with it.
@Suite("docs/api.md: what it shows runs")
struct Snippets {
  private static let song = DemoSong(
    title: "Snippets", beatsPerMinute: 120, tonic: 1, isMinor: false, barCount: 8)

  private let folder = TemporaryDirectory()

  /// Loud enough to be heard, and soon over.
  private static func microphone() -> AsyncStream<PCMBuffer> {
    AsyncStream { continuation in
      continuation.yield(PCMBuffer(planes: song.render(), sampleRate: 44_100))
      continuation.finish()
    }
  }

  private func songPath() -> Decoders.FilePath {
    let path = folder.appending("song.wav")
    AudioFileWriter.write(Self.song.render(), sampleRate: 44_100, to: path, as: .wavFloat)
    return path
  }

  private func songResult() async throws -> MusicUnderstandingSession.SessionResult {
    try await MusicUnderstandingSession(asset: AudioAsset(path: songPath())).analyze()
  }

  @Test("a file")
  func file() async throws {
    let path = songPath()
    // snippet
    let session = try await MusicUnderstandingSession(asset: AudioAsset(path: path))
    let result = try await session.analyze()
    print(result.rhythm?.beatsPerMinute ?? 0)
    // end
    #expect(result.rhythm?.beatsPerMinute.map { abs($0 - 120) < 1 } == true)
    await #expect(throws: AnalysisError.self) { try await session.analyze() }
  }

  @Test("only what is needed")
  func some() async throws {
    let path = songPath()
    // snippet
    let session = try await MusicUnderstandingSession(asset: AudioAsset(path: path))
    let result = try await session.analyze(for: [.rhythm, .key])
    assert(result.loudness == nil)
    // end
    #expect(result.loudness == nil && result.rhythm != nil && result.key != nil)
  }

  @Test("samples of your own")
  func samples() async throws {
    let blocks = [Self.song.render()]
    // snippet
    let buffers = AsyncStream<PCMBuffer> { continuation in
      for block in blocks { continuation.yield(PCMBuffer(planes: block, sampleRate: 44_100)) }
      continuation.finish()
    }
    let session = MusicUnderstandingSession(audioProvider: buffers)
    let result = try await session.analyze(for: [.loudness])
    // end
    #expect(result.loudness?.integrated.value.isFinite == true)
  }

  @Test("a provider of one's own kind")
  func ownProvider() async throws {
    // snippet
    struct Silence: AsyncSequence, AsyncIteratorProtocol, Sendable {
      var secondsLeft: Int
      mutating func next() async -> PCMBuffer? {
        guard secondsLeft > 0 else { return nil }
        secondsLeft -= 1
        return PCMBuffer(planes: [[Float](repeating: 0, count: 48_000)], sampleRate: 48_000)
      }
      func makeAsyncIterator() -> Silence { self }
    }
    let session = MusicUnderstandingSession(audioProvider: Silence(secondsLeft: 3))
    let result = try await session.analyze()
    assert(result.rhythm?.details.reason == .silence)
    // end
    #expect(result.rhythm?.details.reason == .silence)
  }

  @Test("rhythm")
  func rhythm() async throws {
    let result = try await songResult()
    // snippet
    guard let rhythm = result.rhythm else { return }
    for beat in rhythm.beats { print(beat.seconds) }
    for bar in rhythm.bars { print(bar.value, bar.timescale) }
    print(rhythm.beatsPerMinute.map { "\($0) BPM" } ?? "no clear pulse")
    // end
    #expect(rhythm.bars.count >= 7)
  }

  @Test("key")
  func key() async throws {
    let result = try await songResult()
    // snippet
    for range in result.key?.ranges ?? [] {
      let key: MusicUnderstandingSession.KeySignature = range.value
      print(range.range.start.seconds, range.range.duration.seconds, key.name)
    }
    // end
    #expect(result.key?.ranges.first?.value.name == "D flat major")
  }

  @Test("loudness")
  func loudness() async throws {
    let result = try await songResult()
    // snippet
    guard let loudness = result.loudness else { return }
    print(loudness.integrated.value, "LUFS")
    print(loudness.peak.value, "dBTP at", loudness.peak.time.seconds)
    print(loudness.momentary.count, loudness.shortTerm.count)
    // end
    #expect(loudness.momentary.count == loudness.shortTerm.count)
  }

  @Test("loudness while it is measured")
  func loudnessStream() async throws {
    let path = songPath()
    // snippet
    let session = try await MusicUnderstandingSession(asset: AudioAsset(path: path))
    async let result = session.analyze(for: [.loudness])
    for try await update in session.loudnessResults {
      print(update.momentary[0].time.seconds, update.momentary[0].value)
    }
    print(try await result.loudness?.integrated.value ?? -.infinity)
    // end
    #expect(try await result.loudness != nil)
  }

  @Test("instruments")
  func instruments() async throws {
    let result = try await songResult()
    // snippet
    guard let activity = result.instrumentActivity else { return }
    for value in activity.activity[.vocal] ?? [] { print(value.time.seconds, value.value) }
    for range in activity.ranges[.drum] ?? [] { print(range.start.seconds, range.end.seconds) }
    // end
    #expect(activity.activity[.vocal]?.isEmpty == false)
  }

  @Test("structure and pace")
  func structure() async throws {
    let result = try await songResult()
    // snippet
    for section in result.structure?.sections ?? [] {
      print(section.start.seconds, section.end.seconds)
    }
    for stretch in result.pace?.ranges ?? [] {
      print("clips of", 60 / stretch.value, "seconds from", stretch.range.start.seconds)
    }
    // end
  }

  @Test("to stop")
  func cancellation() async throws {
    let session = MusicUnderstandingSession(audioProvider: Endless())
    // snippet
    let analysis = Task { try await session.analyze() }
    await session.cancel()
    do {
      _ = try await analysis.value
    } catch is CancellationError {
      print("stopped")
    }
    // end
    await #expect(throws: CancellationError.self) { try await analysis.value }
  }

  @Test("as JSON")
  func json() async throws {
    let result = try await songResult()
    // snippet
    let data = try JSONEncoder().encode(result)
    let again = try JSONDecoder().decode(MusicUnderstandingSession.SessionResult.self, from: data)
    assert(again == result)
    // end
    #expect(again == result)
  }

  @Test("while it plays")
  func live() async throws {
    let microphone = Self.microphone()
    // snippet
    let analyzer = LiveAnalyzer(input: microphone)
    try await analyzer.start()
    for try await now in analyzer.analysisUpdates {
      print(now.loudness.currentDb, now.rhythm?.tempoBpm ?? 0, now.tonality?.keyName ?? "--")
      print(now.instrumentation?.activity(for: .vocals) ?? 0)
    }
    await analyzer.stop()
    // end
    await #expect(throws: LiveAnalyzerError.noInput) { try await analyzer.start() }
  }

  @Test("an observer")
  func observer() async throws {
    let microphone = Self.microphone()
    // snippet
    final class Meter: AudioReactiveObserver {
      func analysisDidUpdate(_ descriptor: SemanticAudioDescriptor, for dimension: LiveDimension) {
        print(LiveMetrics(descriptor))
      }
    }
    let analyzer = LiveAnalyzer(input: microphone)
    let meter = Meter()
    await analyzer.register(meter, for: .loudness, every: 0.5)
    await analyzer.register(meter, for: .tonality, every: 10)
    // end
    try await analyzer.start()
    await #expect(throws: LiveAnalyzerError.sessionAlreadyActive) { try await analyzer.start() }
    await analyzer.stop()
  }
}

/// What is printed is not to be seen here.
private func print(_ items: Any...) {}

/// A provider that never ends.
private struct Endless: AsyncSequence, AsyncIteratorProtocol, Sendable {
  func next() async -> PCMBuffer? {
    PCMBuffer(planes: [[Float](repeating: 0.1, count: 4096)], sampleRate: 44_100)
  }

  func makeAsyncIterator() -> Endless { self }
}
