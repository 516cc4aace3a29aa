/// How fast the music feels: how much is felt to begin per minute, over stretches of whole sections.
///
/// Neighbours whose pace is about the same are joined, the most alike first, until what remains is
/// told apart and few.
struct PaceAnalyzer {
  typealias Session = MusicUnderstandingSession

  /// Raised whenever the answers can change.
  static let version = 4

  let result: Session.PaceResult

  /// Felt onsets in an event: two bars of quavers in common time.
  static let onsetsPerEvent = 16.0
  /// Seconds of sound that a piece must have.
  private static let shortest = 1.0
  /// Adjacent stretches differ at least by this ratio …
  private static let leastRatio = 1.25
  /// … and there are no more than so many, for each ten minutes begun.
  private static let greatestCount = 12
  /// Paces are whole multiples of one over this.
  private static let resolution = 10.0

  /// - Parameter sectionEdges: Where sections begin and end, in seconds; empty for silence.
  init(
    curves: OnsetCurves, timbre: TimbreFrames, beats: [Double], sectionEdges: [Double]
  ) {
    guard let first = sectionEdges.first, let last = sectionEdges.last, first < last else {
      result = .init(details: .init(reason: .silence))
      return
    }
    guard last - first >= Self.shortest else {
      result = .init(details: .init(reason: .tooShort))
      return
    }
    let onsets = FeltOnsets(curves: curves, timbre: timbre, beats: beats, sound: first...last)
    var stretches = zip(sectionEdges, sectionEdges.dropFirst()).map { start, end in
      Stretch(start: start, end: end, onsets: onsets.sum(from: start, to: end))
    }
    let all = stretches.reduce(0) { $0 + $1.onsets }
    let mean = Self.rounded(60 * all / (last - first) / Self.onsetsPerEvent)
    guard mean > 0 else {
      result = .init(details: .init(reason: .noOnsets))
      return
    }
    Self.join(&stretches, upTo: Self.greatestCount * (1 + Int((last - first) / 600)))
    result = .init(
      ranges: stretches.map { stretch in
        .init(
          range: StructureAnalyzer.range(stretch.start, stretch.end),
          value: Self.rounded(stretch.perMinute / Self.onsetsPerEvent))
      },
      details: .init(mean: mean))
  }

  struct Stretch: Equatable {
    var start: Double
    var end: Double
    var onsets: Double

    var perMinute: Double { 60 * onsets / (end - start) }
  }

  private static func rounded(_ pace: Double) -> Double {
    (pace * resolution).rounded() / resolution
  }

  /// Joins neighbours, the most alike first.
  static func join(_ stretches: inout [Stretch], upTo count: Int) {
    while stretches.count > 1 {
      // A pace of next to nothing is alike with any as small.
      let ratios = zip(stretches, stretches.dropFirst()).map { first, second in
        let (low, high) = (
          min(first.perMinute, second.perMinute), max(first.perMinute, second.perMinute)
        )
        return (high + 5) / (low + 5)
      }
      guard let best = ratios.indices.min(by: { ratios[$0] < ratios[$1] }) else { return }
      guard ratios[best] < leastRatio || stretches.count > count else { return }
      stretches[best].end = stretches[best + 1].end
      stretches[best].onsets += stretches[best + 1].onsets
      stretches.remove(at: best + 1)
    }
  }
}
