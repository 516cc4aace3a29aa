import Glibc

/// Folds the peaks of a spectrum into pitch classes, the bass apart from what lies above it.
///
/// Notes are placed at A4 = 440 Hz. A piece is compared with itself only: one that is tuned
/// otherwise has each note in two classes, and always in the same two.
///
/// *Source:* peaks as the front end of a chroma after E. Gómez, Tonal Description of Polyphonic
/// Audio, INFORMS J. Computing 18 (2006), §3. *Deviations:* a peak stands out from the mean around
/// it, not from the frame's greatest; the window is half as long as `SpectralPeakFinder` has it, for
/// a chord may last but a beat.
struct PitchClassFinder {
  /// The bass first, C first.
  static let valuesPerFrame = 24

  private static let lowestFrequency = 55.0
  private static let highestFrequency = 2_100.0
  /// A peak's magnitude is at least this multiple of the mean around it, of so many bins either side.
  private static let prominence: Float = 2.5
  private static let reach = 16
  /// Samples between these are a signal: what is fainter cannot be heard, what is greater is broken.
  private static let sensiblePeaks: ClosedRange<Float> = 1e-5...1024
  private static let binWidth = Double(MonoSignal.sampleRate) / Double(HarmonyFrames.frameLength)

  private let fft = RealFFT(length: HarmonyFrames.frameLength)
  private let window = hannWindow(length: HarmonyFrames.frameLength)
  private let bins = Int(lowestFrequency / binWidth)..<Int(highestFrequency / binWidth)
  private var power: [Float]
  private var magnitudes: [Float]
  private var sums: [Double]

  init() {
    power = [Float](repeating: 0, count: fft.binCount)
    magnitudes = [Float](repeating: 0, count: bins.upperBound + Self.reach + 1)
    sums = [Double](repeating: 0, count: magnitudes.count + 1)
  }

  /// - Parameter frame: `HarmonyFrames.frameLength` samples.
  /// - Returns: Sums of the roots of amplitudes; the root keeps one loud note from hiding the others.
  mutating func process(_ frame: UnsafeBufferPointer<Float>) -> [Float] {
    var classes = [Float](repeating: 0, count: Self.valuesPerFrame)
    guard Self.sensiblePeaks.contains(VectorMath.greatestMagnitude(frame)) else { return classes }
    takeSpectrum(of: frame)
    let scale = 4 / Float(HarmonyFrames.frameLength)
    for bin in bins {
      let (left, centre, right) = (magnitudes[bin - 1], magnitudes[bin], magnitudes[bin + 1])
      guard centre > left, centre >= right else { continue }
      let (low, high) = (max(0, bin - Self.reach), bin + Self.reach + 1)
      let mean = Float((sums[high] - sums[low]) / Double(high - low))
      guard centre > Self.prominence * mean else { continue }
      let bend = left - 2 * centre + right
      let shift = bend < 0 ? min(max((left - right) / (2 * bend), -0.5), 0.5) : 0
      let note = 69 + 12 * log2f((Float(bin) + shift) * Float(Self.binWidth) / 440)
      Self.add((centre * scale).squareRoot(), at: note, to: &classes)
    }
    return classes
  }

  private mutating func takeSpectrum(of frame: UnsafeBufferPointer<Float>) {
    power.withUnsafeMutableBufferPointer { power in
      window.withUnsafeBufferPointer { fft.powerSpectrum(of: frame, window: $0, into: power) }
    }
    var sum = 0.0
    for bin in magnitudes.indices {
      magnitudes[bin] = power[bin].squareRoot()
      sum += Double(magnitudes[bin])
      sums[bin + 1] = sum
    }
  }

  /// Adds to the two classes on either side of a note, in proportion to nearness. The bass goes over
  /// into the upper register within the octave around C3.
  private static func add(_ strength: Float, at note: Float, to classes: inout [Float]) {
    let bass = min(max((54 - note) / 12, 0), 1)
    let floor = note.rounded(.down)
    let fraction = note - floor
    let lower = Int(floor) % 12
    let upper = (lower + 1) % 12
    classes[lower] += strength * bass * (1 - fraction)
    classes[upper] += strength * bass * fraction
    classes[12 + lower] += strength * (1 - bass) * (1 - fraction)
    classes[12 + upper] += strength * (1 - bass) * fraction
  }
}
