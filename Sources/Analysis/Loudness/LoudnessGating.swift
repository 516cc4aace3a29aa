/// Gating after BS.1770-4 and Tech 3342, exact: on the windows' own energies.
enum LoudnessGating {
  /// Integrated loudness as an energy, and the relative threshold as one.
  struct Integrated: Equatable {
    var energy: Double
    var relativeThreshold: Double
  }

  /// The mean of the blocks above −70 LUFS and above 10 LU below the mean of those.
  ///
  /// - Parameter blocks: Energies of 400 ms blocks that overlap by three quarters.
  /// - Returns: Nil when no block passes the absolute gate.
  ///
  /// *Source:* ITU-R BS.1770-4 equations (5) to (7).
  static func integrated(blocks: [Double]) -> Integrated? {
    guard let ungated = mean(of: blocks, above: LoudnessLevel.absoluteGateEnergy) else {
      return nil
    }
    let threshold = max(ungated * 0.1, LoudnessLevel.absoluteGateEnergy)
    guard let gated = mean(of: blocks, above: threshold) else { return nil }
    return Integrated(energy: gated, relativeThreshold: ungated * 0.1)
  }

  /// Loudness range in LU: from the 10th to the 95th percentile of the short-term loudness above
  /// −70 LUFS and above 20 LU below the mean of those.
  ///
  /// - Parameter windows: Energies of full 3 s windows, every 100 ms.
  /// - Returns: Nil for less than two windows above the gates.
  ///
  /// *Source:* EBU Tech 3342 (2016, 2023) §3.1, which asks for windows that overlap by at least
  /// 2.9 s; percentiles by nearest rank, as its Matlab annex takes them. The edition of 2011 was
  /// content with 2 s, and programs that follow it, libebur128 among them, take one window a second:
  /// they differ from this by up to 0.5 LU on songs, and 1 LU on pieces of some seconds.
  static func range(windows: [Double]) -> Double? {
    let audible = windows.filter { $0 >= LoudnessLevel.absoluteGateEnergy }
    guard !audible.isEmpty else { return nil }
    let threshold = audible.reduce(0, +) / Double(audible.count) * 0.01
    let gated = audible.filter { $0 >= threshold }.sorted()
    guard gated.count >= 2 else { return nil }
    let last = Double(gated.count - 1)
    let low = gated[Int((last * 0.10).rounded())]
    let high = gated[Int((last * 0.95).rounded())]
    return LoudnessLevel.lufs(ofEnergy: high) - LoudnessLevel.lufs(ofEnergy: low)
  }

  private static func mean(of energies: [Double], above threshold: Double) -> Double? {
    var sum = 0.0
    var count = 0
    for energy in energies where energy > threshold {
      sum += energy
      count += 1
    }
    return count > 0 ? sum / Double(count) : nil
  }
}
