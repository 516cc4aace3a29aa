/// A pattern of drums and notes that repeats bar by bar, for rhythms whose truth is known.
public struct DrumPattern: Sendable {
  public var beatsPerMinute: Double
  public var beatsPerBar: Int
  public var barCount: Int
  /// Where in the bar each sounds, in beats from its start.
  public var kick: [Double]
  public var snare: [Double]
  public var hat: [Double]
  public var bass: [Double]
  /// Short chords; the chord changes from bar to bar.
  public var stab: [Double]
  /// A sustained chord for each bar.
  public var hasPad: Bool
  /// Silence before the first bar, in seconds.
  public var lead: Double

  public init(
    beatsPerMinute: Double, beatsPerBar: Int = 4, barCount: Int = 8, kick: [Double] = [],
    snare: [Double] = [], hat: [Double] = [], bass: [Double] = [], stab: [Double] = [],
    hasPad: Bool = false, lead: Double = 0
  ) {
    self.beatsPerMinute = beatsPerMinute
    self.beatsPerBar = beatsPerBar
    self.barCount = barCount
    self.kick = kick
    self.snare = snare
    self.hat = hat
    self.bass = bass
    self.stab = stab
    self.hasPad = hasPad
    self.lead = lead
  }

  /// The moments of the beats in seconds.
  public var beats: [Double] {
    (0..<barCount * beatsPerBar).map { lead + Double($0) * 60 / beatsPerMinute }
  }

  /// The moments of the first beats of the bars in seconds.
  public var bars: [Double] {
    (0..<barCount).map { lead + Double($0 * beatsPerBar) * 60 / beatsPerMinute }
  }

  /// Semitones above the root of each bar's chord.
  private static let roots = [0, 8, 3, 10]

  /// One channel, ±1 full scale.
  public func render(sampleRate: Int) -> [Float] {
    let beat = 60 / beatsPerMinute
    let length = lead + Double(barCount * beatsPerBar) * beat
    var mix = Mix(
      frameCount: Int(length * Double(sampleRate)), sampleRate: sampleRate, seed: 7)
    for bar in 0..<barCount {
      let start = lead + Double(bar * beatsPerBar) * beat
      for position in kick { mix.strike(.kick, at: start + position * beat, level: 1) }
      for position in snare { mix.strike(.snare, at: start + position * beat, level: 1) }
      for position in hat { mix.strike(.hat, at: start + position * beat, level: 0.7) }
      let root = Self.roots[bar % Self.roots.count]
      for position in bass {
        mix.play(.bass, note: 36 + root, at: start + position * beat, length: 0.4 * beat)
      }
      for note in [0, 3, 7] {
        for position in stab {
          mix.play(.lead, note: 60 + root + note, at: start + position * beat, length: 0.3 * beat)
        }
        if hasPad {
          mix.play(
            .pad, note: 48 + root + note, at: start, length: Double(beatsPerBar) * beat)
        }
      }
    }
    return mix.planes(gain: 0.7)[0]
  }
}

extension DrumPattern {
  private static let eighths = (0..<8).map { Double($0) / 2 }
  private static let sixteenths = (0..<16).map { Double($0) / 4 }
  private static let offbeats = [0.5, 1.5, 2.5, 3.5]

  /// Kick and snare in turn, hats in eighths, a bass.
  public static func rock(_ beatsPerMinute: Double, barCount: Int = 8) -> DrumPattern {
    DrumPattern(
      beatsPerMinute: beatsPerMinute, barCount: barCount, kick: [0, 2], snare: [1, 3],
      hat: eighths, bass: [0, 1, 2, 3], hasPad: true)
  }

  /// Kick on every beat, hats between, a bass.
  public static func house(_ beatsPerMinute: Double, barCount: Int = 8) -> DrumPattern {
    DrumPattern(
      beatsPerMinute: beatsPerMinute, barCount: barCount, kick: [0, 1, 2, 3], snare: [1, 3],
      hat: offbeats, bass: [0, 0.5, 1.5, 2.5], hasPad: true)
  }

  /// Kick on every beat, bass on the off-beats, hats in sixteenths.
  public static func trance(_ beatsPerMinute: Double, barCount: Int = 8) -> DrumPattern {
    DrumPattern(
      beatsPerMinute: beatsPerMinute, barCount: barCount, kick: [0, 1, 2, 3], hat: sixteenths,
      bass: offbeats, hasPad: true)
  }

  /// Kick on one and on the third beat's off-beat, snare on two and four, hats in eighths.
  public static func breakbeat(_ beatsPerMinute: Double, barCount: Int = 8) -> DrumPattern {
    DrumPattern(
      beatsPerMinute: beatsPerMinute, barCount: barCount, kick: [0, 2.5], snare: [1, 3],
      hat: eighths, bass: [0, 2.5], hasPad: true)
  }

  /// A slow song: kick on one and three, snare on two and four, hats in eighths.
  public static func ballad(_ beatsPerMinute: Double, barCount: Int = 8) -> DrumPattern {
    DrumPattern(
      beatsPerMinute: beatsPerMinute, barCount: barCount, kick: [0, 2, 2.5], snare: [1, 3],
      hat: eighths, bass: [0, 2], hasPad: true)
  }

  /// Bass on one and three, chords on the off-beats.
  public static func ska(_ beatsPerMinute: Double, barCount: Int = 8) -> DrumPattern {
    DrumPattern(
      beatsPerMinute: beatsPerMinute, barCount: barCount, kick: [0, 2], snare: [1, 3],
      bass: [0, 2], stab: offbeats)
  }

  /// Three beats: bass drum and bass on one, chords and brushes on two and three.
  public static func waltz(_ beatsPerMinute: Double, barCount: Int = 10) -> DrumPattern {
    DrumPattern(
      beatsPerMinute: beatsPerMinute, beatsPerBar: 3, barCount: barCount, kick: [0], hat: [1, 2],
      bass: [0], stab: [1, 2])
  }

  /// Five beats, three and two: bass drum and bass on one and four, snare on three and five, hats in
  /// eighths.
  public static func five(_ beatsPerMinute: Double, barCount: Int = 10) -> DrumPattern {
    DrumPattern(
      beatsPerMinute: beatsPerMinute, beatsPerBar: 5, barCount: barCount, kick: [0, 3],
      snare: [2, 4], hat: (0..<10).map { Double($0) / 2 }, bass: [0, 3], hasPad: true)
  }

  /// Seven beats, four and three: bass drum and bass on one and five, snare on three and seven, hats
  /// in eighths.
  public static func seven(_ beatsPerMinute: Double, barCount: Int = 10) -> DrumPattern {
    DrumPattern(
      beatsPerMinute: beatsPerMinute, beatsPerBar: 7, barCount: barCount, kick: [0, 4],
      snare: [2, 6], hat: (0..<14).map { Double($0) / 2 }, bass: [0, 4], hasPad: true)
  }
}
