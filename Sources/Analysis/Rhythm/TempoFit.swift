/// One tempo for a sequence of beats.
struct TempoFit: Equatable {
  /// nil with fewer than two beats.
  var beatsPerMinute: Double?
  /// The share of intervals within 4 % of the median one, 0…1.
  var stability: Double

  /// Intervals within this part of the median count as the same tempo.
  static let tolerance = 0.04
  /// Beats that lie this close to a straight line, in seconds (root mean square), are a machine's
  /// or as good as one's.
  private static let steadyResidual = 0.02
  /// Beats closer to the line than this many seconds are always kept.
  private static let leastLimit = 0.005

  /// - Parameter times: Seconds, ascending.
  init(times: [Double]) {
    let intervals = zip(times, times.dropFirst()).map { $1 - $0 }
    guard let median = median(intervals), median > 0 else {
      beatsPerMinute = nil
      stability = 0
      return
    }
    let near = intervals.count { abs($0 / median - 1) <= Self.tolerance }
    stability = Double(near) / Double(intervals.count)
    beatsPerMinute = 60 / (Self.straightLine(times, median) ?? Self.local(times, median))
  }

  /// The slope of the line through (index, time), if the beats lie on one.
  ///
  /// Gaps count as the whole number of beats that fits best; beats far off the line are left out
  /// and the line drawn again.
  private static func straightLine(_ times: [Double], _ median: Double) -> Double? {
    var indices = [0.0]
    for (earlier, later) in zip(times, times.dropFirst()) {
      indices.append(indices[indices.count - 1] + max(1, ((later - earlier) / median).rounded()))
    }
    var kept = Array(times.indices)
    let fit = { LeastSquaresLine(kept.map { (indices[$0], times[$0]) }) }
    for _ in 0..<4 {
      guard let line = fit() else { return nil }
      let limit = max(3 * line.residual, leastLimit)
      kept = times.indices.filter { abs(times[$0] - line.value(at: indices[$0])) <= limit }
    }
    guard kept.count >= times.count * 3 / 4, let line = fit(), line.residual <= steadyResidual
    else { return nil }
    return line.slope
  }

  /// The median over the piece of the mean interval across a few beats.
  private static func local(_ times: [Double], _ median: Double) -> Double {
    let span = min(8, times.count - 1)
    let means = zip(times, times.dropFirst(span)).map { ($1 - $0) / Double(span) }
    // A span across a gap says nothing about the tempo.
    return Analysis.median(means.filter { abs($0 / median - 1) < 0.2 }) ?? median
  }
}

/// The line with the least sum of squared errors through points.
struct LeastSquaresLine {
  let slope: Double
  let intercept: Double
  /// The root mean square error.
  let residual: Double

  /// nil for fewer than two different abscissas.
  init?(_ points: [(x: Double, y: Double)]) {
    let count = Double(points.count)
    guard points.count >= 2 else { return nil }
    let meanX = points.reduce(0) { $0 + $1.x } / count
    let meanY = points.reduce(0) { $0 + $1.y } / count
    let spread = points.reduce(0) { $0 + ($1.x - meanX) * ($1.x - meanX) }
    guard spread > 0 else { return nil }
    let slope = points.reduce(0) { $0 + ($1.x - meanX) * ($1.y - meanY) } / spread
    let intercept = meanY - slope * meanX
    let errors = points.reduce(0) { sum, point in
      let error = point.y - (slope * point.x + intercept)
      return sum + error * error
    }
    self.slope = slope
    self.intercept = intercept
    residual = (errors / count).squareRoot()
  }

  func value(at x: Double) -> Double { slope * x + intercept }
}

/// The middle value; the mean of the two middle ones for an even count; nil for none.
func median(_ values: [Double]) -> Double? {
  guard !values.isEmpty else { return nil }
  let sorted = values.sorted()
  let middle = sorted.count / 2
  return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
