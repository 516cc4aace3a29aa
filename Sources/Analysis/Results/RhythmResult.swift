extension MusicUnderstandingSession {
  /// Beats, bars and tempo.
  public struct RhythmResult: Codable, Equatable, Sendable {
    /// The moment of every beat, ascending.
    public var beats: [CMTime]
    /// The first beat of every bar, ascending, each one of `beats`.
    public var bars: [CMTime]
    /// The tempo of the whole; nil with fewer than two beats or without a clear pulse.
    public var beatsPerMinute: Float?
    /// What Apple's type has no room for.
    public var details: RhythmDetails

    public init(
      beats: [CMTime] = [], bars: [CMTime] = [], beatsPerMinute: Float? = nil,
      details: RhythmDetails = RhythmDetails()
    ) {
      self.beats = beats
      self.bars = bars
      self.beatsPerMinute = beatsPerMinute
      self.details = details
    }
  }

  /// Further findings about the rhythm.
  public struct RhythmDetails: Codable, Equatable, Sendable {
    /// Why there is no tempo.
    public enum Reason: String, Codable, Sendable, CaseIterable {
      case silence
      case tooFewBeats
      /// Speech, noise, a sustained sound: nothing recurs.
      case noClearPulse
    }

    /// 0 to 1: how likely the beats are those that a listener would tap, their level included; without
    /// beats, below ½, how near there came to be some.
    public var confidence: Float
    /// Other tempi that fit, best first: half, double, and ratios of three.
    public var alternatives: [TempoCandidate]
    /// The beats in a bar, 3, 4, 5 or 7; nil when unclear.
    public var beatsPerBar: Int?
    /// 0 to 1: the share of beat intervals within 4 % of the median; 1 is a machine.
    public var tempoStability: Float
    /// The stretches of one tempo, in order, from their first beat to the next stretch's: one for
    /// most music, more where it changes. Empty when the tempo is in flux.
    public var tempoSections: [RangedValue<Float>]
    public var reason: Reason?
    /// How many notes and strokes begin per minute of sound; 0 for silence.
    public var onsetsPerMinute: Float

    public init(
      confidence: Float = 0, alternatives: [TempoCandidate] = [], beatsPerBar: Int? = nil,
      tempoStability: Float = 0, tempoSections: [RangedValue<Float>] = [], reason: Reason? = nil,
      onsetsPerMinute: Float = 0
    ) {
      self.confidence = confidence
      self.alternatives = alternatives
      self.beatsPerBar = beatsPerBar
      self.tempoStability = tempoStability
      self.tempoSections = tempoSections
      self.reason = reason
      self.onsetsPerMinute = onsetsPerMinute
    }
  }

  /// A tempo and how well it fits: 0 to 1, where ½ means that the onsets alone agree with it as well
  /// as with the tempo found. Comparable within one piece only.
  public struct TempoCandidate: Codable, Hashable, Sendable {
    public var beatsPerMinute: Float
    public var score: Float

    public init(beatsPerMinute: Float, score: Float) {
      self.beatsPerMinute = beatsPerMinute
      self.score = score
    }
  }
}
