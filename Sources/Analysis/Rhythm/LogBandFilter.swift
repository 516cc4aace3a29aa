import Glibc

/// Overlapping triangular bands at even steps of pitch, applied to a magnitude spectrum.
///
/// Twelve bands to the octave from 30 Hz on; where the spectrum is coarser than that, neighbours
/// that would share a bin are left out. Each band's weights add up to one, so that a level does
/// not depend on a band's width.
struct LogBandFilter {
  /// The centre of each band in Hz, ascending.
  let centers: [Float]
  var bandCount: Int { centers.count }

  private let firstBins: [Int]
  private let binCounts: [Int]
  /// The weights of all bands, one run behind the other.
  private let weights: [Float]

  init(
    sampleRate: Int, fftLength: Int, bandsPerOctave: Double = 12, lowest: Double = 30,
    highest: Double = 10_000
  ) {
    let binWidth = Double(sampleRate) / Double(fftLength)
    let steps = Int(log2(highest / lowest) * bandsPerOctave) + 3
    var corners: [Int] = []
    for step in 0..<steps {
      let bin = Int((lowest * exp2(Double(step) / bandsPerOctave) / binWidth).rounded())
      if bin > (corners.last ?? 0), bin < fftLength / 2 { corners.append(bin) }
    }
    var centers: [Float] = []
    var firstBins: [Int] = []
    var binCounts: [Int] = []
    var weights: [Float] = []
    for (left, (center, right)) in zip(corners, zip(corners.dropFirst(), corners.dropFirst(2))) {
      let triangle = (left + 1..<right).map { bin in
        bin <= center
          ? Float(bin - left) / Float(center - left) : Float(right - bin) / Float(right - center)
      }
      let sum = triangle.reduce(0, +)
      centers.append(Float(Double(center) * binWidth))
      firstBins.append(left + 1)
      binCounts.append(triangle.count)
      weights.append(contentsOf: triangle.map { $0 / sum })
    }
    self.centers = centers
    self.firstBins = firstBins
    self.binCounts = binCounts
    self.weights = weights
  }

  /// Writes the weighted mean magnitude of each band to the first `bandCount` places of `levels`.
  func apply(
    _ magnitudes: UnsafeBufferPointer<Float>, into levels: UnsafeMutableBufferPointer<Float>
  ) {
    precondition(levels.count >= bandCount)
    guard let spectrum = magnitudes.baseAddress else { return }
    weights.withUnsafeBufferPointer { all in
      guard var weight = all.baseAddress else { return }
      for band in 0..<bandCount {
        let count = binCounts[band]
        levels[band] = VectorMath.dot(spectrum + firstBins[band], weight, count: count)
        weight += count
      }
    }
  }
}
