import Glibc

/// Changes the rate of a mono signal by a fixed ratio, in time: output sample 0 is at input
/// sample 0.
///
/// A band-limited interpolation: each output sample is the inner product of the input around its
/// position with a Kaiser-windowed sinc. The positions between two input samples that occur are
/// tabulated; a ratio with too many of them, which no usual pair of rates has, interpolates between
/// the rows of an even table, at an error below −90 dB. The pass band reaches 0.85 of the lower
/// Nyquist frequency within 0.01 dB; what would alias into it is down by 80 dB or more.
///
/// *Source:* J. O. Smith, Digital Audio Resampling (the band-limited interpolation algorithm),
/// CCRMA. *Deviation:* exact phases instead of an interpolated table, where they are few.
struct Resampler {
  let inputRate: Int
  let outputRate: Int

  /// Output sample n is at n · step / phaseCount input samples.
  private let phaseCount: Int
  private let step: Int
  private let table: SincTable
  /// In place of the table when the rate is halved.
  private var halving: HalvingFilter?
  /// Input that later outputs still need, its first sample at `bufferStart`.
  private var buffer: [Float]
  private var bufferStart: Int
  /// The position of the next output: whole input samples, and parts of one in 1/phaseCount.
  private var position = (whole: 0, part: 0)
  private var outputCount = 0
  private var inputCount = 0

  /// - Parameters:
  ///   - inputRate: Frames per second coming in, positive.
  ///   - outputRate: Frames per second going out, positive.
  init(inputRate: Int, outputRate: Int) {
    precondition(inputRate > 0 && outputRate > 0)
    self.inputRate = inputRate
    self.outputRate = outputRate
    let divisor = Int(greatestCommonDivisor(UInt64(inputRate), UInt64(outputRate)))
    phaseCount = outputRate / divisor
    step = inputRate / divisor
    table = SincTable(
      bandwidth: min(1, Double(outputRate) / Double(inputRate)), phaseCount: phaseCount)
    if phaseCount == 1, step == 2 { halving = HalvingFilter(side: table.side) }
    bufferStart = -table.reach + 1
    buffer = [Float](repeating: 0, count: table.reach - 1)
  }

  /// Takes in the next samples and appends what can be computed now to `output`.
  mutating func process(_ input: UnsafeBufferPointer<Float>, into output: inout [Float]) {
    if inputRate == outputRate {
      output.append(contentsOf: input)
      return
    }
    buffer.append(contentsOf: input)
    inputCount += input.count
    drain(into: &output)
  }

  /// Appends the last samples, as if silence followed: in all, input length × ratio, rounded up.
  mutating func finish(into output: inout [Float]) {
    guard inputRate != outputRate else { return }
    let total = (inputCount * phaseCount + step - 1) / step
    let surplus = table.tapCount + 2 * HalvingFilter.groupLength
    buffer.append(contentsOf: repeatElement(0, count: surplus))
    drain(into: &output, limit: total)
  }

  private mutating func drain(into output: inout [Float], limit: Int = .max) {
    if halving != nil {
      halve(into: &output, limit: limit)
    } else {
      interpolate(into: &output, limit: limit)
    }
    let surplus = min(max(position.whole - table.reach + 1 - bufferStart, 0), buffer.count)
    buffer.removeFirst(surplus)
    bufferStart += surplus
  }

  private mutating func halve(into output: inout [Float], limit: Int) {
    let before = output.count
    let skipped = table.reach - (halving?.reach ?? 0)
    buffer.withUnsafeBufferPointer { samples in
      halving?.process(UnsafeBufferPointer(rebasing: samples.dropFirst(skipped)), into: &output)
    }
    let count = output.count - before
    position.whole += 2 * count
    output.removeLast(max(outputCount + count - limit, 0))
    outputCount = min(outputCount + count, limit)
  }

  private mutating func interpolate(into output: inout [Float], limit: Int) {
    let first = position.whole - table.reach + 1 - bufferStart
    let last = buffer.count - table.tapCount
    guard first <= last else { return }
    // Outputs whose samples have all come: those at most `last − first` samples further on.
    let reachable = ((last - first + 1) * phaseCount - position.part + step - 1) / step
    let count = min(reachable, limit - outputCount)
    let start = output.count
    output.append(contentsOf: repeatElement(0, count: count))
    buffer.withUnsafeBufferPointer { samples in
      output.withUnsafeMutableBufferPointer { output in
        guard let samples = samples.baseAddress else { return }
        table.interpolate(
          samples + first, position: &position, step: step,
          into: UnsafeMutableBufferPointer(rebasing: output[start...]))
      }
    }
    outputCount += count
  }
}
