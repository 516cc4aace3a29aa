/// Brings two channels into one without losing music that cancels.
///
/// A plain mean silences a recording whose channels are of opposite sign, as a wrongly wired cable
/// or a "widening" effect makes them. Where the difference carries far more energy than the sum,
/// the right channel is turned over. The choice is made per chunk of a fixed length on the energy
/// before it, and faded in, so it does not depend on the size of the blocks and makes no click.
struct StereoPolarity {
  /// +1 adds the right channel, −1 subtracts it.
  private var weight: Float = 1
  private var target: Float = 1
  private var framesInChunk = 0
  private var chunkSum: Float = 0
  private var chunkDifference: Float = 0
  /// Energies of sum and difference, older chunks fading.
  private var sumEnergy: Float = 0
  private var differenceEnergy: Float = 0

  private static let chunkLength = 4096
  private static let fadeStep: Float = 1 / 512
  /// How much of the energies a new chunk leaves: at 44.1 kHz half is gone after 0.6 s.
  private static let memory: Float = 0.9
  /// The difference must carry 6 dB more to turn over; any less than the sum turns back.
  private static let turnRatio: Float = 4

  /// Writes the mean of the channels, signs adjusted, to `output`.
  mutating func mix(
    _ left: UnsafeBufferPointer<Float>, _ right: UnsafeBufferPointer<Float>,
    into output: UnsafeMutableBufferPointer<Float>
  ) {
    var start = 0
    while start < left.count {
      let end = min(start + Self.chunkLength - framesInChunk, left.count)
      mixRun(start..<end, left, right, output)
      framesInChunk += end - start
      if framesInChunk == Self.chunkLength { endChunk() }
      start = end
    }
  }

  private mutating func mixRun(
    _ run: Range<Int>, _ left: UnsafeBufferPointer<Float>, _ right: UnsafeBufferPointer<Float>,
    _ output: UnsafeMutableBufferPointer<Float>
  ) {
    var (weight, sum, difference) = (weight, chunkSum, chunkDifference)
    let target = target
    for frame in run {
      let (l, r) = (left[frame], right[frame])
      sum += (l + r) * (l + r)
      difference += (l - r) * (l - r)
      if weight != target {
        weight += target > weight ? Self.fadeStep : -Self.fadeStep
        if abs(weight - target) < Self.fadeStep { weight = target }
      }
      output[frame] = 0.5 * (l + weight * r)
    }
    self.weight = weight
    chunkSum = sum
    chunkDifference = difference
  }

  private mutating func endChunk() {
    sumEnergy = Self.memory * sumEnergy + chunkSum
    differenceEnergy = Self.memory * differenceEnergy + chunkDifference
    if differenceEnergy > Self.turnRatio * sumEnergy {
      target = -1
    } else if differenceEnergy <= sumEnergy {
      target = 1
    }
    framesInChunk = 0
    chunkSum = 0
    chunkDifference = 0
  }
}
