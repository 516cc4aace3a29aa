/// The steps in which form is decided: the bars where there is a grid, half seconds where there is
/// none.
///
/// Where the grid leaves bars out (before the first beat, in a pause, after the last) it goes on at
/// its own rate. A piece of very many steps has them joined in pairs, fours and so on.
struct FormGrid: Equatable {
  /// The moments between steps in seconds, ascending, from the first sound to the last; step n lies
  /// between edges n and n + 1. Empty when there is no sound.
  let edges: [Double]
  /// Whether the edges but the first and the last are bar lines.
  let isMetrical: Bool
  /// The bars (or half seconds) in a step.
  let barsPerStep: Int

  var stepCount: Int { max(0, edges.count - 1) }

  /// Seconds in a step where there are no bars.
  static let plainStep = 0.5
  /// Three and a half hours of bars of two seconds; half an hour of half seconds.
  static let greatestStepCount = 4_096
  /// The least part of a bar that is a step of its own at either end; less is an upbeat or an echo.
  private static let leastRemainder = 0.6
  /// A gap of more bars than this has bars missing.
  private static let longestBar = 1.6
  private static let leastBarCount = 2

  /// - Parameters:
  ///   - bars: The first beats of the bars in seconds, ascending.
  ///   - sound: From the first sound to the last, in seconds; nil for silence.
  init(bars: [Double], sound: ClosedRange<Double>?) {
    guard let sound, sound.upperBound > sound.lowerBound else {
      (edges, isMetrical, barsPerStep) = ([], false, 1)
      return
    }
    let inside = bars.filter { $0 > sound.lowerBound && $0 < sound.upperBound }
    isMetrical = inside.count >= Self.leastBarCount
    var all = isMetrical ? Self.filled(inside, within: sound) : Self.plain(sound)
    var joined = 1
    while all.count - 1 > Self.greatestStepCount {
      let last = all[all.count - 1]
      all = stride(from: 0, to: all.count - 1, by: 2).map { all[$0] } + [last]
      joined *= 2
    }
    edges = all
    barsPerStep = joined
  }

  /// Half seconds that stand for a bar where there are none.
  static let plainStepsPerBar = 4

  /// How many steps a number of bars is, at least one.
  func steps(ofBars bars: Int) -> Int {
    max(1, (isMetrical ? bars : bars * Self.plainStepsPerBar) / barsPerStep)
  }

  private static func plain(_ sound: ClosedRange<Double>) -> [Double] {
    let length = sound.upperBound - sound.lowerBound
    let count = max(1, Int(length / plainStep))
    return (0..<count).map { sound.lowerBound + Double($0) * plainStep } + [sound.upperBound]
  }

  private static func filled(_ bars: [Double], within sound: ClosedRange<Double>) -> [Double] {
    let period = median(zip(bars, bars.dropFirst()).map { $1 - $0 })
    var edges: [Double] = []
    let lead = bars[0] - sound.lowerBound
    let leadCount = Int(lead / period + 1 - leastRemainder)
    for index in (0..<leadCount).reversed() {
      edges.append(max(sound.lowerBound, bars[0] - Double(index + 1) * period))
    }
    for (bar, next) in zip(bars, bars.dropFirst()) {
      edges.append(bar)
      let parts = next - bar > longestBar * period ? Int(((next - bar) / period).rounded()) : 1
      for part in 1..<max(parts, 1) {
        edges.append(bar + (next - bar) * Double(part) / Double(parts))
      }
    }
    let last = bars[bars.count - 1]
    edges.append(last)
    let tail = (sound.upperBound - last) / period
    let tailCount = max(0, Int(tail + 1 - leastRemainder) - 1)
    for index in 0..<tailCount { edges.append(last + Double(index + 1) * period) }
    edges[0] = sound.lowerBound
    edges.append(sound.upperBound)
    // What is left behind the last bar line is a step only if it is most of a bar.
    if edges.count > 2, edges[edges.count - 1] - edges[edges.count - 2] < leastRemainder * period {
      edges.remove(at: edges.count - 2)
    }
    return edges
  }

  private static func median(_ values: [Double]) -> Double {
    guard !values.isEmpty else { return 0 }
    return values.sorted()[values.count / 2]
  }
}
