import Analysis
import Decoders
import Testing

@testable import Catalog

@Suite("Stored analyses")
struct ResultTests {
  /// A result with everything in it, its levels in whole hundredths.
  private func fullResult() -> MusicUnderstandingSession.SessionResult {
    typealias Session = MusicUnderstandingSession
    let beats = (0..<500).map {
      CMTime(value: Int64(1_234 + $0 * 20_671 + $0 % 7), timescale: 44_100)
    }
    let signature = Session.KeySignature(tonic: .fSharp, mode: .minor)
    let other = Session.KeySignature(tonic: .a, mode: .major)
    func levels(_ base: Float) -> [Session.TimedValue<Float>] {
      (0..<300).map { index in
        .init(
          time: CMTime(value: Int64(index + 1) * 4_410, timescale: 44_100),
          value: index < 5 ? -.infinity : base + Float(index % 40) / 4)
      }
    }
    var result = Session.SessionResult()
    result.rhythm = .init(
      beats: beats, bars: beats.enumerated().filter { $0.offset % 4 == 1 }.map(\.element),
      beatsPerMinute: 128.03,
      details: .init(
        confidence: 0.875, alternatives: [.init(beatsPerMinute: 64.01, score: 0.3)],
        beatsPerBar: 4, tempoStability: 0.99))
    result.key = .init(
      ranges: [
        .init(range: .init(start: .zero, end: .seconds(100)), value: signature),
        .init(range: .init(start: .seconds(100), end: .seconds(230)), value: other),
      ],
      details: .init(
        global: signature, confidence: 0.4,
        candidates: [.init(key: signature, score: 0.9), .init(key: other, score: 0.8)],
        tuningCents: -3.25, chroma: [0.1, 0.2, 1], reason: nil))
    result.loudness = .init(
      integrated: .init(time: .seconds(230), value: -9.87), momentary: levels(-30),
      shortTerm: levels(-25), peak: .init(time: .seconds(17), value: 0.31),
      details: .init(
        loudnessRange: 5.5, samplePeak: -0.01, truePeak: 0.31, maxMomentary: -5, maxShortTerm: -7,
        relativeThreshold: -20, clippedSampleCount: 3,
        histogram: .init(counts: [0: 3, 412: 2000, 413: 1, 999: 7])))
    result.instrumentActivity = .init(
      ranges: [.vocal: [.init(start: .seconds(10), end: .seconds(20))], .drum: []],
      activity: [
        .vocal: (0..<900).map { .init(time: CMTime(value: $0, timescale: 20), value: 0.37) },
        .drum: [],
        // One that has no place of its own among the curves.
        .init(rawValue: "theremin"): [.init(time: .zero, value: 0.123)],
      ])
    let whole = CMTimeRange(start: .seconds(1), end: .seconds(230))
    result.structure = .init(
      sections: [whole], segments: [whole],
      phrases: [
        .init(start: .seconds(1), end: .seconds(99)),
        .init(start: .seconds(99), end: .seconds(230)),
      ],
      details: .init(
        sections: [.init(label: .chorus, group: "A", confidence: 0.75)], followsBars: true))
    result.pace = .init(
      ranges: [.init(range: whole, value: 21.3)], details: .init(mean: 21.3))
    return result
  }

  @Test("come back as they were, on the curves' grid exactly")
  func roundTrip() async throws {
    let temporary = try TemporaryCatalog()
    let result = fullResult()
    try await temporary.catalog.store(.made("/a", payload: 1, change: { $0 = result }))
    let stored = try #require(try await temporary.reopened().result(of: 1))
    #expect(stored == result)
    #expect(try await temporary.catalog.result(of: 2) == nil)
  }

  @Test("of silence come back as they were")
  func silence() async throws {
    let temporary = try TemporaryCatalog()
    var result = MusicUnderstandingSession.SessionResult()
    result.loudness = .init(
      integrated: .init(time: .zero, value: -.infinity), momentary: [], shortTerm: [],
      peak: .init(time: .zero, value: -.infinity), details: .init(reason: .silence))
    try await temporary.catalog.store(.made("/a", payload: 1, change: { $0 = result }))
    #expect(try await temporary.catalog.result(of: 1) == result)
  }

  @Test("that are damaged are an error, not a guess")
  func damaged() async throws {
    let temporary = try TemporaryCatalog()
    try await temporary.catalog.store(.made("/a", payload: 1, change: { $0 = fullResult() }))
    try ForeignConnection(temporary.path).run(
      "UPDATE curve SET data = x'ffffffffffffffffffff' WHERE name = 'beats'")
    await #expect(throws: CatalogError.self) { try await temporary.catalog.result(of: 1) }
  }
}
