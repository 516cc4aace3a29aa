/// Integrated loudness of all blocks so far, at a cost per block that does not grow.
///
/// Blocks are kept as sums per 0.1 LU step. The relative gate moves a little with every block; the
/// sum above it follows by whole steps, each taken in or left out by its mean. The result is within
/// 0.01 LU of the exact one for music; a finished analysis takes the exact one.
struct StreamedIntegration {
  private var counts = [Int](repeating: 0, count: LoudnessHistogram.stepCount)
  private var energies = [Double](repeating: 0, count: LoudnessHistogram.stepCount)
  private var totalCount = 0
  private var totalEnergy = 0.0
  /// The lowest step above the relative gate, and what is in it and above.
  private var gate = 0
  private var gatedCount = 0
  private var gatedEnergy = 0.0

  /// Takes in the energy of one 400 ms block.
  mutating func append(energy: Double) {
    guard energy > LoudnessLevel.absoluteGateEnergy else { return }
    let step = LoudnessHistogram.step(ofLUFS: LoudnessLevel.lufs(ofEnergy: energy))
    counts[step] += 1
    energies[step] += energy
    totalCount += 1
    totalEnergy += energy
    if step >= gate {
      gatedCount += 1
      gatedEnergy += energy
    }
    moveGate(threshold: totalEnergy / Double(totalCount) * 0.1)
  }

  /// In LUFS, −∞ when no block was above −70 LUFS.
  var loudness: Double {
    gatedCount > 0 ? LoudnessLevel.lufs(ofEnergy: gatedEnergy / Double(gatedCount)) : -.infinity
  }

  /// The blocks, for pooling.
  var histogram: LoudnessHistogram {
    var histogram = LoudnessHistogram()
    for step in counts.indices where counts[step] > 0 {
      histogram.counts[step] = counts[step]
      histogram.energies[step] = Float(min(energies[step], Double(Float.greatestFiniteMagnitude)))
    }
    return histogram
  }

  private mutating func moveGate(threshold: Double) {
    while gate < counts.count - 1, isBelow(gate, threshold) {
      gatedCount -= counts[gate]
      gatedEnergy -= energies[gate]
      gate += 1
    }
    while gate > 0, !isBelow(gate - 1, threshold) {
      gate -= 1
      gatedCount += counts[gate]
      gatedEnergy += energies[gate]
    }
  }

  private func isBelow(_ step: Int, _ threshold: Double) -> Bool {
    counts[step] > 0
      ? energies[step] <= threshold * Double(counts[step])
      : LoudnessHistogram.centreEnergy(ofStep: step) <= threshold
  }
}
