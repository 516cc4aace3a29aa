import Analysis

/// A beat grid as DJ software keeps it: stretches of steady tempo.
///
/// A machine's beats are one stretch; a drummer's are as many as it takes for every beat to lie
/// within the tolerance of its place on the grid.
public struct PiecewiseGrid: Hashable, Sendable {
  /// Beats at equal distances, up to the next stretch.
  public struct Stretch: Hashable, Sendable {
    /// The moment of the first beat, in seconds.
    public var start: Double
    public var beatsPerMinute: Double
    /// Which beat of its bar the first one is, from 1.
    public var beatInBar: Int
    /// How many beats were fitted.
    public var beatCount: Int

    public init(start: Double, beatsPerMinute: Double, beatInBar: Int = 1, beatCount: Int = 1) {
      self.start = start
      self.beatsPerMinute = beatsPerMinute
      self.beatInBar = beatInBar
      self.beatCount = beatCount
    }

    /// The moment of a beat, counted from the first; negative ones lie before it.
    public func time(ofBeat index: Int) -> Double {
      start + Double(index) * 60 / beatsPerMinute
    }
  }

  public var stretches: [Stretch]
  public var beatsPerBar: Int

  public init(stretches: [Stretch], beatsPerBar: Int = 4) {
    self.stretches = stretches
    self.beatsPerBar = beatsPerBar
  }

  public var isEmpty: Bool { stretches.isEmpty }

  /// The grid that measured beats lie on.
  ///
  /// Each stretch is as long as one line through its first beat serves all its beats: the tempi
  /// that do are an interval that shrinks from beat to beat, and the stretch ends where nothing is
  /// left of it, at the last bar line if there is one. Linear in the number of beats.
  ///
  /// - Parameters:
  ///   - beats: Moments in seconds, ascending.
  ///   - bars: The moments among them that begin a bar.
  ///   - tolerance: How far in seconds a beat may be from its place.
  ///   - places: Decimals that the target keeps of a tempo; rounding is part of the fit, so that a
  ///     long piece does not drift away in the digits that are not written.
  /// - Returns: Empty for fewer than two beats.
  public init(
    beats: [Double], bars: [Double], beatsPerBar: Int?, tolerance: Double = 0.012, places: Int = 2
  ) {
    let beats = Self.ascending(beats)
    let length = beatsPerBar ?? 4
    self.init(stretches: [], beatsPerBar: length)
    guard beats.count > 1 else { return }
    let phases = Self.phases(beats: beats, bars: bars, beatsPerBar: length)
    var first = 0
    while first < beats.count {
      var fit = Self.longestFit(beats, from: first, tolerance: tolerance, places: places)
      // A stretch that begins a bar keeps the bar lines of programs that count from it.
      if first + fit.count < beats.count,
        let bar = ((first + 1)..<(first + fit.count)).last(where: { phases[$0 + 1] == 1 })
      {
        fit.count = bar + 1 - first
      }
      // What is left at the end is one beat: it goes on in the tempo before.
      if fit.count == 1, !stretches.isEmpty {
        let previous = stretches[stretches.count - 1]
        stretches.append(
          Stretch(
            start: beats[first], beatsPerMinute: previous.beatsPerMinute, beatInBar: phases[first]))
        break
      }
      stretches.append(
        Stretch(
          start: beats[first], beatsPerMinute: fit.tempo, beatInBar: phases[first],
          beatCount: fit.count))
      first += fit.count
    }
  }

  /// The moments of all beats up to `end`, each with its place in the bar, from 1.
  public func beats(until end: Double) -> [(time: Double, beatInBar: Int)] {
    var beats: [(time: Double, beatInBar: Int)] = []
    for (index, stretch) in stretches.enumerated() {
      let next = index + 1 < stretches.count ? stretches[index + 1].start : end
      guard stretch.beatsPerMinute > 0, stretch.beatsPerMinute.isFinite else { continue }
      let half = 30 / stretch.beatsPerMinute
      var beat = 0
      while stretch.time(ofBeat: beat) < (index + 1 < stretches.count ? next - half : next) {
        beats.append(
          (stretch.time(ofBeat: beat), (stretch.beatInBar - 1 + beat) % beatsPerBar + 1))
        beat += 1
        if beats.count >= Self.maximumBeatCount { return beats }
      }
    }
    return beats
  }

  /// The same grid on another clock, whose time 0 nothing comes before.
  public func shifted(by seconds: Double) -> PiecewiseGrid {
    var grid = self
    for index in grid.stretches.indices {
      var stretch = grid.stretches[index]
      stretch.start += seconds
      if stretch.start < 0 {
        let beats = Int((-stretch.start * stretch.beatsPerMinute / 60).rounded(.up))
        stretch.start = stretch.time(ofBeat: beats)
        stretch.beatInBar = (stretch.beatInBar - 1 + beats) % max(1, beatsPerBar) + 1
        stretch.beatCount = max(1, stretch.beatCount - beats)
      }
      grid.stretches[index] = stretch
    }
    return grid
  }

  /// A tempo of 1000 for ten hours: more is no music.
  private static let maximumBeatCount = 600_000

  private static func ascending(_ moments: [Double]) -> [Double] {
    var last = -Double.infinity
    return moments.filter { moment in
      guard moment.isFinite, moment > last else { return false }
      last = moment
      return true
    }
  }

  /// Which beat of its bar each beat is, from 1: counted from the bars, in both directions; from the
  /// first beat when there are no bars.
  static func phases(beats: [Double], bars: [Double], beatsPerBar: Int) -> [Int] {
    var phases = [Int](repeating: 1, count: beats.count)
    var nextBar = 0
    var lastDownbeat: Int?
    var firstDownbeat: Int?
    for (index, beat) in beats.enumerated() {
      while nextBar < bars.count, bars[nextBar] < beat - 0.001 { nextBar += 1 }
      if nextBar < bars.count, abs(bars[nextBar] - beat) <= 0.001 {
        lastDownbeat = index
        firstDownbeat = firstDownbeat ?? index
      }
      phases[index] = lastDownbeat.map { (index - $0) % beatsPerBar + 1 } ?? 1
    }
    guard let firstDownbeat else {
      return beats.indices.map { $0 % beatsPerBar + 1 }
    }
    for index in 0..<firstDownbeat {
      let back = (firstDownbeat - index) % beatsPerBar
      phases[index] = back == 0 ? 1 : beatsPerBar - back + 1
    }
    return phases
  }

  private static func longestFit(
    _ beats: [Double], from first: Int, tolerance: Double, places: Int
  ) -> (count: Int, tempo: Double) {
    guard first + 1 < beats.count else { return (1, 120) }
    // Beat intervals that serve all beats so far.
    var (low, high) = (0.0, Double.infinity)
    var best: (count: Int, tempo: Double)?
    for index in (first + 1)..<beats.count {
      let steps = Double(index - first)
      let distance = beats[index] - beats[first]
      low = max(low, (distance - tolerance) / steps)
      high = min(high, (distance + tolerance) / steps)
      guard low <= high else { break }
      let middle = 60 / min(max(distance / steps, low), high)
      if let tempo = rounded(middle, places: places, fits: (low, high)) {
        best = (index - first + 1, tempo)
      }
    }
    // Two beats nearer than the tolerance allow no rounded tempo: take them as they are.
    return best ?? (2, 60 / (beats[first + 1] - beats[first]))
  }

  /// The tempo with so many decimals whose interval serves; nil when rounding leads out.
  private static func rounded(
    _ tempo: Double, places: Int, fits range: (low: Double, high: Double)
  ) -> Double? {
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let nearest = (tempo * scale).rounded() / scale
    for candidate in [nearest, nearest - 1 / scale, nearest + 1 / scale] where candidate > 0 {
      let interval = 60 / candidate
      if range.low <= interval, interval <= range.high { return candidate }
    }
    return nil
  }
}
