import Testing

@testable import Analysis

@Suite struct MetricalLevelTests {
  private static let seconds = 60.0
  private static let eighth = 60.0 / 140

  private let frameCount = Int(seconds * OnsetCurves.frameRate)
  /// The frames of a ballad's eighths at 70 to the minute; every other one is a beat.
  private var eighths: [Int] {
    stride(from: 0.5, to: Self.seconds - 1, by: Self.eighth).map {
      OnsetCurves.leadIn + Int(($0 * OnsetCurves.frameRate).rounded())
    }
  }

  /// Something begins at every eighth, more plainly at the beats.
  private var onsets: [Float] {
    var onsets = [Float](repeating: 0.01, count: frameCount)
    for (index, frame) in eighths.enumerated() { onsets[frame] = index % 2 == 0 ? 0.9 : 0.7 }
    return onsets
  }

  /// The network hears beats at every eighth, or at every other one.
  private func curves(hearsAllEighths: Bool) -> OnsetCurves {
    var curves = OnsetCurves()
    curves.flux = [Float](repeating: 1, count: frameCount)
    curves.snareFlux = RiseCurve([Float](repeating: 0.1, count: frameCount))
    curves.sampleCount = frameCount * OnsetCurves.hopLength
    let heard = Set(
      eighths.enumerated().filter { hearsAllEighths || $0.offset % 2 == 0 }
        .map { $0.element / NetworkFeatures.step })
    curves.activations = .made(frameCount: frameCount / NetworkFeatures.step) { channel, frame in
      channel == .beat && heard.contains(frame)
    }
    return curves
  }

  private func level(_ found: Double, beats: [Int], _ curves: OnsetCurves) -> Double {
    MetricalLevel(
      found: found, beats: beats, stability: 1, activation: onsets, curves: curves
    ).beatsPerMinute
  }

  @Test func aBalladIsNotCountedInEighthsUnlessTheNetworkHearsThem() {
    let beats = stride(from: 0, to: eighths.count, by: 2).map { eighths[$0] }
    #expect(level(70, beats: beats, curves(hearsAllEighths: false)) == 70)
    #expect(level(70, beats: beats, curves(hearsAllEighths: true)) == 140)
  }

  @Test func eighthsThatTheNetworkDoesNotHearAreNoBeats() {
    #expect(level(140, beats: eighths, curves(hearsAllEighths: false)) == 70)
    #expect(level(140, beats: eighths, curves(hearsAllEighths: true)) == 140)
  }

  /// A beat lost in the middle makes the odd ones even.
  @Test func theOthersMayBeTheEvenOnesHereAndTheOddOnesThere() {
    var beats = eighths
    beats.remove(at: beats.count / 2)
    #expect(level(140, beats: beats, curves(hearsAllEighths: false)) == 70)
  }

  /// Slow music stays: half of 80 is no beat.
  @Test func slowTempiAreNotHalved() {
    let beats = eighths
    #expect(level(80, beats: beats, curves(hearsAllEighths: false)) != 40)
  }
}
