import Glibc

/// True peak by the definition of band-limited interpolation, slow and long.
public enum PeakOracle {
  /// The largest magnitude of the signal on a grid of 16 points per sample, each interpolated over
  /// 256 samples with a Hann-windowed sinc.
  public static func truePeak(_ signal: [Float]) -> Double {
    let reach = 64
    var largest = 0.0
    for gap in 0..<signal.count {
      for point in 0..<16 {
        let fraction = Double(point) / 16
        var sum = 0.0
        for index in max(gap - reach + 1, 0)...min(gap + reach, signal.count - 1) {
          let distance = Double(gap - index) + fraction
          let window = 0.5 + 0.5 * cos(.pi * distance / Double(reach + 1))
          let sinc = distance == 0 ? 1 : sin(.pi * distance) / (.pi * distance)
          sum += Double(signal[index]) * sinc * window
        }
        largest = max(largest, abs(sum))
      }
    }
    return largest
  }
}
