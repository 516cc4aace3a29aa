/// Where passages that recur begin and end, and how well each passage recurs.
///
/// A passage and its recurrence are a stripe along a diagonal of the self-similarity; where the
/// stripe begins and ends, the form has a joint.
///
/// *Source:* the idea of J. Serrà, M. Müller, P. Grosche & J. L. Arcos, Unsupervised music structure
/// annotation by time series structure features and segment similarity, IEEE Trans. Multimedia 16
/// (2014): recurrence over lags. *Deviations:* stripes are compared with what precedes and follows
/// them on their diagonal instead of differentiating the lag matrix.
struct Repetition {
  /// How alike steps are as a share of what is possible: 0 for what is usual in the piece, 1 for the same.
  private let match: SelfSimilarity
  private let leastLag: Int
  private let greatestLength: Int

  /// What it costs a passage that the steps before and after it recur as well.
  private static let excessCost: Float = 0.35

  /// - Parameters:
  ///   - similarity: 1 for the same.
  ///   - leastLag: Steps; what recurs sooner is a loop.
  ///   - greatestLength: Of passages, in steps.
  init(_ similarity: SelfSimilarity, leastLag: Int, greatestLength: Int) {
    let usual = similarity.distribution(leastLag: leastLag)
    let floor = usual.mean + usual.deviation
    match = SelfSimilarity(stepCount: similarity.stepCount) { first, second in
      max(-1, (similarity[first, second] - floor) / max(1 - floor, 0.05))
    }
    self.leastLag = leastLag
    self.greatestLength = greatestLength
  }

  /// How plainly stripes begin or end at each edge, in standard deviations from the piece's mean.
  ///
  /// - Parameter length: The steps of a stripe that are compared with what lies before or after.
  func joints(ofStripes length: Int) -> [Float] {
    let count = match.stepCount
    var raw = [Float](repeating: 0, count: count + 1)
    for lag in stride(from: leastLag, to: match.lagCount, by: 1) {
      let last = count - lag
      guard last > length else { break }
      for edge in 0...last {
        // The stripe begins at the edge, …
        if edge + length <= last {
          let inside = (0..<length).reduce(Float(0)) { $0 + match[edge + $1, edge + $1 + lag] }
          let before = edge > 0 ? match[edge - 1, edge - 1 + lag] : 0
          Self.note(inside / Float(length), before, at: edge, lag, in: &raw)
        }
        // … or ends there.
        if edge >= length {
          let inside = (1...length).reduce(Float(0)) { $0 + match[edge - $1, edge - $1 + lag] }
          let after = edge < last ? match[edge, edge + lag] : 0
          Self.note(inside / Float(length), after, at: edge, lag, in: &raw)
        }
      }
    }
    return standardized(raw.map { $0.squareRoot() })
  }

  private static func note(
    _ inside: Float, _ outside: Float, at edge: Int, _ lag: Int, in raw: inout [Float]
  ) {
    let contrast = inside - max(outside, 0)
    guard inside > 0.3, contrast > 0.15 else { return }
    raw[edge] += contrast
    raw[edge + lag] += contrast
  }

  /// How well the passages from `start` on recur elsewhere as a whole and no further, for each length
  /// in steps up to the greatest: −1 … 1.
  func worth(from start: Int) -> [Float] {
    let count = match.stepCount
    let longest = min(greatestLength, count - start)
    var best = [Float](repeating: 0, count: longest + 1)
    guard longest > 0 else { return best }
    let reach = match.lagCount - 1
    for other in max(0, start - reach)...min(count - 1, start + reach) {
      let lag = abs(other - start)
      guard lag >= leastLag else { continue }
      let before = start > 0 && other > 0 ? match[start - 1, other - 1] : 0
      guard match[start, other] > 0 else { continue }
      var sum: Float = 0
      let end = min(longest, count - other)
      for length in 1...max(end, 1) where length <= end {
        sum += match[start + length - 1, other + length - 1]
        guard length <= lag else { break }
        let after =
          start + length < count && other + length < count
          ? match[start + length, other + length] : 0
        let value = sum / Float(length) - Self.excessCost * (max(before, 0) + max(after, 0))
        if value > best[length] { best[length] = value }
      }
    }
    return best
  }
}
