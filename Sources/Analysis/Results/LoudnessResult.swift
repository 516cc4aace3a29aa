extension MusicUnderstandingSession {
  /// Loudness after ITU-R BS.1770-4 and EBU Tech 3341.
  ///
  /// Levels are −∞ for silence, which is all below −200 LUFS; JSON holds `null` then.
  ///
  /// Channels count as BS.1770 has it: surrounds by 1.41, the low-frequency channel not at all, and
  /// a mono file as one channel, 3.01 LU below the same signal on two, unless the session was told
  /// to count mono twice.
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

    /// Loudness range in LU (EBU Tech 3342), from 3 s windows every 100 ms; nil for less than two
    /// windows above the gates.
    public var loudnessRange: Float?
    /// The highest sample of any channel in dBFS; nil for digital silence.
    public var samplePeak: Float?
    /// The highest point of the signal in dBTP, interpolated 4 times below 96 kHz and twice
    /// from there on, never below the sample peak; nil for digital silence.
    public var truePeak: Float?
    /// The highest momentary loudness in LUFS, over full windows that end every 10 ms, so that it
    /// may exceed all of `momentary`; nil below 400 ms and for silence.
    public var maxMomentary: Float?
    /// The highest of `shortTerm` over full windows, in LUFS; nil below 3 s and for silence.
    public var maxShortTerm: Float?
    /// The level below which blocks were left out of `integrated`, in LUFS: 10 LU below the mean of
    /// those above −70 LUFS. Nil without any.
    public var relativeThreshold: Float?
    /// Samples that stand in runs of three and more of one channel, all at or beyond ±(1 − 2⁻¹⁵),
    /// the largest value of 16 bits. A peak that just touches full scale is not among them.
    public var clippedSampleCount: Int
    /// From the first to the last 10 ms above −60 LUFS: the music without the silence around it,
    /// whatever constant offset that silence has. Nil when there are none.
    public var audibleRange: CMTimeRange?
    /// The number and the energy of the 400 ms blocks above −70 LUFS per 0.1 LU step, from which
    /// album loudness is pooled.
    public var histogram: LoudnessHistogram
    public var reason: Reason?

    public init(
      loudnessRange: Float? = nil, samplePeak: Float? = nil, truePeak: Float? = nil,
      maxMomentary: Float? = nil, maxShortTerm: Float? = nil, relativeThreshold: Float? = nil,
      clippedSampleCount: Int = 0, audibleRange: CMTimeRange? = nil,
      histogram: LoudnessHistogram = LoudnessHistogram(),
      reason: Reason? = nil
    ) {
      self.loudnessRange = loudnessRange
      self.samplePeak = samplePeak
      self.truePeak = truePeak
      self.maxMomentary = maxMomentary
      self.maxShortTerm = maxShortTerm
      self.relativeThreshold = relativeThreshold
      self.clippedSampleCount = clippedSampleCount
      self.audibleRange = audibleRange
      self.histogram = histogram
      self.reason = reason
    }
  }
}
