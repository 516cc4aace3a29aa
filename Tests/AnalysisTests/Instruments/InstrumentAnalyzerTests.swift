import TestSupport
import Testing

@testable import Analysis

/// The decision, given activations that are known.
@Suite struct InstrumentAnalyzerTests {
  typealias Instrument = MusicUnderstandingSession.Instrument

  private static let all: [Instrument] = [.vocal, .drum, .bass, .other]

  /// A piece in which channels are active over these stretches of seconds.
  private func curves(
    seconds: Double, _ stretches: [Activations.Channel: ClosedRange<Double>],
    silences: [ClosedRange<Double>] = []
  ) -> OnsetCurves {
    var curves = OnsetCurves()
    curves.sampleCount = Int(seconds * Double(MonoSignal.sampleRate))
    let frameCount = Int(seconds * Activations.frameRate) + OnsetCurves.leadIn / 2
    curves.activations = .made(frameCount: frameCount) { channel, frame in
      stretches[channel]?.contains(Activations.time(ofFrame: Double(frame))) ?? false
    }
    curves.silences = silences.map { silence in
      let frame = { (time: Double) in
        max(0, Int(time * OnsetCurves.frameRate) + OnsetCurves.leadIn)
      }
      return frame(silence.lowerBound)..<frame(silence.upperBound)
    }
    return curves
  }

  private func values(_ result: InstrumentAnalyzer, _ instrument: Instrument) -> [Float] {
    (result.result.activity[instrument] ?? []).map(\.value)
  }

  @Test func aGroupIsPresentWhereTheNetworkHearsIt() throws {
    let analyzer = InstrumentAnalyzer(
      curves(seconds: 20, [.drum: 5...10, .bass: -1...21, .vocal: 12...12.2]))
    let ranges = analyzer.result.ranges
    let drum = try #require(ranges[.drum]?.first)
    #expect(ranges[.drum]?.count == 1)
    // From where activity, for which drums need a mean likelihood of some 0.6 over the second around
    // a moment, reaches 0.55, until it falls below 0.4. Grid: 50 ms.
    #expect(abs(drum.start.seconds - 5.1) <= 0.051)
    #expect(abs(drum.end.seconds - 10.1) <= 0.051)
    #expect(ranges[.bass]?.map { [$0.start.seconds, $0.end.seconds] } == [[0, 20]])
    #expect(ranges[.vocal] == [] && ranges[.other] == [])
    #expect(values(analyzer, .bass).allSatisfy { $0 == 1 })
    #expect(values(analyzer, .other).allSatisfy { $0 == 0 })
    // A fifth of a second of a voice is as good as none.
    #expect(abs((values(analyzer, .vocal).max() ?? 0) - 0.5) < 0.05)
    #expect(values(analyzer, .drum)[150] == 1 && values(analyzer, .drum)[50] == 0)
  }

  @Test(arguments: [(0, 0), (1, 1), (1102, 1), (1103, 2), (22_050, 20), (22_051, 21)])
  func valuesComeEvery50MillisecondsFromTheStart(sampleCount: Int, count: Int) {
    var curves = curves(seconds: 2, [.other: 0...2])
    curves.sampleCount = sampleCount
    let result = InstrumentAnalyzer(curves).result
    #expect(Set(result.activity.keys) == Set(Self.all))
    #expect(Set(result.ranges.keys) == Set(Self.all))
    for instrument in Self.all {
      let times = (result.activity[instrument] ?? []).map(\.time)
      #expect(times == (0..<Int64(count)).map { CMTime(value: $0, timescale: 20) })
    }
  }

  @Test func rangesEndWithThePiece() throws {
    let analyzer = InstrumentAnalyzer(curves(seconds: 3.01, [.drum: 0...4]))
    #expect(abs(try #require(analyzer.result.ranges[.drum]?.first).end.seconds - 3.01) < 1e-4)
  }

  @Test func silenceIsZeroAndRestsAreNot() {
    let playing: [Activations.Channel: ClosedRange<Double>] = [.vocal: 0...20, .other: 0...20]
    let paused = InstrumentAnalyzer(curves(seconds: 20, playing, silences: [8...12, 15...15.2]))
    for (index, value) in values(paused, .vocal).enumerated() {
      let time = Double(index) / 20
      if (8.05...11.95).contains(time) { #expect(value == 0) }
      if time < 7.4 || time > 12.6 { #expect(value == 1) }
    }
    #expect(paused.result.ranges[.vocal]?.count == 2)
    let silent = InstrumentAnalyzer(curves(seconds: 20, playing, silences: [-1...21]))
    for instrument in Self.all {
      #expect(values(silent, instrument).count == 400)
      #expect(values(silent, instrument).allSatisfy { $0 == 0 })
      #expect(silent.result.ranges[instrument] == [])
    }
  }

  @Test func withoutOnsetsTheActivationsAreTheSame() {
    var random = SeededGenerator(seed: 1)
    let samples = (0..<30_000).map { _ in random.nextSample() / 4 }
    let curves = [true, false].map { findsOnsets in
      let builder = OnsetCurveBuilder(findsOnsets: findsOnsets)
      samples.withUnsafeBufferPointer { builder.process($0) }
      return builder.finish()
    }
    #expect(curves[0].activations == curves[1].activations)
    #expect(curves[0].silences == curves[1].silences)
    #expect(curves[0].sampleCount == curves[1].sampleCount)
    #expect(curves[0].activations.frameCount == (curves[0].frameCount + 1) / 2)
    #expect(curves[1].flux.isEmpty && curves[1].attacks.isEmpty)
  }
}
