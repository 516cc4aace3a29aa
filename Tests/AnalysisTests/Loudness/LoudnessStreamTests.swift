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
}
