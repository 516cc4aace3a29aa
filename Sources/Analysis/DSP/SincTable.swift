import Glibc

/// Kaiser-windowed sinc filters for the points between two samples.
struct SincTable {
  /// The samples on either side that a filter uses.
  let reach: Int
  var tapCount: Int { 2 * reach }

  private let phaseCount: Int
  /// The rows between two samples: `phaseCount`, or fewer when they are interpolated.
  private let rowCount: Int
  /// `[row][tap]`, one row more than `rowCount`.
  private let taps: [Float]

  /// Zero crossings of the sinc on either side.
  private static let zeroCrossings = 24.0
  private static let kaiserBeta = 8.0
  /// The −6 dB point in parts of the band.
  private static let cutoff = 0.95
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
    let cutoff = Self.cutoff * bandwidth
    let halfWidth = Self.zeroCrossings / cutoff
    let reach = Int(halfWidth.rounded(.up))
    self.reach = reach
    var taps: [Float] = []
    taps.reserveCapacity((rowCount + 1) * 2 * reach)
    for row in 0...rowCount {
      let fraction = Double(row) / Double(rowCount)
      let filter = (0..<2 * reach).map { tap -> Double in
        let distance = Double(tap - reach + 1) - fraction
        return sinc(cutoff * distance)
          * kaiserWindow(at: distance / halfWidth, beta: Self.kaiserBeta)
      }
      // Every phase passes a constant unchanged, so that none adds a tone of its own.
      let sum = filter.reduce(0, +)
      taps += filter.map { Float($0 / sum) }
    }
    self.taps = taps
  }

  /// The value `part / phaseCount` of the way from sample `reach − 1` to sample `reach`.
  ///
  /// - Parameter samples: `tapCount` of them.
  @inline(__always)
  func sum(_ samples: UnsafePointer<Float>, part: Int) -> Float {
    taps.withUnsafeBufferPointer { taps in
      guard let taps = taps.baseAddress else { return 0 }
      if rowCount == phaseCount {
        return VectorMath.dot(samples, taps + part * tapCount, count: tapCount)
      }
      let row = Double(part) * Double(rowCount) / Double(phaseCount)
      let below = Int(row)
      let weight = Float(row - Double(below))
      let low = VectorMath.dot(samples, taps + below * tapCount, count: tapCount)
      let high = VectorMath.dot(samples, taps + (below + 1) * tapCount, count: tapCount)
      return low + weight * (high - low)
    }
  }
}

/// sin(πx) / πx.
private func sinc(_ x: Double) -> Double {
  abs(x) < 1e-12 ? 1 : sin(.pi * x) / (.pi * x)
}
