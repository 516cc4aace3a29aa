import Glibc

/// How many 400 ms gating blocks had which loudness, and their energy: enough to pool tracks into
/// an album.
///
/// Album loudness after BS.1770 gates the blocks of all tracks together; a mean of the tracks'
/// values is something else. Blocks are sorted into steps of 0.1 LU, and each step keeps the sum of
/// its blocks' energies: what is pooled is the blocks' own energy, and only which blocks of the one
/// step at the gate are counted is decided for the step as a whole.
public struct LoudnessHistogram: Codable, Equatable, Sendable {
  /// The lower edge of step 0 in LUFS: the absolute gate.
  public static let floorLUFS = -70.0
  /// The width of a step in LU.
  public static let stepLU = 0.1
  /// Steps up to +30 LUFS, far beyond what ±1 full scale can hold; the last one holds all above.
  public static let stepCount = 1000

  /// Count of blocks by step; only steps with blocks are present.
  public var counts: [Int: Int]
  /// Sum of the blocks' energies by step, an energy of 1 being −0.691 LUFS. A step that is missing
  /// here is taken to have all its blocks in its middle.
  public var energies: [Int: Float]

  public init(counts: [Int: Int] = [:], energies: [Int: Float] = [:]) {
    self.counts = counts
    self.energies = energies
  }

  public var isEmpty: Bool { counts.isEmpty }

  /// The integrated loudness of several tracks played as one, in LUFS.
  ///
  /// - Returns: −∞ when no track had a block above −70 LUFS. For one track it is that track's
  ///   integrated loudness to 0.01 LU.
  ///
  /// *Source:* ITU-R BS.1770-4 equations (5) to (7), on steps instead of blocks.
  public static func pooledIntegrated(_ histograms: [LoudnessHistogram]) -> Float {
    var counts = [Int](repeating: 0, count: stepCount)
    var energies = [Double](repeating: 0, count: stepCount)
    for histogram in histograms {
      for (step, count) in histogram.counts where counts.indices.contains(step) && count > 0 {
        counts[step] += count
        energies[step] +=
          histogram.energies[step].map(Double.init) ?? Double(count) * centreEnergy(ofStep: step)
      }
    }
    let ungated = mean(counts, energies) { _ in true }
    let threshold = ungated * 0.1
    return Float(
      LoudnessLevel.lufs(
        ofEnergy: mean(counts, energies) { energies[$0] > threshold * Double(counts[$0]) }))
  }

  /// The histogram of the same blocks with their energies multiplied.
  ///
  /// - Parameter factor: Positive; 2 is what a mono file has on two loudspeakers. Blocks that were
  ///   below the absolute gate are not known, and stay out.
  public func multiplied(by factor: Float) -> LoudnessHistogram {
    var result = LoudnessHistogram()
    for (step, count) in counts where count > 0 && (0..<Self.stepCount).contains(step) {
      let energy = (meanEnergy(ofStep: step) ?? 0) * Double(factor)
      let level = LoudnessLevel.lufs(ofEnergy: energy)
      guard level >= Self.floorLUFS else { continue }
      let moved = Self.step(ofLUFS: level)
      result.counts[moved, default: 0] += count
      result.energies[moved, default: 0] += Float(energy * Double(count))
    }
    return result
  }

  /// The mean loudness of a step's blocks in LUFS; nil without any, or when their energy is not
  /// known.
  package func meanLUFS(ofStep step: Int) -> Double? {
    guard energies[step] != nil, let energy = meanEnergy(ofStep: step) else { return nil }
    return LoudnessLevel.lufs(ofEnergy: energy)
  }

  /// Says what the mean loudness of a step's blocks is, whose count is known.
  package mutating func setMeanLUFS(_ level: Double, ofStep step: Int) {
    guard let count = counts[step], count > 0 else { return }
    let energy = LoudnessLevel.energy(ofLUFS: level) * Double(count)
    energies[step] = Float(min(energy, Double(Float.greatestFiniteMagnitude)))
  }

  private func meanEnergy(ofStep step: Int) -> Double? {
    guard let count = counts[step], count > 0 else { return nil }
    return energies[step].map { Double($0) / Double(count) } ?? Self.centreEnergy(ofStep: step)
  }

  /// The step for a block of `level` LUFS, at or above the floor.
  static func step(ofLUFS level: Double) -> Int {
    let step = ((level - floorLUFS) / stepLU).rounded(.down)
    return Int(min(max(step, 0), Double(stepCount - 1)))
  }

  static func centreEnergy(ofStep step: Int) -> Double {
    LoudnessLevel.energy(ofLUFS: floorLUFS + (Double(step) + 0.5) * stepLU)
  }

  /// The mean energy per block of the steps that `isIncluded` accepts; 0 when there are none.
  private static func mean(
    _ counts: [Int], _ energies: [Double], where isIncluded: (Int) -> Bool
  ) -> Double {
    var count = 0
    var energy = 0.0
    for step in counts.indices where counts[step] > 0 && isIncluded(step) {
      count += counts[step]
      energy += energies[step]
    }
    return count > 0 ? energy / Double(count) : 0
  }
}
