/// How energetic a set should be from its beginning to its end.
public struct EnergyCurve: Hashable, Sendable {
  /// The curves that have a name. They run between the least and the most energetic of the tracks at
  /// hand, so that each set has room to rise.
  public enum Shape: String, Hashable, Sendable, CaseIterable {
    /// Low at first, up all the way to four fifths.
    case warmup
    /// High from the first, highest in the middle.
    case peak
    /// Up for two thirds, then down again.
    case arc
  }

  /// A place in the set, 0 to 1, and the energy wanted there.
  struct Point: Hashable, Sendable {
    var share: Double
    var level: Double
  }

  private let points: [Point]
  /// Whether levels are energies, 1 to 10; else they are shares of the range at hand.
  private let isAbsolute: Bool

  public init(_ shape: Shape) {
    isAbsolute = false
    switch shape {
    case .warmup: points = [Point(share: 0, level: 0), Point(share: 1, level: 0.8)]
    case .peak:
      points = [
        Point(share: 0, level: 0.6), Point(share: 0.25, level: 0.9), Point(share: 0.75, level: 1),
        Point(share: 1, level: 0.8),
      ]
    case .arc:
      points = [
        Point(share: 0, level: 0.1), Point(share: 0.65, level: 1), Point(share: 1, level: 0.2),
      ]
    }
  }

  /// What is wrong with a curve's text.
  public struct Mistake: Error, Hashable, Sendable {
    /// Counted from 1; 0 for the whole.
    public var line: Int
    public var reason: String
  }

  /// Reads a curve: on each line a place in percent of the set and the energy wanted there, 1 to 10;
  /// between them it runs straight. Empty lines, and what stands behind `#`, are left out.
  ///
  /// ```
  /// 0 3
  /// 60 8.5   # the climax
  /// 100 5
  /// ```
  public init(parsing text: String) throws(Mistake) {
    var points: [Point] = []
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      let words = line.prefix { $0 != "#" }.split { $0.isWhitespace || $0 == "%" || $0 == "," }
      guard !words.isEmpty else { continue }
      guard words.count == 2, let percent = Double(words[0]), let level = Double(words[1]) else {
        throw Mistake(line: index + 1, reason: "is not a place in percent and an energy: 50 7.5")
      }
      guard (0...100).contains(percent) else {
        throw Mistake(line: index + 1, reason: "has a place that is not from 0 to 100")
      }
      guard (1...10).contains(level) else {
        throw Mistake(line: index + 1, reason: "has an energy that is not from 1 to 10")
      }
      if let last = points.last, last.share * 100 >= percent {
        throw Mistake(line: index + 1, reason: "does not lie behind the line before it")
      }
      points.append(Point(share: percent / 100, level: level))
    }
    guard !points.isEmpty else { throw Mistake(line: 0, reason: "has no point") }
    self.points = points
    isAbsolute = true
  }

  /// The energy wanted at a place.
  ///
  /// - Parameters:
  ///   - share: 0 at the first track, 1 at the last.
  ///   - range: The least and the most energy at hand.
  public func energy(at share: Double, within range: ClosedRange<Double>) -> Double {
    let level = level(at: share)
    return isAbsolute ? level : range.lowerBound + level * (range.upperBound - range.lowerBound)
  }

  private func level(at share: Double) -> Double {
    guard let next = points.firstIndex(where: { $0.share >= share }) else {
      return points.last?.level ?? 0
    }
    guard next > 0 else { return points[0].level }
    let (one, other) = (points[next - 1], points[next])
    let way = (share - one.share) / (other.share - one.share)
    return one.level + way * (other.level - one.level)
  }
}
