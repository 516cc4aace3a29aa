import Glibc

/// Finds the sinusoids in frames of the mono signal: the local maxima of a long-window spectrum
/// that stand well above their surroundings.
///
/// The long window (0.74 s) is what makes this a filter against drums: a sustained note gathers
/// all its energy in one narrow line, a hit spreads over the spectrum and stays below the
/// threshold.
///
/// *Source:* J. O. Smith & X. Serra, PARSHL, ICMC 1987 (peaks, parabolic interpolation of log
/// magnitudes); E. Gómez, Tonal Description of Polyphonic Audio, INFORMS J. Computing 18 (2006),
/// §3 (peaks as the front end of a chroma). *Deviation:* the threshold is relative to a local mean
/// instead of the frame's maximum.
struct SpectralPeakFinder {
  static let frameLength = 16_384
  static let hopLength = 8_192

  /// Peaks are looked for between these, in Hz.
  static let lowestFrequency = 46.0
  static let highestFrequency = 2_100.0
  /// A clear peak's magnitude is at least this multiple of the mean around it.
  private static let clearProminence: Float = 3
  /// Below this multiple a peak is none.
  static let lowestProminence: Float = 2
  /// Peaks below this part of the frame's strongest (−66 dB) are dropped.
  private static let range: Float = 0.0005
  /// The mean is taken over this many octaves, half on either side.
  private static let surroundings = 0.5

  private let fft: RealFFT
  private let window: [Float]
  private let lowestBin: Int
  private let highestBin: Int
  /// Where `tonalShare` stops counting.
  private let musicalBin: Int
  /// Per bin, the first bin of its surroundings and the one after the last.
  private let bounds: [(low: Int32, high: Int32)]
  private var power: [Float]
  private var magnitudes: [Float]
  private var sums: [Double]

  /// - Parameter sampleRate: Samples per second, at least three times `highestFrequency`.
  init(sampleRate: Int) {
    let length = Self.frameLength
    fft = RealFFT(length: length)
    window = hannWindow(length: length)
    let binsPerHertz = Double(length) / Double(sampleRate)
    lowestBin = Int(Self.lowestFrequency * binsPerHertz)
    highestBin = Int(Self.highestFrequency * binsPerHertz)
    musicalBin = Int(5_000 * binsPerHertz)
    let half = Self.surroundings / 2
    bounds = (0...highestBin).map { bin in
      let low = Int(Double(bin) * exp2(-half)) - 2
      let high = Int(Double(bin) * exp2(half)) + 3
      return (Int32(max(low, 0)), Int32(high))
    }
    power = [Float](repeating: 0, count: fft.binCount)
    let count = Int(bounds[highestBin].high)
    magnitudes = [Float](repeating: 0, count: count)
    sums = [Double](repeating: 0, count: count + 1)
  }

  /// A sinusoid: where it lies, in bins, and its amplitude as a share of full scale.
  struct Peak {
    var bin: Float
    var amplitude: Float
    /// The amplitude as a multiple of the mean around it, above 2.
    var prominence: Float = 6
    /// Whether it is certain enough to count by itself; only the network hears the others.
    var isClear = true
  }

  /// What one frame holds.
  struct Frame {
    /// In order of frequency.
    var peaks: [Peak] = []
    /// The root mean square above `lowestFrequency`, as a share of full scale: a constant offset
    /// does not count.
    var level: Float = 0
    /// The root of the share of the energy up to 5 kHz that the peaks account for: 0 for noise,
    /// about 1 for a sustained chord. A lone sine exceeds 1 a little, by the width of its peak.
    var tonalShare: Float = 0
  }

  /// - Parameter samples: `frameLength` samples.
  mutating func process(_ samples: UnsafeBufferPointer<Float>) -> Frame {
    let length = Float(Self.frameLength)
    let count = magnitudes.count
    // A sine of amplitude 1 between bins comes out as 1: half the length times the Hann mean.
    let scale = 4 / length
    var (energy, bandEnergy): (Double, Double) = (0, 0)
    power.withUnsafeMutableBufferPointer { power in
      window.withUnsafeBufferPointer {
        fft.powerSpectrum(of: samples, window: $0, into: power)
      }
      for bin in lowestBin..<musicalBin { bandEnergy += Double(power[bin]) }
      energy = bandEnergy
      for bin in musicalBin..<power.count { energy += Double(power[bin]) }
      var sum: Double = 0
      for bin in 0..<count {
        let magnitude = power[bin].squareRoot() * scale
        magnitudes[bin] = magnitude
        sum += Double(magnitude)
        sums[bin + 1] = sum
      }
    }
    var found = Frame()
    var peakEnergy: Double = 0
    magnitudes.withUnsafeBufferPointer { magnitudes in
      for bin in lowestBin..<highestBin {
        let centre = magnitudes[bin]
        guard centre > magnitudes[bin - 1], centre >= magnitudes[bin + 1] else { continue }
        let (low, high) = (Int(bounds[bin].low), Int(bounds[bin].high))
        let mean = Float((sums[high] - sums[low]) / Double(high - low))
        guard centre > Self.lowestProminence * mean else { continue }
        var peak = interpolate(magnitudes[bin - 1], centre, magnitudes[bin + 1], at: bin)
        peak.prominence = peak.amplitude / mean
        peak.isClear = centre > Self.clearProminence * mean
        found.peaks.append(peak)
        if peak.isClear { peakEnergy += Double(peak.amplitude * peak.amplitude) }
      }
    }
    // What is left of a window's side lobes is no sinusoid.
    let floor = Self.range * (found.peaks.map(\.amplitude).max() ?? 0)
    found.peaks.removeAll { $0.amplitude < floor }
    // Parseval for one side of a Hann-windowed spectrum: Σ|X|² = 3/16 · length² · mean square.
    found.level = Float((energy * 16 / 3).squareRoot()) / length
    if bandEnergy > 0 {
      found.tonalShare = Float((peakEnergy / (bandEnergy * Double(scale * scale))).squareRoot())
    }
    return found
  }

  /// The vertex of the parabola through three log magnitudes.
  private func interpolate(_ left: Float, _ centre: Float, _ right: Float, at bin: Int) -> Peak {
    let floor: Float = 1e-9
    let (a, b, c) = (logf(left + floor), logf(centre + floor), logf(right + floor))
    let curvature = a - 2 * b + c
    guard curvature < 0 else { return Peak(bin: Float(bin), amplitude: centre) }
    let offset = min(max((a - c) / (2 * curvature), -0.5), 0.5)
    return Peak(bin: Float(bin) + offset, amplitude: expf(b - (a - c) * offset / 4))
  }
}
