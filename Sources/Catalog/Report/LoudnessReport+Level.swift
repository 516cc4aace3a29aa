extension LoudnessReport.Level {
  /// - Parameters:
  ///   - integrated: LUFS; nil, or −∞, for silence.
  ///   - truePeak: dBTP.
  ///   - reason: Why there is no loudness.
  init(
    integrated: Double?, loudnessRange: Double?, truePeak: Double?, clippedSampleCount: Int,
    reason: String?, options: LoudnessReport.Options
  ) {
    let integrated = integrated.flatMap { $0.isFinite ? $0.roundedForReport : nil }
    let truePeak = truePeak.flatMap { $0.isFinite ? $0.roundedForReport : nil }
    self.integrated = integrated
    self.loudnessRange = loudnessRange.flatMap { $0.isFinite ? $0.roundedForReport : nil }
    self.truePeak = truePeak
    self.clippedSampleCount = clippedSampleCount
    self.reason = integrated == nil ? reason ?? "notMeasured" : nil
    guard let integrated else { return }
    let wanted = options.target - integrated
    let peakRoom = truePeak.map { options.ceiling - $0 }
    let limited = min(wanted, peakRoom ?? wanted)
    gain = wanted.roundedForReport
    limitedGain = limited.roundedForReport
    shortfall = (wanted - limited).roundedForReport
    playbackLevel = (integrated + limited).roundedForReport
    rules = LoudnessReport.Rules(
      replayGain: .replayGain(integrated: integrated, peakRoom: peakRoom),
      r128: .r128(integrated: integrated, peakRoom: peakRoom),
      soundCheck: .soundCheck(integrated: integrated, peakRoom: peakRoom))
  }

  /// Whether the gain misses the target by what does not round to 0.0 dB.
  var isShort: Bool { (shortfall ?? 0) >= Self.smallestDifference }

  /// Whether the true peak passes a ceiling, in dBTP, by what does not round to 0.0 dB.
  func isOver(_ ceiling: Double) -> Bool {
    (truePeak ?? -.infinity) >= ceiling + Self.smallestDifference
  }

  private static let smallestDifference = 0.05
}
