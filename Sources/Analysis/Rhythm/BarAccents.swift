/// How strongly each beat speaks for being the first of a bar.
///
/// Bars begin where the bass drum or the bass sounds and where chords, riffs and sections change.
/// Change is the difference between the mean spectra of some beats from this one on and of as many
/// before it; a chord lasts for one, two or four beats.
struct BarAccents {
  /// The sum of the features, each standardized over the piece; one value per beat.
  let values: [Double]

  /// The beats compared on either side, and the highest frequency that takes part, in Hz.
  private static let comparisons: [(beatCount: Int, highest: Float)] = [
    (1, 1_500), (2, .infinity), (4, .infinity),
  ]
  /// Below, the kick drum counts, not the harmony.
  private static let lowestFrequency: Float = 200
  /// Frames around a beat where its low end may begin.
  private static let before = 2
  private static let after = 4

  /// - Parameter frames: The frame of each beat, ascending.
  init(at frames: [Int], in curves: OnsetCurves) {
    let low = frames.map { frame in
      let near = max(0, frame - Self.before)..<min(curves.lowFlux.count, frame + Self.after)
      return Double(curves.lowFlux.greatest(in: near))
    }
    var values = Self.standardized(low)
    let spectra = Self.spectra(at: frames, in: curves.sketch)
    for comparison in Self.comparisons {
      let groups = curves.sketch.centers.indices.filter {
        let center = curves.sketch.centers[$0]
        return center >= Self.lowestFrequency && center <= comparison.highest
      }
      let changes = Self.standardized(
        Self.changes(in: spectra, across: comparison.beatCount, groups))
      for beat in values.indices { values[beat] += changes[beat] }
    }
    self.values = values
  }

  /// The mean spectrum of each beat, to the next one.
  private static func spectra(at frames: [Int], in sketch: SpectralSketch) -> [[Float]] {
    frames.indices.map { beat in
      let start = frames[beat]
      let end: Int
      if beat + 1 < frames.count {
        end = frames[beat + 1]
      } else {
        end = beat > 0 ? 2 * start - frames[beat - 1] : start + 1
      }
      return sketch.mean(from: Double(start), to: Double(end))
    }
  }

  private static func changes(
    in spectra: [[Float]], across beatCount: Int, _ groups: [Int]
  ) -> [Double] {
    spectra.indices.map { beat in
      let earlier = spectra[max(0, beat - beatCount)..<beat]
      let later = spectra[beat..<min(spectra.count, beat + beatCount)]
      guard !earlier.isEmpty else { return 0 }
      var change: Float = 0
      for group in groups {
        let before = earlier.reduce(0) { $0 + $1[group] } / Float(earlier.count)
        let after = later.reduce(0) { $0 + $1[group] } / Float(later.count)
        change += abs(after - before)
      }
      return Double(change)
    }
  }

  /// Zero mean and unit variance; zeros if there is no variance.
  private static func standardized(_ values: [Double]) -> [Double] {
    let count = Double(max(values.count, 1))
    let mean = values.reduce(0, +) / count
    let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count
    let scale = 1 / (variance.squareRoot() + 1e-6)
    return values.map { ($0 - mean) * scale }
  }
}
