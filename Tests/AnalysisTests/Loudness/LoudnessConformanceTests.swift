import Decoders
import TestSupport
import Testing

@testable import Analysis

/// EBU Tech 3341 (2016) table 1: the cases that can be synthesised. ±0.1 LU is its tolerance.
@Suite("EBU Tech 3341")
struct LoudnessConformanceTests {
  static let rates = [44_100, 48_000, 96_000, 192_000]

  struct Programme: Sendable, CustomTestStringConvertible {
    var name: String
    var parts: [TonePart]
    var loudness: Float
    var testDescription: String { name }
  }

  static let programmes = [
    Programme(name: "case 1", parts: [(-23, 20)], loudness: -23),
    Programme(name: "case 2", parts: [(-33, 20)], loudness: -33),
    Programme(name: "case 3", parts: [(-36, 10), (-23, 60), (-36, 10)], loudness: -23),
    Programme(
      name: "case 4", parts: [(-72, 10), (-36, 10), (-23, 60), (-36, 10), (-72, 10)],
      loudness: -23),
    Programme(name: "case 5", parts: [(-26, 20), (-20, 20.1), (-26, 20)], loudness: -23),
  ]

  @Test("integrated loudness of stereo programmes", arguments: programmes, rates)
  func integrated(programme: Programme, rate: Int) {
    let signal = tone(programme.parts, sampleRate: rate)
    let measured = LoudnessMeasurement(stereo: signal, sampleRate: rate)
    #expect(abs(measured.integrated - programme.loudness) <= 0.1)
  }

  @Test("cases 1 and 2: momentary and short-term agree with integrated on a steady tone")
  func steadyTone() {
    for rate in Self.rates {
      for level in [-23.0, -33.0] {
        let result = LoudnessMeasurement(
          stereo: tone([(level, 5)], sampleRate: rate), sampleRate: rate
        ).result
        #expect(abs(result.integrated.value - Float(level)) <= 0.1)
        #expect(result.momentary.dropFirst(3).allSatisfy { abs($0.value - Float(level)) <= 0.1 })
        #expect(result.shortTerm.dropFirst(29).allSatisfy { abs($0.value - Float(level)) <= 0.1 })
      }
    }
  }

  @Test("case 6: five channels with their weights", arguments: rates, [5, 6])
  func surround(rate: Int, channelCount: Int) {
    let plane = { tone([($0, 20)], sampleRate: rate) }
    var planes = [plane(-28), plane(-28), plane(-24)]
    // The file with six channels has a loud low-frequency channel that must not count.
    if channelCount == 6 { planes.append(plane(-10)) }
    planes += [plane(-30), plane(-30)]
    let measured = LoudnessMeasurement(planes: planes, sampleRate: rate)
    #expect(abs(measured.integrated - -23) <= 0.1)
  }

  @Test("case 9: short-term stays at −23 over alternating levels", arguments: rates)
  func shortTermIsConstant(rate: Int) {
    let parts = repeated([(-20, 1.34), (-30, 1.66)], count: 5)
    let result = LoudnessMeasurement(
      stereo: tone(parts, sampleRate: rate), sampleRate: rate
    ).result
    #expect(result.shortTerm.count == 150)
    #expect(result.shortTerm.dropFirst(29).allSatisfy { abs($0.value - -23) <= 0.1 })
  }

  @Test("case 10: maximum short-term of 3 s bursts, one at a time, 20 places", arguments: rates)
  func shortTermMaximum(rate: Int) {
    for position in 0..<20 {
      let signal =
        Signals.silence(seconds: Double(position) * 0.15, sampleRate: rate)
        + tone([(-23, 3)], sampleRate: rate) + Signals.silence(seconds: 1, sampleRate: rate)
      let result = LoudnessMeasurement(stereo: signal, sampleRate: rate).result
      #expect(abs((result.details.maxShortTerm ?? 0) - -23) <= 0.1, "place \(position)")
    }
  }

  @Test("case 11: the same in one stream, each burst 1 LU louder than the last", arguments: rates)
  func shortTermMaximumOfAStream(rate: Int) {
    let signal = Array((0..<20).map { segment($0, burst: 3, shift: 0.15, rate) }.joined())
    let updates = LoudnessMeasurement(stereo: signal, sampleRate: rate).updates
    #expect(updates.count == 1200)
    for burst in 0..<20 {
      let soFar: Float = updates.prefix((burst + 1) * 60).reduce(-.infinity) {
        max($0, $1.shortTerm)
      }
      #expect(abs(soFar - Float(burst - 38)) <= 0.1, "burst \(burst)")
    }
  }

  @Test("case 12: momentary stays at −23 over alternating levels", arguments: rates)
  func momentaryIsConstant(rate: Int) {
    let parts = repeated([(-20, 0.18), (-30, 0.22)], count: 25)
    let result = LoudnessMeasurement(
      stereo: tone(parts, sampleRate: rate), sampleRate: rate
    ).result
    #expect(result.momentary.count == 100)
    #expect(result.momentary.dropFirst(9).allSatisfy { abs($0.value - -23) <= 0.1 })
  }

  @Test("case 13: maximum momentary of 400 ms bursts, one at a time, 20 places", arguments: rates)
  func momentaryMaximum(rate: Int) {
    for position in 0..<20 {
      let signal =
        Signals.silence(seconds: Double(position) * 0.02, sampleRate: rate)
        + tone([(-23, 0.4)], sampleRate: rate) + Signals.silence(seconds: 1, sampleRate: rate)
      let result = LoudnessMeasurement(stereo: signal, sampleRate: rate).result
      #expect(abs((result.details.maxMomentary ?? 0) - -23) <= 0.1, "place \(position)")
    }
  }

  @Test("case 14: the same in one stream, each burst 1 LU louder than the last", arguments: rates)
  func momentaryMaximumOfAStream(rate: Int) {
    var soFar: [Float] = []
    for burst in 0..<20 {
      soFar += segment(burst, burst: 0.4, shift: 0.02, rate)
      let result = LoudnessMeasurement(stereo: soFar, sampleRate: rate).result
      let maximum = result.details.maxMomentary ?? 0
      #expect(abs(maximum - Float(burst - 38)) <= 0.1, "burst \(burst)")
    }
  }

  @Test("a full-scale 997 Hz sine in one front channel reads −3.01 LUFS at every rate")
  func anchor() {
    for rate in [8000, 11_025, 22_050, 32_000, 44_100, 48_000, 88_200, 96_000, 192_000, 384_000] {
      let signal = Signals.sine(997, seconds: 3, sampleRate: rate)
      let silence = Signals.silence(seconds: 3, sampleRate: rate)
      let measured = LoudnessMeasurement(planes: [signal, silence], sampleRate: rate)
      #expect(abs(measured.integrated - -3.01) <= 0.02, "\(rate) Hz")
    }
  }

  // MARK: - Tech 3342

  struct Range: Sendable, CustomTestStringConvertible {
    var name: String
    var levels: [Double]
    var range: Float
    var testDescription: String { name }
  }

  /// EBU Tech 3342 (2016) table 1; ±1 LU is its tolerance.
  static let ranges = [
    Range(name: "LRA 1", levels: [-20, -30], range: 10),
    Range(name: "LRA 2", levels: [-20, -15], range: 5),
    Range(name: "LRA 3", levels: [-40, -20], range: 20),
    Range(name: "LRA 4", levels: [-50, -35, -20, -35, -50], range: 15),
  ]

  @Test("loudness range", arguments: ranges, rates)
  func loudnessRange(_ range: Range, rate: Int) throws {
    let signal = tone(range.levels.map { ($0, 20) }, sampleRate: rate)
    let measured = LoudnessMeasurement(stereo: signal, sampleRate: rate)
    let value = try #require(measured.result.details.loudnessRange)
    #expect(abs(value - range.range) <= 1)
  }

  /// Segment `index` of cases 11 and 14: a burst that comes ever later, with silence before and
  /// behind that together are as long as it is.
  private func segment(
    _ index: Int, burst seconds: Double, shift: Double, _ rate: Int
  ) -> [Float] {
    let before = Double(index) * shift
    let burst = tone([(Double(index) - 38, seconds)], sampleRate: rate)
    return Signals.silence(seconds: before, sampleRate: rate) + burst
      + Signals.silence(seconds: seconds - before, sampleRate: rate)
  }

  private func repeated(_ parts: [TonePart], count: Int) -> [TonePart] {
    Array(repeatElement(parts, count: count).joined())
  }
}
