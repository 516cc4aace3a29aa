/// Divides band levels by the mean level of the seconds around them and takes the logarithm.
///
/// This is what makes a quiet intro count as much as the chorus, and a quiet file as much as a
/// loud one: the result, log(1 + level / reference), does not depend on the gain. The reference
/// looks ahead, so frames come out `reach` frames after they went in.
struct LevelNormalizer {
  let bandCount: Int
  /// The frames before and after a frame over which the reference is the mean.
  let reach: Int
  private var delayed: [Float]
  /// The mean levels of the last `2 · reach + 1` frames in units of 2⁻⁴⁰: integers, so that the
  /// running sum is exact however long it runs.
  private var means: [Int64]
  private var sum: Int64 = 0
  private var inputCount = 0
  private var outputCount = 0
  private var frame: [Float]

  private static let unit = 0x1p40
  private static let highestLevel: Float = 1024
  /// Added to the reference: it matters only where there is no signal.
  private static let leastReference = 1e-9
  /// Results are rounded to multiples of 1/1024, so that sums of them are exact as well.
  private static let resolution: Float = 1024

  init(bandCount: Int, reach: Int) {
    self.bandCount = bandCount
    self.reach = reach
    delayed = [Float](repeating: 0, count: (reach + 1) * bandCount)
    means = [Int64](repeating: 0, count: 2 * reach + 1)
    frame = [Float](repeating: 0, count: bandCount)
  }

  /// Takes in the levels of a frame; calls `body` with the frame that can be computed now, if any.
  mutating func process(
    _ levels: UnsafeBufferPointer<Float>, _ body: (UnsafeBufferPointer<Float>) -> Void
  ) {
    let slot = inputCount % (reach + 1) * bandCount
    var total: Float = 0
    delayed.withUnsafeMutableBufferPointer { delayed in
      for band in 0..<bandCount {
        delayed[slot + band] = levels[band]
        total += levels[band]
      }
    }
    let mean = min(total / Float(bandCount), Self.highestLevel)
    let place = inputCount % means.count
    let fixed = Int64(Double(mean) * Self.unit)
    sum += fixed - (inputCount >= means.count ? means[place] : 0)
    means[place] = fixed
    inputCount += 1
    if inputCount > reach { emit(body) }
  }

  /// Calls `body` with the frames that were waiting for what would follow.
  mutating func finish(_ body: (UnsafeBufferPointer<Float>) -> Void) {
    while outputCount < inputCount {
      let leaving = outputCount - reach - 1
      if leaving >= 0, inputCount - leaving <= means.count { sum -= means[leaving % means.count] }
      emit(body)
    }
  }

  private mutating func emit(_ body: (UnsafeBufferPointer<Float>) -> Void) {
    let first = max(0, outputCount - reach)
    let last = min(inputCount - 1, outputCount + reach)
    let mean = Double(sum) / Self.unit / Double(last - first + 1)
    let gain = Float(1 / (mean + Self.leastReference))
    let slot = outputCount % (reach + 1) * bandCount
    outputCount += 1
    delayed.withUnsafeBufferPointer { delayed in
      frame.withUnsafeMutableBufferPointer { frame in
        let levels = UnsafeBufferPointer(rebasing: delayed[slot..<slot + bandCount])
        VectorMath.logOfOnePlus(gain, times: levels, into: frame)
        VectorMath.round(frame, resolution: Self.resolution)
      }
    }
    frame.withUnsafeBufferPointer(body)
  }
}
