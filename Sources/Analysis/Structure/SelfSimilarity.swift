/// How alike the steps of a piece are, for steps at most `greatestLag` apart: a band along the
/// diagonal of the self-similarity matrix, 8 MB at most.
///
/// *Source:* J. Foote, Visualizing music and audio using self-similarity, ACM Multimedia 1999.
struct SelfSimilarity {
  /// 17 minutes in bars of two seconds; 4 minutes in half seconds. What recurs later than that is
  /// not recognised.
  static let greatestLag = 512

  let stepCount: Int
  /// The lags that are kept, 0 among them.
  let lagCount: Int
  /// `[step][lag]`.
  private let values: [Float]

  init(stepCount: Int, similarity: (_ first: Int, _ second: Int) -> Float) {
    self.stepCount = stepCount
    lagCount = min(stepCount, Self.greatestLag + 1)
    var values = [Float](repeating: 0, count: stepCount * lagCount)
    for step in 0..<stepCount {
      for lag in 0..<min(lagCount, stepCount - step) {
        values[step * lagCount + lag] = similarity(step, step + lag)
      }
    }
    self.values = values
  }

  /// Of two steps in any order, at most `greatestLag` apart.
  subscript(first: Int, second: Int) -> Float {
    first <= second
      ? values[first * lagCount + second - first] : values[second * lagCount + first - second]
  }

  /// The mean and the standard deviation of what is at least `leastLag` apart; (0, 1) when nothing is.
  func distribution(leastLag: Int) -> (mean: Float, deviation: Float) {
    var (sum, squares, count) = (0.0, 0.0, 0)
    for step in 0..<stepCount {
      for lag in stride(from: leastLag, to: min(lagCount, stepCount - step), by: 1) {
        let value = Double(values[step * lagCount + lag])
        sum += value
        squares += value * value
        count += 1
      }
    }
    guard count > 1 else { return (0, 1) }
    let mean = sum / Double(count)
    return (Float(mean), Float(max(squares / Double(count) - mean * mean, 1e-6).squareRoot()))
  }
}
