extension LoudnessReport.Level {
  /// - Parameters:
  ///   - integrated: LUFS; nil, or −∞, for silence.
  ///   - truePeak: dBTP.
  ///   - reason: Why there is no loudness.
  init(
    integrated: Double?, loudnessRange: Double?, truePeak: Double?, clippedSampleCount: Int,
    reason: String?, options: LoudnessReport.Options
  ) {
    let integrated = integrated.flatMap { $0.isFinite ? $0 : nil }
    let truePeak = truePeak.flatMap { $0.isFinite ? $0 : nil }
    self.integrated = integrated
    self.loudnessRange = loudnessRange.flatMap { $0.isFinite ? $0 : nil }
    self.truePeak = truePeak
    self.clippedSampleCount = clippedSampleCount
    self.reason = integrated == nil ? reason ?? "unknown" : nil
    guard let integrated else { return }
    let wanted = options.target - integrated
    let limited = truePeak.map { min(wanted, options.ceiling - $0) } ?? wanted
    gain = wanted
    limitedGain = limited
    shortfall = wanted - limited
  }

  /// Whether the gain misses the target by what does not round to 0.0 dB.
  var isShort: Bool { (shortfall ?? 0) >= Self.smallestDifference }

  /// Whether the true peak passes a ceiling, in dBTP, by what does not round to 0.0 dB.
  func isOver(_ ceiling: Double) -> Bool {
    (truePeak ?? -.infinity) >= ceiling + Self.smallestDifference
  }

  private static let smallestDifference = 0.05
}
