import Decoders
import Glibc
import LoudnessReference
import TestSupport
import Testing

@testable import Analysis

/// mucat beside libebur128 on the same samples: another reading of the same standards.
@Suite("Loudness beside libebur128")
struct LoudnessDifferentialTests {
  struct Signal: Sendable, CustomTestStringConvertible {
    var name: String
    var layout = ChannelLayout.stereo
    var make: @Sendable (_ sampleRate: Int) -> [[Float]]
    var testDescription: String { name }
  }

  /// Each is built from seeds: the same on every run.
  static let signals = [
    Signal(name: "white noise") { rate in
      [1, 2].map { Signals.noise(amplitude: 0.4, seconds: 8, sampleRate: rate, seed: $0) }
    },
    Signal(name: "clipped noise") { rate in
      [3, 4].map { seed in
        Signals.noise(amplitude: 2, seconds: 5, sampleRate: rate, seed: seed)
          .map { min(max($0, -1), 1) }
      }
    },
    Signal(name: "tones") { rate in
      [[60.0, 997, 3000], [110, 1500, 12_000]].map {
        Signals.chord($0, amplitude: 0.25, seconds: 6, sampleRate: rate)
      }
    },
    Signal(name: "bursts") { rate in [5, 6].map { bursts(seed: $0, sampleRate: rate) } },
    Signal(name: "noise that swells, and a pause") { rate in
      [7, 8].map { seed in
        (0..<14).flatMap { part in
          Signals.noise(
            amplitude: part == 6 ? 0 : 0.001 * pow(1.6, Double(part)), seconds: 1,
            sampleRate: rate, seed: seed * 100 + UInt64(part))
        }
      }
    },
    Signal(name: "mono", layout: .mono) { rate in [bursts(seed: 9, sampleRate: rate)] },
    Signal(name: "5.1 with a loud low-frequency channel", layout: .usual(channelCount: 6)) { rate in
      (0..<6).map { channel in
        Signals.noise(
          amplitude: channel == 3 ? 0.9 : 0.1 + 0.03 * Double(channel), seconds: 4,
          sampleRate: rate, seed: 20 + UInt64(channel))
      }
    },
    Signal(name: "7.1", layout: .usual(channelCount: 8)) { rate in
      (0..<8).map { channel in
        Signals.noise(
          amplitude: 0.05 * Double(channel + 1), seconds: 4, sampleRate: rate,
          seed: 30 + UInt64(channel))
      }
    },
    Signal(name: "just one gating block") { rate in
      [40, 41].map { Signals.noise(amplitude: 0.3, seconds: 0.4, sampleRate: rate, seed: $0) }
    },
    Signal(name: "quieter than the gate") { rate in
      [50, 51].map { Signals.noise(amplitude: 1e-4, seconds: 4, sampleRate: rate, seed: $0) }
    },
  ]

  /// Noise and tones of 50 ms to 1 s at −50 to 0 dBFS.
  private static func bursts(seed: UInt64, sampleRate: Int) -> [Float] {
    var generator = SeededGenerator(seed: seed)
    return (0..<30).flatMap { index -> [Float] in
      let seconds = Double.random(in: 0.05...1, using: &generator)
      let amplitude = Signals.amplitude(dBFS: .random(in: -50...0, using: &generator))
      return index % 2 == 0
        ? Signals.noise(
          amplitude: amplitude, seconds: seconds, sampleRate: sampleRate, seed: generator.next())
        : Signals.sine(
          .random(in: 40...8000, using: &generator), amplitude: amplitude, seconds: seconds,
          sampleRate: sampleRate)
    }
  }

  @Test("all figures agree", arguments: signals, [44_100, 48_000, 96_000, 192_000])
  func agreement(signal: Signal, rate: Int) throws {
    let planes = signal.make(rate)
    let format = AudioFormat(sampleRate: rate, channelLayout: signal.layout)
    let ours = LoudnessMeasurement(
      planes: planes, sampleRate: rate, layout: signal.layout
    ).result
    let theirs = ReferenceMeter(planes: planes, format: format)
    let correction = Self.highPassDifference(sampleRate: rate)
    func expectEqual(_ own: Float?, _ other: Double?, _ figure: Comment) {
      guard let own, let other, other.isFinite else {
        #expect(own == nil || own == -.infinity, figure)
        #expect(other == nil || other == -.infinity, figure)
        return
      }
      #expect(abs(Double(own) - other - correction) <= 0.01, figure)
    }

    expectEqual(ours.integrated.value, theirs.integrated, "integrated")
    expectEqual(ours.details.maxMomentary, theirs.maxMomentary, "maximum momentary")
    expectEqual(ours.details.maxShortTerm, theirs.shortTerm.max(), "maximum short-term")
    for (own, other) in zip(ours.shortTerm.dropFirst(29), theirs.shortTerm) {
      expectEqual(own.value, other, "short-term at \(own.time.seconds) s")
    }
    // Ours is of the windows that Tech 3342 asks for today; theirs, of one in ten of them. Each is
    // compared with the other's windows.
    let range = Double(ours.details.loudnessRange ?? 0)
    #expect(abs(range - LoudnessOracle.range(shortTerm: theirs.shortTerm)) <= 0.01)
    let everyTenth = stride(from: 29, to: ours.shortTerm.count, by: 10).map {
      LoudnessLevel.energy(ofLUFS: Double(ours.shortTerm[$0].value))
    }
    #expect(abs((LoudnessGating.range(windows: everyTenth) ?? 0) - theirs.range) <= 0.01)

    let peak = Double(try #require(ours.details.truePeak)) - 20 * log10(theirs.truePeak)
    // From 192 kHz on libebur128 takes the samples as they are.
    if rate < 192_000 { #expect(abs(peak) <= 0.1) } else { #expect(peak >= -0.001) }
  }

  @Test("mono counted twice is libebur128's dual mono")
  func dualMono() {
    let plane = Self.bursts(seed: 77, sampleRate: 48_000)
    let ours = LoudnessMeasurement(planes: [plane], sampleRate: 48_000, countsMonoTwice: true)
    let theirs = ReferenceMeter(
      planes: [plane], format: AudioFormat(sampleRate: 48_000, channelCount: 1),
      countsMonoTwice: true)
    #expect(abs(Double(ours.integrated) - theirs.integrated) <= 0.01)
  }

  /// How much more mucat reads than libebur128, in LU, since it keeps the gain that the high pass
  /// has at 48 kHz (see ``KWeighting``): −0.004 at 44.1 kHz, 0.022 at 96 kHz, 0.032 at 192 kHz.
  private static func highPassDifference(sampleRate: Int) -> Double {
    20 * log10(KWeighting(sampleRate: sampleRate).highPass.b0)
  }
}
