import TestSupport
import Testing

@testable import Analysis

@Suite("Album loudness")
struct LoudnessHistogramTests {
  /// Tones of a level and length each, and all of them in one piece.
  private func pooled(_ tracks: [[TonePart]]) -> (album: Float, exact: Float) {
    let signals = tracks.map { tone($0, sampleRate: 44_100) }
    let histograms = signals.map {
      LoudnessMeasurement(stereo: $0, sampleRate: 44_100).result.details.histogram
    }
    let whole = LoudnessMeasurement(stereo: signals.reduce([], +), sampleRate: 44_100)
    return (LoudnessHistogram.pooledIntegrated(histograms), whole.integrated)
  }

  @Test("three tracks at −18 are an album at −18")
  func equalTracks() {
    let (album, _) = pooled([[(-18, 5)], [(-18, 7)], [(-18, 3)]])
    #expect(abs(album - -18) < 0.05)
  }

  @Test("blocks are pooled, not tracks averaged")
  func pooling() {
    // The few blocks across the joints are all that differs from one long track.
    let (album, exact) = pooled([[(-14, 20)], [(-20, 10), (-16, 10)], [(-23.4, 30)]])
    #expect(abs(album - exact) < 0.05)
  }

  @Test("a quiet track is gated away by a loud one")
  func gating() {
    let (album, exact) = pooled([[(-14, 20)], [(-40, 60)]])
    #expect(abs(album - exact) < 0.05)
    #expect(abs(album - -14) < 0.1)
  }

  @Test("an album of one track is the track")
  func oneTrack() {
    for seed in UInt64(1)...5 {
      // Swelling noise, so that many steps are filled.
      let signal = (1...8).flatMap { (part: Int) -> [Float] in
        let amplitude = 0.001 * Double(part * part * part)
        return Signals.noise(
          amplitude: amplitude, seconds: 0.5, sampleRate: 44_100, seed: seed * 100 + UInt64(part))
      }
      let result = LoudnessMeasurement(stereo: signal, sampleRate: 44_100).result
      let album = LoudnessHistogram.pooledIntegrated([result.details.histogram])
      #expect(abs(album - result.integrated.value) < 0.05)
    }
  }

  @Test("counts alone are taken at the middle of their steps")
  func countsAlone() {
    let step = LoudnessHistogram.step(ofLUFS: -18.04)
    let histogram = LoudnessHistogram(counts: [step: 100])
    #expect(abs(LoudnessHistogram.pooledIntegrated([histogram]) - -18.05) < 1e-4)
  }

  @Test("no blocks, no loudness; steps from elsewhere are left out")
  func nothing() {
    #expect(LoudnessHistogram.pooledIntegrated([]) == -.infinity)
    #expect(LoudnessHistogram.pooledIntegrated([LoudnessHistogram()]) == -.infinity)
    let broken = LoudnessHistogram(counts: [-5: 3, 5000: 9, 500: -2])
    #expect(LoudnessHistogram.pooledIntegrated([broken]) == -.infinity)
  }
}
