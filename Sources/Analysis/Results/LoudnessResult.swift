extension MusicUnderstandingSession {
  /// Loudness after ITU-R BS.1770-4 and EBU Tech 3341.
  ///
  /// Levels are −∞ for silence; JSON holds `null` then.
  public struct LoudnessResult: Codable, Equatable, Sendable {
    /// The gated loudness of the whole, in LUFS, at the time where the analysis ended.
    /// −∞ when no 400 ms block passed the gates: `details.reason` says why.
    public var integrated: TimedValue<Float>
    /// Loudness over the last 400 ms, in LUFS, every 100 ms; the time is the window's end.
    /// Before 400 ms have passed, what precedes counts as silence.
    public var momentary: [TimedValue<Float>]
    /// As `momentary`, over the last 3 s.
    public var shortTerm: [TimedValue<Float>]
    /// The highest true peak of any channel, in dBTP, and where it is.
    public var peak: TimedValue<Float>
    /// What Apple's type has no room for.
    public var details: LoudnessDetails

    public init(
      integrated: TimedValue<Float>, momentary: [TimedValue<Float>],
      shortTerm: [TimedValue<Float>], peak: TimedValue<Float>, details: LoudnessDetails
    ) {
      self.integrated = integrated
      self.momentary = momentary
      self.shortTerm = shortTerm
      self.peak = peak
      self.details = details
    }
  }

  /// Further loudness figures. Nil stands for "not measurable".
  public struct LoudnessDetails: Codable, Equatable, Sendable {
    /// Why `integrated` is −∞.
    public enum Reason: String, Codable, Sendable, CaseIterable {
      /// Shorter than one 400 ms gating block.
      case tooShort
      /// Nothing above the absolute gate of −70 LUFS.
      case silence
    }

    /// Loudness range in LU (EBU Tech 3342); nil below two short-term blocks above the gate.
    public var loudnessRange: Float?
    /// The highest sample of any channel in dBFS; nil for digital silence.
    public var samplePeak: Float?
    /// The highest point of the 4× oversampled signal in dBTP, never below the sample peak.
    public var truePeak: Float?
    /// The highest momentary and short-term values in LUFS, over full windows only.
    public var maxMomentary: Float?
    public var maxShortTerm: Float?
    /// The level below which blocks were left out of `integrated`, in LUFS.
    public var relativeThreshold: Float?
    /// Samples at or beyond full scale.
    public var clippedSampleCount: Int
    /// The gated blocks' energies, from which album loudness is pooled: the number of 400 ms
    /// blocks above −70 LUFS per 0.1 LU step.
    public var histogram: LoudnessHistogram
    public var reason: Reason?

    public init(
      loudnessRange: Float? = nil, samplePeak: Float? = nil, truePeak: Float? = nil,
      maxMomentary: Float? = nil, maxShortTerm: Float? = nil, relativeThreshold: Float? = nil,
      clippedSampleCount: Int = 0, histogram: LoudnessHistogram = LoudnessHistogram(),
      reason: Reason? = nil
    ) {
      self.loudnessRange = loudnessRange
      self.samplePeak = samplePeak
      self.truePeak = truePeak
      self.maxMomentary = maxMomentary
      self.maxShortTerm = maxShortTerm
      self.relativeThreshold = relativeThreshold
      self.clippedSampleCount = clippedSampleCount
      self.histogram = histogram
      self.reason = reason
    }
  }
}
