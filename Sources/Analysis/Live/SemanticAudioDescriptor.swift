/// What is known of a stream at a moment: one for each 100 ms of audio.
public struct SemanticAudioDescriptor: Equatable, Sendable {
  /// How loud it is, in LUFS; −∞ for silence.
  public struct Loudness: Equatable, Sendable {
    /// Over the last 400 ms.
    public var currentDb: Float
    /// Over the last 3 s.
    public var shortTerm: Float
    /// Over everything so far.
    public var integrated: Float
    /// The highest true peak so far, in dBTP.
    public var truePeak: Float
  }

  /// The pulse, over the audio that the estimate rests on.
  public struct Rhythm: Equatable, Sendable {
    /// Nil without a clear pulse: `reason` says why.
    public var tempoBpm: Double?
    /// 0 to 1.
    public var confidence: Float
    public var reason: MusicUnderstandingSession.RhythmDetails.Reason?
    /// The last beat and the last first beat of a bar, in seconds from the start of the stream;
    /// nil without.
    public var lastBeat, lastBar: Double?
    public var basis: Basis
  }

  /// The key, over the audio that the estimate rests on.
  public struct Tonality: Equatable, Sendable {
    /// Nil when there is none: `reason` says why.
    public var key: MusicUnderstandingSession.KeySignature?
    /// 0 to 1.
    public var confidence: Float
    public var reason: MusicUnderstandingSession.KeyDetails.Reason?
    public var basis: Basis

    /// "D flat major"; empty without a key.
    public var keyName: String { key?.name ?? "" }
  }

  /// How prominent each group of instruments is, over the last second.
  public struct Instrumentation: Equatable, Sendable {
    /// 0 to 1, for vocal, drum, bass and other.
    public var activities: [MusicUnderstandingSession.Instrument: Float]
    public var basis: Basis

    /// 0 to 1; 0 for a group that is not known.
    public func activity(for instrument: MusicUnderstandingSession.Instrument) -> Float {
      activities[instrument] ?? 0
    }
  }

  /// How fast it feels, over the audio that the estimate rests on.
  public struct Pace: Equatable, Sendable {
    /// Events per minute as in a ``MusicUnderstandingSession/PaceResult``, the mean; nil where nothing
    /// is felt to begin.
    public var eventsPerMinute: Double?
    /// Notes and strokes that begin, per minute.
    public var onsetsPerMinute: Float
    public var basis: Basis
  }

  /// How far the form has come, as far as it shows in the audio that the estimate rests on.
  ///
  /// What begins can be told only some bars later, and how a part is called or whether it recurs not in half
  /// a minute: these are joints, heard with what came since, and the next estimate may move them.
  public struct Structure: Equatable, Sendable {
    /// Where the section, the segment and the phrase that go on began, in seconds from the start of the
    /// stream; nil when that was before the audio of the estimate.
    public var lastSection, lastSegment, lastPhrase: Double?
    public var basis: Basis
  }

  /// The audio that an estimate was made of, in seconds from the start of the stream.
  public struct Basis: Hashable, Sendable {
    public var start, end: Double
    /// Seconds.
    public var duration: Double { end - start }
  }

  /// Seconds from the start of the stream.
  public var time: Double
  public var loudness: Loudness
  /// Nil before the first estimate, as those below.
  public var rhythm: Rhythm?
  public var tonality: Tonality?
  public var instrumentation: Instrumentation?
  public var pace: Pace?
  public var structure: Structure?

  /// Whether there is a value for a dimension.
  public func has(_ dimension: LiveDimension) -> Bool {
    switch dimension {
    case .loudness: true
    case .rhythm: rhythm != nil
    case .tonality: tonality != nil
    case .instrumentation: instrumentation != nil
    case .pace: pace != nil
    case .structure: structure != nil
    }
  }
}

/// The four figures of a simple display.
public struct LiveMetrics: Equatable, Sendable {
  /// LUFS over the last 400 ms; −∞ for silence.
  public var loudnessDb: Float
  /// 0 while there is none.
  public var tempoBpm: Double
  /// "D flat major"; empty while there is none.
  public var keyName: String
  /// 0 to 1.
  public var vocalActivity: Float

  public init(_ descriptor: SemanticAudioDescriptor) {
    loudnessDb = descriptor.loudness.currentDb
    tempoBpm = descriptor.rhythm?.tempoBpm ?? 0
    keyName = descriptor.tonality?.keyName ?? ""
    vocalActivity = descriptor.instrumentation?.activity(for: .vocal) ?? 0
  }
}

extension MusicUnderstandingSession.KeySignature {
  /// "D flat major".
  public var name: String {
    let spelling = tonic.rawValue
    let accidental = spelling.dropFirst().lowercased()
    let letter = spelling.prefix(1).uppercased()
    return (accidental.isEmpty ? letter : "\(letter) \(accidental)") + " " + mode.rawValue
  }
}
