import Decoders
import TestSupport
import Testing

@testable import Analysis

@Suite("Loudness while it is measured")
struct LoudnessStreamTests {
  private func session(seconds: Double) -> MusicUnderstandingSession {
    let plane = Signals.noise(amplitude: 0.2, seconds: seconds, sampleRate: 8000)
    let blocks = PCMBuffer.blocks(planes: [plane], sampleRate: 8000, size: 333)
    return MusicUnderstandingSession(
      audioProvider: AsyncStream { continuation in
        for block in blocks { continuation.yield(block) }
        continuation.finish()
      })
  }

  @Test("one result per 100 ms, each with one value of either kind, in order, then the end")
  func results() async throws {
    let session = session(seconds: 3.05)
    async let analysis = session.analyze(for: [.loudness])
    var streamed: [MusicUnderstandingSession.LoudnessResult] = []
    for try await result in session.loudnessResults { streamed.append(result) }
    let result = try await analysis
    let final = try #require(result.loudness)
    #expect(streamed.count == 30)
    #expect(streamed.flatMap(\.momentary) == final.momentary)
    #expect(streamed.flatMap(\.shortTerm) == final.shortTerm)
    #expect(streamed.allSatisfy { $0.momentary.count == 1 && $0.shortTerm.count == 1 })
  }

  @Test("a listener that comes late misses nothing")
  func lateListener() async throws {
    let session = session(seconds: 2)
    _ = try await session.analyze(for: [.loudness])
    var count = 0
    for try await _ in session.loudnessResults { count += 1 }
    #expect(count == 20)
  }

  @Test("a listener that is slow gets every result, in order, and does not hold up the analysis")
  func slowListener() async throws {
    let session = session(seconds: 2)
    let final = try await session.analyze(for: [.loudness])
    // The analysis is over before the first result is taken, so it cannot have waited.
    var values: [MusicUnderstandingSession.TimedValue<Float>] = []
    for try await result in session.loudnessResults {
      values += result.momentary
      try await Task.sleep(for: .milliseconds(1))
    }
    #expect(values == final.loudness?.momentary)
  }

  @Test("each iteration begins with the first result, several at once or one after the other")
  func severalIterations() async throws {
    let session = session(seconds: 2)
    let counts = try await withThrowingTaskGroup(of: [Double].self) { group in
      for _ in 0..<3 {
        group.addTask {
          var times: [Double] = []
          for try await result in session.loudnessResults {
            times.append(result.momentary[0].time.seconds)
          }
          return times
        }
      }
      _ = try await session.analyze(for: [.loudness])
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let expected = (1...20).map { Double($0) / 10 }
    #expect(counts == [expected, expected, expected])
    var again: [Double] = []
    for try await result in session.loudnessResults {
      again.append(result.momentary[0].time.seconds)
    }
    #expect(again == expected)
  }

  @Test("giving up the stream cancels the analysis, of samples and of a file")
  func droppedListener() async throws {
    let folder = TemporaryDirectory()
    let path = folder.appending("long.wav")
    AudioFileWriter.write(
      [Signals.noise(amplitude: 0.2, seconds: 120, sampleRate: 8000)], sampleRate: 8000, to: path,
      as: .wav16)
    let sessions = [
      MusicUnderstandingSession(audioProvider: EndlessNoise()),
      try await MusicUnderstandingSession(asset: AudioAsset(path: path)),
    ]
    for (index, session) in sessions.enumerated() {
      let listener = Task {
        var taken = 0
        for try await _ in session.loudnessResults {
          taken += 1
          if taken == 3 { break }
        }
        return taken
      }
      // Of the file the listener may be too late to stop anything; the noise has no other end.
      let outcome = await Result { try await session.analyze(for: [.loudness]) }
      #expect(try await listener.value == 3)
      if index == 0 {
        #expect(throws: CancellationError.self) { try outcome.get() }
      }
    }
  }

  @Test("a stream given up before the analysis cancels it at its first block")
  func droppedBefore() async throws {
    let folder = TemporaryDirectory()
    let path = folder.appending("short.wav")
    AudioFileWriter.write(
      [Signals.noise(amplitude: 0.2, seconds: 1, sampleRate: 8000)], sampleRate: 8000, to: path,
      as: .wav16)
    let session = try await MusicUnderstandingSession(asset: AudioAsset(path: path))
    _ = session.loudnessResults.makeAsyncIterator()
    await #expect(throws: CancellationError.self) {
      try await session.analyze(for: [.loudness])
    }
  }

  @Test("one listener may go while another stays")
  func oneOfTwoStays() async throws {
    let session = session(seconds: 2)
    var stays = session.loudnessResults.makeAsyncIterator()
    _ = session.loudnessResults.makeAsyncIterator()
    _ = try await session.analyze(for: [.loudness])
    var count = 0
    while try await stays.next() != nil { count += 1 }
    #expect(count == 20)
  }

  @Test("a cancelled listener stops waiting, and the analysis stops with it")
  func cancelledListener() async throws {
    let session = MusicUnderstandingSession(audioProvider: EndlessNoise())
    let listener = Task {
      for try await _ in session.loudnessResults {}
    }
    let analysis = Task { try await session.analyze(for: [.loudness]) }
    listener.cancel()
    try await listener.value
    await #expect(throws: CancellationError.self) { try await analysis.value }
  }

  @Test("of a session that goes away unused the stream ends")
  func unusedSession() async throws {
    let results = MusicUnderstandingSession(audioProvider: EndlessNoise()).loudnessResults
    for try await _ in results { Issue.record("there is nothing to measure") }
  }

  @Test("a file is streamed as its samples are")
  func fileStream() async throws {
    let folder = TemporaryDirectory()
    let path = folder.appending("song.wav")
    let plane = Signals.noise(amplitude: 0.2, seconds: 1.55, sampleRate: 8000)
    AudioFileWriter.write([plane], sampleRate: 8000, to: path, as: .wavFloat)
    let session = try await MusicUnderstandingSession(asset: AudioAsset(path: path))
    async let analysis = session.analyze(for: [.loudness])
    var momentary: [MusicUnderstandingSession.TimedValue<Float>] = []
    for try await result in session.loudnessResults { momentary += result.momentary }
    #expect(momentary.count == 15)
    let result = try await analysis
    #expect(result.loudness?.momentary == momentary)
  }
}

extension Result where Failure == any Error {
  fileprivate init(_ body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}

/// A provider whose music never ends.
private struct EndlessNoise: AsyncSequence, Sendable {
  typealias Element = PCMBuffer
  typealias Failure = Never

  struct Iterator: AsyncIteratorProtocol {
    let block = PCMBuffer(
      planes: [Signals.noise(amplitude: 0.2, seconds: 0.1, sampleRate: 8000)], sampleRate: 8000)

    mutating func next() async -> PCMBuffer? { block }
    mutating func next(isolation actor: isolated (any Actor)?) async -> PCMBuffer? { block }
  }

  func makeAsyncIterator() -> Iterator { Iterator() }
}
