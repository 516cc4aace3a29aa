import Glibc

/// Where in each hop a sound most plainly begins, to the millisecond.
///
/// The frames of the onset curves overlap by 36 ms and see an onset coming; the signal itself tells
/// when it begins. Per millisecond the energy of the sample-to-sample difference, which favours the
/// noisy start of a stroke over a bass that sounds on, is compared with that of the 10 ms before.
struct AttackFinder {
  /// The plainest beginning in a hop.
  struct Attack: Equatable {
    /// The sample at which it lies, from the start of the hop.
    var sample: UInt8
    /// The binary logarithm of the rise in energy there, in fifths, 0…255.
    var strength: UInt8
  }

  /// Samples in a step of 1 ms; a hop has ten.
  static let stepLength = 22
  /// Units of `Attack.strength` in a doubling of energy; a byte reaches from digital silence to full
  /// scale.
  static let strengthsPerDoubling: Float = 5
  private static let stepsBefore = 10
  private static let stepsAfter = 3
  /// Added to energies per sample: far below what 24 bits resolve.
  private static let leastEnergy: Float = 1e-14

  private var lastSample: Float = 0
  /// The energy of the step under way, and its samples.
  private var sum: Float = 0
  private var pendingCount = 0
  /// The energies of the steps that the next hop needs.
  private var energies = [Float](repeating: 0, count: stepsBefore)
  private var hopCount = 0

  /// Takes in samples; calls `body` with each hop's attack, in order.
  mutating func process(_ samples: UnsafeBufferPointer<Float>, _ body: (Attack) -> Void) {
    var (sum, lastSample) = (sum, lastSample)
    var position = 0
    while position < samples.count {
      let end = min(position + Self.stepLength - pendingCount, samples.count)
      for index in position..<end {
        let difference = samples[index] - lastSample
        lastSample = samples[index]
        sum += difference * difference
      }
      pendingCount += end - position
      position = end
      if pendingCount == Self.stepLength {
        energies.append(sum.isFinite ? sum : 0)
        (sum, pendingCount) = (0, 0)
        emit(body)
      }
    }
    (self.sum, self.lastSample) = (sum, lastSample)
  }

  /// Calls `body` with the hops that were waiting for what would follow, `count` in all.
  mutating func finish(hopCount count: Int, _ body: (Attack) -> Void) {
    while hopCount < count {
      energies.append(0)
      emit(body)
    }
  }

  private mutating func emit(_ body: (Attack) -> Void) {
    let stepsPerHop = OnsetCurves.hopLength / Self.stepLength
    guard energies.count == Self.stepsBefore + stepsPerHop + Self.stepsAfter - 1 else { return }
    var best = Attack(sample: 0, strength: 0)
    for step in 0..<stepsPerHop {
      let middle = Self.stepsBefore + step
      let before = energies[step..<middle].reduce(0, +) / Float(Self.stepsBefore)
      // The first step counts most, or else all steps shortly before an attack would be as good.
      let after =
        (energies[middle] * 3 + energies[middle + 1] * 2 + energies[middle + 2]) / 6
      let rise = log2((after + Self.leastEnergy) / (before + Self.leastEnergy))
      let strength = UInt8(min(max(rise * Self.strengthsPerDoubling, 0), 255))
      if strength > best.strength {
        best = Attack(sample: UInt8(step * Self.stepLength), strength: strength)
      }
    }
    energies.removeFirst(stepsPerHop)
    hopCount += 1
    body(best)
  }
}
