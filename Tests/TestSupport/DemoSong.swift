/// A short song whose tempo, metre and key are known because it is made from them.
public struct DemoSong: Sendable {
  /// What the drums and the bass do.
  public enum Style: Sendable, CaseIterable {
    /// Kick on every beat, hat between.
    case house
    /// Kick and snare in turn, hats in eighths.
    case rock
    /// Kick on one and on the third beat's off-beat, snare on two and four, hats in eighths.
    case breakbeat
    /// Three beats: bass drum on one, brushes on two and three.
    case waltz
  }

  public var title: String
  public var artist: String
  public var album: String
  public var genre: String
  public var style: Style
  public var beatsPerMinute: Double
  /// The tonic, C = 0, and whether the scale is minor.
  public var tonic: Int
  public var isMinor: Bool
  /// Whole bars; the song ends with the last.
  public var barCount: Int
  /// Linear gain of the whole mix; 1 peaks near full scale.
  public var gain: Float
  public var seed: UInt64

  public init(
    title: String, artist: String = "The Makers", album: String = "Test Pressing",
    genre: String = "Electronic", style: Style = .house, beatsPerMinute: Double, tonic: Int,
    isMinor: Bool, barCount: Int = 12, gain: Float = 0.7, seed: UInt64 = 1
  ) {
    self.title = title
    self.artist = artist
    self.album = album
    self.genre = genre
    self.style = style
    self.beatsPerMinute = beatsPerMinute
    self.tonic = tonic
    self.isMinor = isMinor
    self.barCount = barCount
    self.gain = gain
    self.seed = seed
  }

  public var beatsPerBar: Int { style == .waltz ? 3 : 4 }

  /// The moments of the beats in seconds.
  public var beats: [Double] {
    (0..<barCount * beatsPerBar).map { Double($0) * 60 / beatsPerMinute }
  }

  /// The moments of the first beats of the bars in seconds.
  public var bars: [Double] {
    (0..<barCount).map { Double($0 * beatsPerBar) * 60 / beatsPerMinute }
  }

  /// The song as two planes, left and right, ±1 full scale.
  public func render(sampleRate: Int = 44_100) -> [[Float]] {
    var mix = Mix(
      frameCount: Int(
        Double(barCount * beatsPerBar) * 60 / beatsPerMinute * Double(sampleRate)),
      sampleRate: sampleRate, seed: seed)
    for bar in 0..<barCount {
      playDrums(bar, into: &mix)
      playHarmony(bar, into: &mix)
      playMelody(bar, into: &mix)
    }
    return mix.planes(gain: gain)
  }

  // MARK: - Parts

  private func seconds(_ bar: Int, _ beat: Double) -> Double {
    (Double(bar * beatsPerBar) + beat) * 60 / beatsPerMinute
  }

  private func playDrums(_ bar: Int, into mix: inout Mix) {
    func play(_ drum: Mix.Drum, on beats: [Double], level: Float = 1) {
      for beat in beats { mix.strike(drum, at: seconds(bar, beat), level: level) }
    }
    switch style {
    case .house:
      play(.kick, on: [0, 1, 2, 3])
      play(.hat, on: [0.5, 1.5, 2.5, 3.5])
      play(.snare, on: [1, 3], level: 0.7)
    case .rock:
      play(.kick, on: [0, 2])
      play(.snare, on: [1, 3])
      play(.hat, on: [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5], level: 0.6)
    case .breakbeat:
      play(.kick, on: [0, 2.5])
      play(.snare, on: [1, 3])
      play(.hat, on: [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5], level: 0.8)
    case .waltz:
      play(.kick, on: [0])
      play(.hat, on: [1, 2])
    }
  }

  /// Steps of the scale, as semitones above the tonic; the minor is natural.
  private var scale: [Int] { isMinor ? [0, 2, 3, 5, 7, 8, 10] : [0, 2, 4, 5, 7, 9, 11] }

  /// One chord a bar, named by its scale degree: i VI iv V and I vi IV V.
  private func degree(_ bar: Int) -> Int { [0, 5, 3, 4][bar % 4] }

  /// The three notes of a bar's chord, in semitones above the tonic. The dominant is major in
  /// minor keys too, since its leading note is what tells a key from its relative.
  private func chord(_ bar: Int) -> [Int] {
    let degree = degree(bar)
    return [0, 2, 4].map { third in
      let step = degree + third
      let note = scale[step % 7] + 12 * (step / 7)
      return isMinor && degree == 4 && third == 2 ? note + 1 : note
    }
  }

  private func playHarmony(_ bar: Int, into mix: inout Mix) {
    let notes = chord(bar)
    let length = Double(beatsPerBar) * 60 / beatsPerMinute
    for (index, note) in notes.enumerated() {
      mix.play(
        .pad, note: 48 + tonic + note, at: seconds(bar, 0), length: length,
        pan: Float(index - 1) * 0.5)
    }
    let bassBeats = style == .house ? [0.0, 0.5, 1.5, 2.5, 3] : (0..<beatsPerBar).map(Double.init)
    for beat in bassBeats {
      mix.play(
        .bass, note: 36 + (tonic + notes[0]) % 12, at: seconds(bar, beat),
        length: 0.45 * 60 / beatsPerMinute)
    }
  }

  private func playMelody(_ bar: Int, into mix: inout Mix) {
    let notes = chord(bar)
    var random = SeededGenerator(seed: seed &+ UInt64(bar) &* 7919)
    for half in 0..<(2 * beatsPerBar) where random.next() % 3 != 0 {
      mix.play(
        .lead, note: 60 + tonic + notes[Int(random.next() % 3)],
        at: seconds(bar, Double(half) / 2), length: 0.4 * 60 / beatsPerMinute, pan: 0.3)
    }
  }
}
