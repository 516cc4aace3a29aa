import Glibc

/// Changes the rate of a mono signal by a fixed ratio, in time: output sample 0 is at input
/// sample 0.
///
/// A band-limited interpolation: each output sample is the inner product of the input around its
/// position with a Kaiser-windowed sinc, whose phases are tabulated (a rational ratio has finitely
/// many). The pass band reaches 0.9 of the lower Nyquist frequency within 0.01 dB; what would alias
/// into it is down by 80 dB or more.
///
/// *Source:* J. O. Smith, Digital Audio Resampling (the band-limited interpolation algorithm),
/// CCRMA. *Deviation:* exact phases instead of an interpolated table.
struct Resampler {
  let inputRate: Int
  let outputRate: Int

  /// Output positions in units of 1/phaseCount input samples advance by `step` per output sample.
  private let phaseCount: Int
  private let step: Int
  private let tapCount: Int
  /// `[phase][tap]`.
  private let taps: [Float]
  /// Input that later outputs still need, its first sample at `bufferStart`.
  private var buffer: [Float] = []
  private var bufferStart: Int
  private var nextOutput = 0
  private var inputCount = 0

  /// Zero crossings of the sinc on either side, at the lower of the two rates.
  private static let zeroCrossings = 24.0
  private static let kaiserBeta = 8.0
  /// The −6 dB point in parts of the lower Nyquist frequency.
  private static let cutoff = 0.95

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

    // Both in input samples.
    let bandwidth = Self.cutoff * min(1, Double(outputRate) / Double(inputRate))
    let halfWidth = Self.zeroCrossings / bandwidth
    let reach = Int(halfWidth.rounded(.up))
    tapCount = 2 * reach
    var taps = [Float](repeating: 0, count: phaseCount * tapCount)
    for phase in 0..<phaseCount {
      let fraction = Double(phase) / Double(phaseCount)
      var row = (0..<tapCount).map { tap -> Double in
        let distance = Double(tap - reach + 1) - fraction
        return bandwidth * sinc(bandwidth * distance)
          * kaiserWindow(at: distance / halfWidth, beta: Self.kaiserBeta)
      }
      // Every phase passes a constant unchanged, so that none adds a tone of its own.
      let sum = row.reduce(0, +)
      for tap in row.indices { row[tap] /= sum }
      for tap in row.indices { taps[phase * tapCount + tap] = Float(row[tap]) }
    }
    self.taps = taps
    bufferStart = -reach + 1
    buffer = [Float](repeating: 0, count: reach - 1)
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
    buffer.append(contentsOf: repeatElement(0, count: tapCount))
    drain(into: &output, limit: total)
  }

  private mutating func drain(into output: inout [Float], limit: Int = .max) {
    let available = bufferStart + buffer.count
    let reach = tapCount / 2
    var next = nextOutput
    buffer.withUnsafeBufferPointer { input in
      taps.withUnsafeBufferPointer { table in
        while next < limit {
          let position = next * step
          let first = position / phaseCount - reach + 1
          guard first + tapCount <= available else { break }
          output.append(
            VectorMath.dot(
              input.baseAddress! + (first - bufferStart),
              table.baseAddress! + (position % phaseCount) * tapCount, count: tapCount))
          next += 1
        }
      }
    }
    nextOutput = next
    let needed = next * step / phaseCount - reach + 1
    let surplus = min(max(needed - bufferStart, 0), buffer.count)
    buffer.removeFirst(surplus)
    bufferStart += surplus
  }
}

/// sin(πx) / πx.
private func sinc(_ x: Double) -> Double {
  abs(x) < 1e-12 ? 1 : sin(.pi * x) / (.pi * x)
}
