import Glibc

/// The values half-way and at both quarters between two samples, by windowed-sinc interpolation
/// over the 24 samples around them.
///
/// The quarters mirror each other: with h the filter of the first one, p = Σ e_k·(x_k + x_{23−k})
/// and q = Σ o_k·(x_k − x_{23−k}) over the first twelve k, where e and o are the even and the odd
/// half of h, the two values are p + q and p − q, and the larger magnitude is |p| + |q|. The
/// half-way filter is even and shares the sums. That saves half of the work of two filters.
///
/// The response is flat to 0.02 dB up to 0.42 of the sample rate; at 0.45 it is 1 dB low.
///
/// *Source:* ITU-R BS.1770-4 Annex 2, four-times oversampling with a filter of our own, twice as
/// long: sinc with a Kaiser window, β = 6.
struct TruePeakInterpolator {
  static let tapCount = 24
  static let half = tapCount / 2
  private static let window = KaiserWindow(beta: 6)

  /// For each k below `half`: even and odd half of the quarter's filter, the half-way filter.
  let taps: [(even: Float, odd: Float, middle: Float)]
  /// max Σ|h| of the filters: how far they can reach beyond ±1 for samples within ±1.
  let gain: Float

  init() {
    let quarter = Self.filter(at: 0.25)
    let middle = Self.filter(at: 0.5)
    taps = (0..<Self.half).map { k in
      let (a, b) = (quarter[k], quarter[Self.tapCount - 1 - k])
      return (Float((a + b) / 2), Float((a - b) / 2), Float(middle[k]))
    }
    let absolute = { (filter: [Double]) in filter.reduce(0) { $0 + abs($1) } }
    gain = Float(max(absolute(quarter), absolute(middle)))
  }

  /// The filter for the point `fraction` of the way from sample 11 to sample 12 of 24.
  static func filter(at fraction: Double) -> [Double] {
    let taps = (0..<tapCount).map { k -> Double in
      let distance = Double(k - (half - 1)) - fraction
      return sin(.pi * distance) / (.pi * distance)
        * window.value(at: distance / Double(half))
    }
    // A constant passes unchanged, on which the bound in `PeakMeter` rests.
    let sum = taps.reduce(0, +)
    return taps.map { $0 / sum }
  }
}
