import Glibc

/// What the key network is given: for each frame and semitone, how much sounds there, and how far it
/// stands out.
///
/// Peaks of the spectrum are put into bins of a third of a semitone, fixed at A4 = 440 Hz; every two
/// minutes or so these are read around the tuning that the piece has shown so far, so that a bin is
/// the middle of a semitone or one of its sides. Memory does not depend on the length of the music.
struct KeyFeatures {
  /// F♯1 − 3 = E♭1 (39 Hz), as a MIDI note number.
  static let lowestNote = 27
  static let noteCount = 72
  /// Loudness below, at and above the middle of the semitone, then prominence at the same three.
  static let valuesPerNote = 2 * partCount
  static let valuesPerFrame = noteCount * valuesPerNote

  private static let partCount = 3
  /// Some room on either side for the tuning; bin b is centred on `lowestNote − 1 + b/3`.
  private static let binCount = partCount * noteCount + 6
  /// A frame's loudnesses are brought to this sum.
  private static let frameSum: Float = 10
  /// In parts of the mean frame sum so far: what is far below it stays small.
  private static let floor: Float = 0.05
  /// Only peaks this prominent have a loudness: weaker ones may be noise.
  private static let loudProminence: Float = 3
  /// Only notes here tell the tuning, see `PitchFrames`.
  private static let tuningRange: ClosedRange<Float> = 43...84

  private let binWidth: Float
  /// `[frame][kind][bin]` of the frames not yet read.
  private var bins: [Float] = []
  private var deviation = SIMD2<Double>.zero
  private var sumOfSums = 0.0
  private var soundingCount = 0
  /// Frames not yet read.
  private(set) var frameCount = 0

  /// - Parameter binWidth: Hz per bin of the spectrum that the peaks come from.
  init(binWidth: Double) {
    self.binWidth = Float(binWidth)
  }

  /// How far the tuning so far lies above A4 = 440 Hz, in semitones, −0.5 to 0.5; 0 before any note.
  var tuning: Double {
    deviation == .zero ? 0 : atan2(deviation.y, deviation.x) / (2 * .pi)
  }

  /// Appends a frame; a silent one stays empty.
  mutating func append(_ frame: SpectralPeakFinder.Frame) {
    let first = bins.count
    bins.append(contentsOf: repeatElement(0, count: 2 * Self.binCount))
    frameCount += 1
    if frame.level < PitchFrames.silence { return }
    var sum = 0.0
    for peak in frame.peaks {
      let note = 69 + 12 * log2f(peak.bin * binWidth / 440)
      let position = (note - Float(Self.lowestNote - 1)) * Float(Self.partCount)
      let lower = Int(position.rounded(.down))
      let isLoud = peak.prominence > Self.loudProminence
      let strength = isLoud ? peak.amplitude.squareRoot() : 0
      if isLoud, Self.tuningRange.contains(note) {
        let angle = 2 * Float.pi * (note - note.rounded())
        deviation += Double(strength) * SIMD2(Double(cosf(angle)), Double(sinf(angle)))
      }
      guard lower >= 0, lower + 1 < Self.binCount else { continue }
      let fraction = position - Float(lower)
      let standing = logf(max(peak.prominence / SpectralPeakFinder.lowestProminence, 1))
      for (kind, value) in [strength, standing].enumerated() {
        let bin = first + kind * Self.binCount + lower
        bins[bin] += value * (1 - fraction)
        bins[bin + 1] += value * fraction
      }
      sum += Double(strength)
    }
    if sum > 0 {
      sumOfSums += sum
      soundingCount += 1
    }
  }

  /// Reads all frames that have come since the last time, and gives them up.
  ///
  /// - Parameter rows: A row for each value of a frame: of the first note's, of the second's …
  mutating func read(into rows: ChannelRows) {
    let shift = Float(Self.partCount) * Float(tuning)
    let whole = shift.rounded(.down)
    let fraction = shift - whole
    let quiet = soundingCount > 0 ? Self.floor * Float(sumOfSums / Double(soundingCount)) : 1
    bins.withUnsafeBufferPointer { bins in
      for frame in 0..<frameCount {
        var row = rows.first + frame
        let loudness = 2 * frame * Self.binCount
        let sum = bins[loudness..<loudness + Self.binCount].reduce(0, +)
        for note in 0..<Self.noteCount {
          for kind in 0..<2 {
            let scale = kind == 0 ? Self.frameSum / (sum + quiet) : 1
            let start = loudness + kind * Self.binCount + 2 + Self.partCount * note + Int(whole)
            for part in 0..<Self.partCount {
              let (near, far) = (bins[start + part], bins[start + part + 1])
              row.pointee = scale * (near + fraction * (far - near))
              row += rows.stride
            }
          }
        }
      }
    }
    bins.removeAll(keepingCapacity: true)
    frameCount = 0
  }
}
