/// Finds the stretches in which something is present, from how likely it is.
///
/// A stretch begins where the likelihood is high and lasts until it is low: what is in between neither
/// begins nor ends one. Short breaks do not end a stretch, and a moment is not a stretch.
struct PresenceFinder {
  /// A stretch begins at this likelihood …
  let begin: Float
  /// … and ends below this one.
  let end: Float
  /// Breaks of fewer values are passed over.
  let shortestBreak: Int
  /// Stretches of fewer values, breaks included, are left out.
  let shortestStretch: Int

  /// Where the stretches are among the values: in order, and apart.
  func stretches(of values: [Float]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var start: Int?
    for (index, value) in values.enumerated() {
      if let first = start {
        guard value < end else { continue }
        found.append(first..<index)
        start = nil
      } else if value >= begin {
        start = index
      }
    }
    if let start { found.append(start..<values.count) }
    return joined(found).filter { $0.count >= shortestStretch }
  }

  private func joined(_ stretches: [Range<Int>]) -> [Range<Int>] {
    stretches.reduce(into: []) { result, next in
      if let last = result.last, next.lowerBound - last.upperBound < shortestBreak {
        result[result.count - 1] = last.lowerBound..<next.upperBound
      } else {
        result.append(next)
      }
    }
  }
}
