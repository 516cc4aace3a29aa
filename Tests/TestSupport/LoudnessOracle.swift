import Glibc

/// BS.1770-4 at 48 kHz written from its text: the standard's own coefficients, one channel after
/// the other, sample by sample, blocks cut out of the whole filtered signal.
public enum LoudnessOracle {
  public static let sampleRate = 48_000

  /// The K-weighted signal.
  public static func weighted(_ signal: [Float]) -> [Double] {
    let shelved = filtered(
      signal.map(Double.init), b: [1.53512485958697, -2.69169618940638, 1.19839281085285],
      a: [-1.69065929318241, 0.73248077421585])
    return filtered(shelved, b: [1, -2, 1], a: [-1.99004745483398, 0.99007225036621])
  }

  /// The loudness of each window of `seconds`, every 100 ms, first window first; −∞ for silence.
  public static func windows(planes: [[Float]], weights: [Double], seconds: Double) -> [Double] {
    let filtered = planes.map(weighted)
    let length = Int(seconds * Double(sampleRate))
    let total = planes[0].count
    guard total >= length else { return [] }
    return stride(from: 0, through: total - length, by: sampleRate / 10).map { start in
      var sum = 0.0
      for (channel, weight) in zip(filtered, weights) {
        var squares = 0.0
        for frame in start..<(start + length) { squares += channel[frame] * channel[frame] }
        sum += weight * squares / Double(length)
      }
      return -0.691 + 10 * log10(sum)
    }
  }

  /// Gated loudness from the loudness of the 400 ms blocks; −∞ when none passes.
  public static func integrated(blocks: [Double]) -> Double {
    let audible = blocks.filter { $0 > -70 }
    let threshold = mean(audible) - 10
    return mean(audible.filter { $0 > threshold })
  }

  /// Loudness range in LU from the short-term loudness of overlapping windows; 0 for none.
  ///
  /// EBU Tech 3342 (2016) §3.1, word by word.
  public static func range(shortTerm: [Double]) -> Double {
    let audible = shortTerm.filter { $0 >= -70 }
    let threshold = mean(audible) - 20
    let gated = audible.filter { $0 >= threshold }.sorted()
    guard !gated.isEmpty else { return 0 }
    func percentile(_ percent: Double) -> Double {
      gated[Int((Double(gated.count - 1) * percent / 100).rounded())]
    }
    return percentile(95) - percentile(10)
  }

  /// The loudness of the mean energy.
  private static func mean(_ levels: [Double]) -> Double {
    let energies = levels.map { pow(10, ($0 + 0.691) / 10) }
    return -0.691 + 10 * log10(energies.reduce(0, +) / Double(energies.count))
  }

  private static func filtered(_ signal: [Double], b: [Double], a: [Double]) -> [Double] {
    var (x1, x2, y1, y2) = (0.0, 0.0, 0.0, 0.0)
    return signal.map { x in
      let y = b[0] * x + b[1] * x1 + b[2] * x2 - a[0] * y1 - a[1] * y2
      (x2, x1) = (x1, x)
      (y2, y1) = (y1, y)
      return y
    }
  }
}
