import Glibc

/// A progression of chords of harmonic tones, over and over, at 22,050 Hz in a chosen key.
public struct ChordProgression: Sendable {
  /// Semitones above C.
  public var tonic: Int
  /// The distance of the tuning from A4 = 440 Hz.
  public var cents: Double
  /// For two seconds each.
  public var chords: [Chord]
  /// Peak amplitude of a note's fundamental.
  public var gain: Float

  public static let sampleRate = 22_050

  public init(tonic: Int, cents: Double = 0, gain: Float = 0.05, chords: [Chord]) {
    self.tonic = tonic
    self.cents = cents
    self.gain = gain
    self.chords = chords
  }

  /// Notes in semitones above the tonic, and the bass below them.
  public struct Chord: Sendable {
    public var degrees: [Int]
    public var bass: Int

    public init(_ degrees: Int..., bass: Int? = nil) {
      self.degrees = degrees
      self.bass = bass ?? degrees[0]
    }
  }

  public static let majorProgressions: [[Chord]] = [
    [.init(0, 4, 7), .init(5, 9, 12), .init(7, 11, 14), .init(0, 4, 7)],
    [.init(0, 4, 7), .init(7, 11, 14), .init(9, 12, 16), .init(5, 9, 12)],
    [.init(0, 4, 7), .init(9, 12, 16), .init(2, 5, 9), .init(7, 11, 14, 17)],
    [.init(0, 4, 7), .init(4, 7, 11), .init(5, 9, 12), .init(0, 4, 7), .init(7, 11, 14)],
  ]
  public static let minorProgressions: [[Chord]] = [
    [.init(0, 3, 7), .init(5, 8, 12), .init(7, 11, 14), .init(0, 3, 7)],
    [.init(0, 3, 7), .init(8, 12, 15), .init(5, 8, 12), .init(7, 11, 14)],
    [.init(0, 3, 7), .init(2, 5, 8), .init(7, 11, 14, 17), .init(0, 3, 7)],
    [.init(0, 3, 7), .init(10, 14, 17), .init(8, 12, 15), .init(7, 11, 14, 17)],
  ]

  /// The samples: the progression again and again.
  public func render(seconds: Double) -> [Float] {
    let rate = Double(Self.sampleRate)
    var samples = [Float](repeating: 0, count: Int(seconds * rate))
    var start = 0.0
    var index = 0
    while start < seconds {
      let chord = chords[index % chords.count]
      let notes = [36 + chord.bass % 12] + chord.degrees.map { 48 + $0 }
      for note in notes { add(note + tonic, from: start, length: 2, to: &samples) }
      start += 2
      index += 1
    }
    return samples
  }

  /// A decaying tone with six harmonics.
  private func add(_ note: Int, from start: Double, length: Double, to samples: inout [Float]) {
    let rate = Double(Self.sampleRate)
    let frequency = 440 * exp2((Double(note - 69) + cents / 100) / 12)
    let first = Int(start * rate)
    let last = min(first + Int(length * rate), samples.count)
    guard first < last else { return }
    for harmonic in 1...6 where frequency * Double(harmonic) < rate / 2.2 {
      let step = 2 * Double.pi * frequency * Double(harmonic) / rate
      // A rotating phasor: a sine per sample would take most of the suite's time.
      var (c, s) = (1.0, 0.0)
      let (dc, ds) = (cos(step), sin(step))
      var level = Double(gain) / Double(harmonic)
      let decay = exp(-1 / (1.2 * rate))
      for frame in first..<last {
        samples[frame] += Float(level * s)
        (c, s) = (c * dc - s * ds, c * ds + s * dc)
        level *= decay
      }
    }
  }

  /// Adds bursts of noise twice a second, as a drummer would.
  public static func addDrums(to samples: inout [Float], gain: Float, seed: UInt64 = 7) {
    var noise = SeededGenerator(seed: seed)
    let beat = sampleRate / 2
    for start in stride(from: 0, to: samples.count, by: beat) {
      var level = gain
      for frame in start..<min(start + beat / 3, samples.count) {
        samples[frame] += level * noise.nextSample()
        level *= 0.9992
      }
    }
  }
}
