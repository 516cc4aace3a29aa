import Glibc

/// The sounding pitches of a piece, frame by frame, folded into one octave at a resolution that
/// leaves its tuning open until the end.
///
/// A frame holds two rows of 36 bins, a third of a semitone each: the bass, and what lies above
/// it. When all has been heard, `takeChromagram()` reads the twelve pitch classes off around the tuning that
/// the piece turned out to have. 320 bytes per frame of 0.37 s: 31 MB for ten hours.
struct PitchFrames {
  static let binsPerOctave = 36
  static let valuesPerFrame = 2 * binsPerOctave

  /// `[frame][register][bin]`; bin 0 is centred on C at A4 = 440 Hz.
  private var values: [Float] = []
  /// What tells music from noise, per frame.
  private(set) var traits: [Traits] = []

  struct Traits {
    /// Root mean square, as a share of full scale.
    var level: Float
    /// See `SpectralPeakFinder.Frame`.
    var tonalShare: Float
    var peakCount: Float
    /// Σ strength · exp(2πi · distance from the 440 Hz grid in semitones), and Σ strength.
    var deviation: SIMD2<Float>
    var strength: Float

    var isSilent: Bool { level < PitchFrames.silence }
  }

  private let binWidth: Float

  /// Only notes here tell the tuning: lower ones are measured too coarsely, higher ones are mostly
  /// overtones, which are not on the tempered grid. MIDI note numbers.
  private static let tuningRange: ClosedRange<Float> = 43...84
  /// Frames whose root mean square is below this (−60 dBFS) are silent.
  static let silence: Float = 0.001

  /// - Parameter binWidth: Hz per bin of the spectrum that the peaks come from.
  init(binWidth: Double) {
    self.binWidth = Float(binWidth)
  }

  var frameCount: Int { traits.count }

  /// Appends a frame; a silent one stays empty.
  mutating func append(_ frame: SpectralPeakFinder.Frame) {
    let first = values.count
    values.append(contentsOf: repeatElement(0, count: Self.valuesPerFrame))
    var trait = Traits(
      level: frame.level, tonalShare: frame.tonalShare,
      peakCount: Float(frame.peaks.filter(\.isClear).count),
      deviation: .zero, strength: 0)
    defer { traits.append(trait) }
    if trait.isSilent { return }
    values.withUnsafeMutableBufferPointer { values in
      let bass = UnsafeMutableBufferPointer(rebasing: values[first..<first + Self.binsPerOctave])
      let upper = UnsafeMutableBufferPointer(rebasing: values[(first + Self.binsPerOctave)...])
      for peak in frame.peaks where peak.isClear {
        let note = 69 + 12 * log2f(peak.bin * binWidth / 440)
        // The root keeps one loud note from hiding the others.
        let strength = peak.amplitude.squareRoot()
        let weights = Self.registers(of: note)
        Self.add(strength * weights.bass, at: note, to: bass)
        Self.add(strength * weights.upper, at: note, to: upper)
        if Self.tuningRange.contains(note) {
          let angle = 2 * Float.pi * (note - note.rounded())
          trait.deviation += strength * SIMD2(cosf(angle), sinf(angle))
          trait.strength += strength
        }
      }
    }
  }

  /// Shares of a note in the two rows. The bass goes over into the upper row within the octave
  /// around C3; above, overtones outnumber notes, so the weight falls to nothing at C7.
  static func registers(of note: Float) -> (bass: Float, upper: Float) {
    let bass = min(max((54 - note) / 12, 0), 1)
    let audibility = min(max((96 - note) / 48, 0), 1)
    return (bass, (1 - bass) * audibility)
  }

  /// Adds `strength` to the two bins on either side of `note`, in proportion to nearness.
  private static func add(
    _ strength: Float, at note: Float, to row: UnsafeMutableBufferPointer<Float>
  ) {
    guard strength > 0 else { return }
    let position = note * Float(binsPerOctave / 12)
    let floor = position.rounded(.down)
    let fraction = position - floor
    let bin = Int(floor) % binsPerOctave
    row[bin] += strength * (1 - fraction)
    row[(bin + 1) % binsPerOctave] += strength * fraction
  }

  /// How far the piece's tuning lies above A4 = 440 Hz, in semitones, −0.5 to 0.5; 0 for silence.
  var tuning: Double {
    let sum = traits.reduce(SIMD2<Double>.zero) { $0 + SIMD2<Double>($1.deviation) }
    return sum == .zero ? 0 : atan2(sum.y, sum.x) / (2 * .pi)
  }

  /// The pitch classes around the piece's own tuning. The fine bins, which take most of the memory,
  /// are given up.
  mutating func takeChromagram() -> Chromagram {
    defer { values = [] }
    let bins = Self.binsPerOctave
    let perSemitone = Double(bins / 12)
    // Each bin goes to the nearest pitch class, the less the farther it is from its centre.
    let tuning = tuning
    let targets = (0..<bins).map { bin -> (pitchClass: Int, weight: Float) in
      let semitone = Double(bin) / perSemitone - tuning
      let nearest = semitone.rounded()
      let weight = cos(.pi * (semitone - nearest))
      return ((Int(nearest) + 12) % 12, Float(weight * weight))
    }
    var chroma = [Float](repeating: 0, count: frameCount * Chromagram.valuesPerFrame)
    for frame in 0..<frameCount {
      for register in 0..<2 {
        let source = frame * Self.valuesPerFrame + register * bins
        let target = frame * Chromagram.valuesPerFrame + register * 12
        for bin in 0..<bins {
          chroma[target + targets[bin].pitchClass] += values[source + bin] * targets[bin].weight
        }
      }
    }
    return Chromagram(values: chroma)
  }
}
