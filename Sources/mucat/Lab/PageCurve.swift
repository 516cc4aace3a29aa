import Analysis

/// A curve in a page: values and, where they are not evenly spaced, their times. A tenth of what
/// the same list takes in the result's own JSON.
struct PageCurve: Encodable {
  /// The place of the first value in steps from the start of the piece.
  var first: Int?
  /// Steps per second.
  var rate: Double?
  /// Seconds, when there are no even steps.
  var times: [Double]?
  /// As in the result; nil for the level of silence.
  let values: [Float?]

  private static let tolerance = 1e-9

  /// - Parameter rate: The steps per second that the curve is thought to have.
  init(_ points: [MusicUnderstandingSession.TimedValue<Float>], rate: Double) {
    values = points.map { $0.value.isFinite ? $0.value : nil }
    let first = Int(((points.first?.time.seconds ?? 0) * rate).rounded())
    let isEven = points.enumerated().allSatisfy { index, point in
      abs(point.time.seconds - Double(first + index) / rate) < Self.tolerance
    }
    if isEven {
      self.first = first
      self.rate = rate
    } else {
      times = points.map(\.time.seconds)
    }
  }
}

/// The curves of a result, taken out of it.
struct PageCurves: Encodable {
  let activity: [String: PageCurve]?
  let momentary, shortTerm: PageCurve?

  /// - Parameter result: Loses what the curves hold.
  init(takingFrom result: inout MusicUnderstandingSession.SessionResult) {
    momentary = result.loudness.map { PageCurve($0.momentary, rate: 10) }
    shortTerm = result.loudness.map { PageCurve($0.shortTerm, rate: 10) }
    result.loudness?.momentary = []
    result.loudness?.shortTerm = []
    activity = result.instrumentActivity.map { instruments in
      Dictionary(
        uniqueKeysWithValues: instruments.activity.map { instrument, points in
          (instrument.rawValue, PageCurve(points, rate: 20))
        })
    }
    for instrument in result.instrumentActivity?.activity.keys.map({ $0 }) ?? [] {
      result.instrumentActivity?.activity[instrument] = []
    }
  }
}
