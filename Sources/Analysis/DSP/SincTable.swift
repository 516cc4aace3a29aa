import Glibc

/// Kaiser-windowed sinc filters for the points between two samples.
struct SincTable {
  /// The samples on either side that a filter takes: a multiple of 8, the outer ones times zero, so
  /// that sums need no remainder.
  let reach: Int
  /// The samples on either side that count.
  private let sideLength: Int
  var tapCount: Int { 2 * reach }

  private let phaseCount: Int
  /// The rows between two samples: `phaseCount`, or fewer when they are interpolated.
  private let rowCount: Int
  /// `[row][tap]`, one row more than `rowCount`.
  private let taps: [Float]

  /// Zero crossings of the sinc on either side, and the shape of its window: 80 dB, and a
  /// transition from 0.85 to 1.15 of the band, so that what folds stays above 0.85.
  private static let zeroCrossings = 17.0
  private static let window = KaiserWindow(beta: 8)
  /// 441 are needed for 8 kHz, the most of all usual rates.
  private static let maximumExactRowCount = 512
  /// Linear interpolation errs by (π · bandwidth / rows)² / 8: 1.7e-5 of a tone at the band's edge.
  private static let interpolatedRowCount = 256

  /// - Parameters:
  ///   - bandwidth: Of what is to pass, in parts of the Nyquist frequency, at most 1.
  ///   - phaseCount: The points are multiples of 1/phaseCount.
  init(bandwidth: Double, phaseCount: Int) {
    self.phaseCount = phaseCount
    rowCount = phaseCount <= Self.maximumExactRowCount ? phaseCount : Self.interpolatedRowCount
    let halfWidth = Self.zeroCrossings / bandwidth
    sideLength = Int(halfWidth.rounded(.up))
    let reach = (sideLength + 7) / 8 * 8
    self.reach = reach
    var taps: [Float] = []
    taps.reserveCapacity((rowCount + 1) * 2 * reach)
    for row in 0...rowCount {
      let fraction = Double(row) / Double(rowCount)
      let filter = (0..<2 * reach).map { tap -> Double in
        let distance = Double(tap - reach + 1) - fraction
        return sinc(bandwidth * distance)
          * Self.window.value(at: distance / halfWidth)
      }
      // Every phase passes a constant unchanged, so that none adds a tone of its own.
      let sum = filter.reduce(0, +)
      taps += filter.map { Float($0 / sum) }
    }
    self.taps = taps
  }

  /// The filter for points on a sample, from its middle outwards.
  var side: [Float] { Array(taps[(reach - 1)..<(reach - 1 + sideLength)]) }

  /// Fills `outputs` with the values at every `step` parts, the first one `part` parts of the way
  /// from sample `reach − 1` to sample `reach`.
  ///
  /// - Parameters:
  ///   - samples: As many as the outputs reach over.
  ///   - position: In whole samples and parts; moved on to behind the last output.
  func interpolate(
    _ samples: UnsafePointer<Float>, position: inout (whole: Int, part: Int), step: Int,
    into outputs: UnsafeMutableBufferPointer<Float>
  ) {
    let (wholeStep, partStep) = step.quotientAndRemainder(dividingBy: phaseCount)
    let (isExact, tapCount, first) = (rowCount == phaseCount, tapCount, position.whole)
    var (whole, part) = position
    taps.withUnsafeBufferPointer { taps in
      guard let taps = taps.baseAddress else { return }
      for index in outputs.indices {
        let around = samples + (whole - first)
        outputs[index] =
          isExact
          ? VectorMath.dot(around, taps + part * tapCount, count: tapCount)
          : betweenRows(around, taps, part: part)
        whole += wholeStep
        part += partStep
        if part >= phaseCount {
          part -= phaseCount
          whole += 1
        }
      }
    }
    position = (whole, part)
  }

  private func betweenRows(
    _ samples: UnsafePointer<Float>, _ taps: UnsafePointer<Float>, part: Int
  ) -> Float {
    let row = Double(part) * Double(rowCount) / Double(phaseCount)
    let below = Int(row)
    let weight = Float(row - Double(below))
    let low = VectorMath.dot(samples, taps + below * tapCount, count: tapCount)
    let high = VectorMath.dot(samples, taps + (below + 1) * tapCount, count: tapCount)
    return low + weight * (high - low)
  }
}

/// sin(πx) / πx.
private func sinc(_ x: Double) -> Double {
  abs(x) < 1e-12 ? 1 : sin(.pi * x) / (.pi * x)
}
