import Decoders
import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import Analysis

@Suite("Loudness")
struct LoudnessAnalyzerTests {
  /// Two channels of quiet noise with a loud middle, different on either side.
  static func programme(sampleRate: Int, seconds: Double = 3) -> [[Float]] {
    [UInt64(1), 2].map { seed in
      Signals.noise(amplitude: 0.05, seconds: seconds / 3, sampleRate: sampleRate, seed: seed)
        + Signals.noise(
          amplitude: 0.5, seconds: seconds / 3, sampleRate: sampleRate, seed: seed + 2)
        + Signals.sine(300, amplitude: 0.1, seconds: seconds / 3, sampleRate: sampleRate)
    }
  }

  // MARK: - Against the definition

  @Test("all figures agree with the naive reading of the standard")
  func oracle() throws {
    let planes = Self.programme(sampleRate: 48_000, seconds: 6)
    let result = LoudnessMeasurement(planes: planes, sampleRate: 48_000).result
    let blocks = LoudnessOracle.windows(planes: planes, weights: [1, 1], seconds: 0.4)
    let windows = LoudnessOracle.windows(planes: planes, weights: [1, 1], seconds: 3)
    #expect(result.momentary.count == 60)
    // The oracle uses the printed coefficients, which have 14 digits.
    for (ours, exact) in zip(result.momentary.dropFirst(3), blocks) {
      #expect(abs(Double(ours.value) - exact) < 1e-4)
    }
    for (ours, exact) in zip(result.shortTerm.dropFirst(29), windows) {
      #expect(abs(Double(ours.value) - exact) < 1e-4)
    }
    let integrated = LoudnessOracle.integrated(blocks: blocks)
    #expect(abs(Double(result.integrated.value) - integrated) < 1e-4)
    #expect(abs(Double(try #require(result.details.maxShortTerm)) - windows.max()!) < 1e-4)
    #expect(Double(try #require(result.details.maxMomentary)) >= blocks.max()! - 1e-4)
  }

  @Test("what precedes the first window is silence")
  func firstWindows() {
    let signal = tone([(-20, 1)], sampleRate: 48_000)
    let momentary = LoudnessMeasurement(stereo: signal, sampleRate: 48_000).result.momentary
    // A quarter of the window has a quarter of the energy.
    for (step, drop) in [6.02, 3.01, 1.25, 0].enumerated() {
      #expect(abs(momentary[step].value - Float(-20 - drop)) < 0.1)
    }
  }

  // MARK: - Invariance

  @Test("results do not depend on the size of the blocks", arguments: [44_100, 22_050, 11_025])
  func blockSizes(rate: Int) {
    let planes = Self.programme(sampleRate: rate, seconds: 0.9)
    let reference = LoudnessMeasurement(planes: planes, sampleRate: rate, blockSize: 65_536)
    for size in [1, 7, 441, 4096] {
      let measured = LoudnessMeasurement(planes: planes, sampleRate: rate, blockSize: size)
      #expect(measured.result == reference.result, "blocks of \(size)")
      #expect(measured.updates == reference.updates, "blocks of \(size)")
    }
  }

  @Test("twice the amplitude is 6.02 dB more of everything")
  func gain() throws {
    let planes = Self.programme(sampleRate: 44_100)
    let quiet = LoudnessMeasurement(planes: planes, sampleRate: 44_100).result
    let loud = LoudnessMeasurement(
      planes: planes.map { Signals.scaled($0, by: 2) }, sampleRate: 44_100
    ).result
    #expect(abs(loud.integrated.value - quiet.integrated.value - 6.0206) < 1e-3)
    #expect(abs(loud.peak.value - quiet.peak.value - 6.0206) < 1e-3)
    #expect(loud.peak.time == quiet.peak.time)
    for (louder, softer) in zip(loud.shortTerm, quiet.shortTerm) {
      #expect(abs(louder.value - softer.value - 6.0206) < 1e-3)
    }
  }

  @Test("levels far from usual are measured, not refused", arguments: [-4.0, -45.0, -65.0])
  func unusualLevels(level: Double) {
    let signal = tone([(level, 2)], sampleRate: 44_100)
    let measured = LoudnessMeasurement(stereo: signal, sampleRate: 44_100)
    #expect(abs(measured.integrated - Float(level)) <= 0.1)
  }

  // MARK: - Channels

  @Test("a mono file reads 3.01 LU lower than the same on two channels")
  func mono() {
    let signal = Signals.noise(amplitude: 0.2, seconds: 2, sampleRate: 44_100)
    let mono = LoudnessMeasurement(planes: [signal], sampleRate: 44_100)
    let stereo = LoudnessMeasurement(stereo: signal, sampleRate: 44_100)
    #expect(abs(stereo.integrated - mono.integrated - 3.0103) < 1e-3)
    let twice = LoudnessMeasurement(
      planes: [signal], sampleRate: 44_100, countsMonoTwice: true)
    #expect(abs(twice.integrated - stereo.integrated) < 1e-4)
    #expect(twice.result.peak == mono.result.peak)
    let unchanged = LoudnessMeasurement(
      planes: [signal, signal], sampleRate: 44_100, countsMonoTwice: true)
    #expect(unchanged.result == stereo.result)
  }

  @Test("the whole piece is measured, and its channels are summed as energies, not mixed down")
  func quietIntroduction() {
    // The two sides are opposite: a mono sum of them would be silence.
    let quiet = Signals.noise(amplitude: 0.003, seconds: 20, sampleRate: 48_000, seed: 5)
    let loud = Signals.noise(amplitude: 0.3, seconds: 10, sampleRate: 48_000, seed: 6)
    let left = quiet + loud
    let planes = [left, Signals.scaled(left, by: -1)]
    let measured = LoudnessMeasurement(planes: planes, sampleRate: 48_000)
    let blocks = LoudnessOracle.windows(planes: planes, weights: [1, 1], seconds: 0.4)
    #expect(abs(Double(measured.integrated) - LoudnessOracle.integrated(blocks: blocks)) < 1e-4)
    let centred = LoudnessMeasurement(stereo: left, sampleRate: 48_000)
    #expect(abs(centred.integrated - measured.integrated) < 1e-4)
  }

  @Test("every position has the weight of BS.1770-4")
  func channelWeights() {
    let signal = Signals.noise(amplitude: 0.2, seconds: 1, sampleRate: 48_000)
    let silence = [Float](repeating: 0, count: signal.count)
    let loudness = { (position: ChannelLayout.Position, others: [ChannelLayout.Position]) in
      LoudnessMeasurement(
        planes: [signal] + others.map { _ in silence }, sampleRate: 48_000,
        layout: ChannelLayout([position] + others)
      ).integrated
    }
    let front = loudness(.left, [.right])
    for position in ChannelLayout.Position.allCases {
      let level = loudness(position, [.right])
      switch position {
      case .lowFrequency: #expect(level == -.infinity)
      case .leftSurround, .rightSurround, .leftSide, .rightSide:
        #expect(abs(level - front - 1.49) < 0.01, "\(position)")
      default: #expect(level == front, "\(position)")
      }
    }
    // Behind the listener, when there are sides too.
    #expect(loudness(.leftSurround, [.leftSide, .rightSide]) == front)
  }

  // MARK: - Short and silent

  @Test("less than one gating block has no integrated loudness")
  func tooShort() {
    for (seconds, isMeasured) in [
      (0.0, false), (0.05, false), (0.39, false), (0.41, true), (0.5, true),
    ] {
      let signal = tone([(-20, seconds)], sampleRate: 44_100)
      let result = LoudnessMeasurement(stereo: signal, sampleRate: 44_100).result
      if isMeasured {
        #expect(abs(result.integrated.value - -20) < 0.1)
        #expect(result.details.reason == nil)
      } else {
        #expect(result.integrated.value == -.infinity)
        #expect(result.details.reason == .tooShort)
        #expect(result.details.maxMomentary == nil)
        #expect(result.details.histogram.isEmpty)
      }
      #expect(result.details.loudnessRange == nil)
      #expect(result.integrated.time == CMTime(value: Int64(signal.count), timescale: 44_100))
      #expect(result.momentary.count == Int(seconds * 10 + 1e-9))
    }
  }

  @Test("silence is −∞ with a reason, and has no peak")
  func silence() {
    let signal = Signals.silence(seconds: 4, sampleRate: 44_100)
    let result = LoudnessMeasurement(stereo: signal, sampleRate: 44_100).result
    #expect(result.integrated.value == -.infinity)
    #expect(result.details.reason == .silence)
    #expect(result.momentary.allSatisfy { $0.value == -.infinity })
    #expect(result.peak == .init(time: .zero, value: -.infinity))
    let nothing = [
      result.details.truePeak, result.details.samplePeak, result.details.loudnessRange,
      result.details.maxMomentary, result.details.maxShortTerm, result.details.relativeThreshold,
    ]
    #expect(nothing.allSatisfy { $0 == nil })
  }

  @Test("a filter's tail in silence is never below −200 LUFS but −∞")
  func tail() throws {
    let signal =
      tone([(-6, 1)], sampleRate: 44_100) + Signals.silence(seconds: 60, sampleRate: 44_100)
    let result = LoudnessMeasurement(stereo: signal, sampleRate: 44_100).result
    #expect(result.momentary.allSatisfy { $0.value == -.infinity || $0.value >= -200 })
    #expect(result.momentary.last?.value == -.infinity)
    #expect(abs(result.integrated.value - -6) < 1)
  }

  @Test("a constant offset under a tone does not count")
  func constantOffset() {
    let clean = Signals.sine(1000, amplitude: 0.1, seconds: 4, sampleRate: 48_000)
    let offset = Signals.mix([clean, Signals.constant(0.1, seconds: 4, sampleRate: 48_000)])
    let expected = LoudnessMeasurement(stereo: clean, sampleRate: 48_000).result
    let measured = LoudnessMeasurement(stereo: offset, sampleRate: 48_000).result
    #expect(abs(measured.integrated.value - expected.integrated.value) <= 0.1)
    #expect(abs(measured.shortTerm.last!.value - expected.shortTerm.last!.value) < 0.001)
  }

  @Test("the audible range is the music without the silence around it, offset or not")
  func audibleRange() throws {
    for offset: Float in [0, 0.25] {
      let signal =
        Signals.silence(seconds: 5, sampleRate: 44_100)
        + Signals.noise(amplitude: 0.2, seconds: 3, sampleRate: 44_100)
        + Signals.silence(seconds: 8, sampleRate: 44_100)
      // The offset begins with the file, which is a click there: it fades in.
      let shifted = signal.enumerated().map { frame, sample in
        sample + offset * min(Float(frame) / 44_100, 1)
      }
      let details = LoudnessMeasurement(stereo: shifted, sampleRate: 44_100).result.details
      let range = try #require(details.audibleRange)
      #expect(abs(range.start.seconds - 5) <= 0.02)
      #expect(abs(range.end.seconds - 8) <= 0.02)
    }
    let silence = Signals.silence(seconds: 1, sampleRate: 44_100)
    #expect(
      LoudnessMeasurement(stereo: silence, sampleRate: 44_100).result.details.audibleRange == nil)
  }

  @Test("a constant alone has no loudness once the filter has settled")
  func constantAlone() {
    let constant = Signals.constant(0.5, seconds: 20, sampleRate: 44_100)
    let result = LoudnessMeasurement(stereo: constant, sampleRate: 44_100).result
    #expect(result.momentary.dropFirst(20).allSatisfy { $0.value < -150 })
    #expect((result.details.audibleRange?.end.seconds ?? 0) < 0.5)
  }

  @Test("a buffer made of NaN and infinities is silence")
  func nonFiniteSamples() {
    var analyzer = LoudnessAnalyzer(format: AudioFormat(sampleRate: 8000, channelCount: 1))
    let plane = [Float](repeating: .nan, count: 4000) + [Float](repeating: -.infinity, count: 4000)
    analyzer.process(PCMBuffer(planes: [plane], sampleRate: 8000)) { _ in }
    #expect(analyzer.finish().details.reason == .silence)
  }

  // MARK: - Time

  @Test("steps end on exact frames at every rate", arguments: [1, 3, 7, 99, 8000, 11_025, 44_101])
  func exactSteps(rate: Int) {
    // Whole seconds: ten steps in each, whatever the rate.
    let signal = Signals.constant(0.25, seconds: 21, sampleRate: rate)
    let measured = LoudnessMeasurement(planes: [signal], sampleRate: rate)
    #expect(measured.updates.map(\.index) == Array(0..<210))
    #expect(measured.result.momentary.last?.time == CMTime(value: 21, timescale: 1))
    let steps = LoudnessSteps(sampleRate: rate)
    for step in 0..<210 {
      let exact = Double(step * rate) / 10
      #expect(steps.start(of: step) == Int(exact.rounded(.up)))
    }
    #expect(measured.result.momentary.allSatisfy { !$0.value.isNaN })
  }

  @Test("every 100 ms one update, whose last integrated value is the final one nearly")
  func updates() {
    let planes = Self.programme(sampleRate: 44_100, seconds: 9)
    let measured = LoudnessMeasurement(planes: planes, sampleRate: 44_100)
    #expect(measured.updates.count == 90)
    #expect(measured.updates.map(\.momentary) == measured.result.momentary.map(\.value))
    #expect(measured.updates.map(\.shortTerm) == measured.result.shortTerm.map(\.value))
    #expect(measured.updates.prefix(3).allSatisfy { $0.integrated == -.infinity })
    // Streamed by steps of 0.1 LU.
    for (step, update) in measured.updates.enumerated().dropFirst(3) where step % 20 == 19 {
      let soFar = planes.map { Array($0.prefix((step + 1) * 4410)) }
      let exact = LoudnessMeasurement(planes: soFar, sampleRate: 44_100)
      #expect(abs(update.integrated - exact.integrated) < 0.02)
    }
    #expect(measured.updates.last?.truePeak == measured.result.peak.value)
  }

  // MARK: - Encoding

  @Test("a silent result encodes without infinities and decodes equal")
  func encoding() throws {
    for signal in [[], Signals.silence(seconds: 1, sampleRate: 8000)] {
      let result = LoudnessMeasurement(planes: [signal], sampleRate: 8000).result
      let data = try JSONEncoder().encode(result)
      let text = String(decoding: data, as: UTF8.self)
      #expect(!text.contains("inf") && text.contains("null"))
      let decoded = try JSONDecoder().decode(
        MusicUnderstandingSession.LoudnessResult.self, from: data)
      #expect(decoded == result)
    }
  }

  @Test("a result of music decodes equal")
  func encodingOfMusic() throws {
    let planes = Self.programme(sampleRate: 44_100)
    let result = LoudnessMeasurement(planes: planes, sampleRate: 44_100).result
    let decoded = try JSONDecoder().decode(
      MusicUnderstandingSession.LoudnessResult.self, from: JSONEncoder().encode(result))
    #expect(decoded == result)
  }
}
