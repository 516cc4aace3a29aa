import Glibc

/// The keys that evidence amounts to: stretches of one key each, and the key of the whole.
struct KeyDecision {
  struct Segment: Equatable {
    var frames: Range<Int>
    /// As `KeySignature.index`.
    var key: Int
  }

  /// In time order, without gaps, neighbours of different keys.
  let segments: [Segment]
  let global: Int
  let confidence: Float
  /// The four best keys for the whole: the key itself, then by evidence.
  let candidates: [MusicUnderstandingSession.KeyCandidate]

  /// What a change of key must gain: see `KeyPath`. About twelve seconds of a distant key, half a
  /// minute of a near one.
  private static let changeCost: Float = 5
  /// The key of the whole is the likeliest at any moment: pieces leave it and come back.
  private static let homeBonus: Float = 0.05
  /// An opening of this many frames (about fifteen seconds) establishes a key.
  private static let shortestOpening = 40
  /// Stretches shorter than this many frames (about ten seconds) are passing notes in a longer one.
  private static let shortestSegment = 27
  /// A stretch of this many frames (about a hundred seconds) is more than a region of another key.
  private static let longestRegion = 270
  /// A stretch in a related key of this many frames (about thirty seconds) is a change of key if its
  /// own key leads by this much on average: plain cadences in the dominant lead by about 0.1.
  private static let shortestChange = 81
  private static let clearLead = 0.08

  /// - Parameters:
  ///   - evidence: For the whole piece.
  ///   - frames: From the first to the last that is music, not empty.
  init(evidence: KeyEvidence, frames: Range<Int>) {
    let total = evidence.total(over: frames)
    let mean = total.map { $0 / Double(max(frames.count, 1)) }
    let order = mean.indices.sorted { (mean[$0], $1) > (mean[$1], $0) }
    let home = Self.home(strongest: order[0], evidence: evidence, frames: frames)
    global = home
    let ranked = [home] + order.filter { $0 != home }
    confidence = Self.confidence(margin: mean[home] - mean[ranked[1]])
    candidates = ranked.prefix(4).map { .init(key: .init(index: $0), score: Float(mean[$0])) }

    let path = KeyPath.decode(
      evidence, frames: frames, changeCost: Self.changeCost, home: (home, Self.homeBonus))
    let stretches = Self.segments(
      of: path, first: frames.lowerBound, evidence: evidence, shortest: Self.shortestSegment)
    segments = Self.withoutRegions(stretches, home: home, evidence: evidence)
  }

  /// The strongest key of the whole, or the one that the piece opens in if it also ends in that, or
  /// if the strongest is no more than its dominant: so a movement that spends most of its time
  /// elsewhere, as sonatas do, is named after its tonic.
  private static func home(strongest: Int, evidence: KeyEvidence, frames: Range<Int>) -> Int {
    let path = KeyPath.decode(evidence, frames: frames, changeCost: changeCost)
    guard let opening = path.first else { return strongest }
    let length = path.firstIndex { $0 != opening } ?? path.count
    let isDominant = opening / 12 == strongest / 12 && (opening + 7) % 12 == strongest % 12
    let isEstablished = length >= shortestOpening
    return isEstablished && (isDominant || path.last == opening) ? opening : strongest
  }

  /// The stretches with those joined to the key of the whole that are only regions of it: in a key
  /// whose scale differs by one note at most, neither so long that they are music of their own nor
  /// a clear change that leaves the key of the whole the most time.
  ///
  /// *Source:* the closely related keys of any harmony primer; A. Schoenberg, Structural Functions of
  /// Harmony (1954), calls them regions of one tonality.
  private static func withoutRegions(
    _ stretches: [Segment], home: Int, evidence: KeyEvidence
  ) -> [Segment] {
    let keys = MusicUnderstandingSession.KeySignature.count
    var lengths = [Int](repeating: 0, count: keys)
    for stretch in stretches { lengths[stretch.key] += stretch.frames.count }
    return merged(
      stretches.map { stretch in
        let (key, length) = (stretch.key, stretch.frames.count)
        guard key != home, length < longestRegion, areRelated(key, home) else { return stretch }
        let total = evidence.total(over: stretch.frames)
        let isClear =
          length >= shortestChange
          && total[key] - total[home] >= clearLead * Double(length)
          && lengths[key] <= lengths[home] + shortestSegment
        return isClear ? stretch : Segment(frames: stretch.frames, key: home)
      })
  }

  /// Whether two keys' signatures are the same or neighbours on the circle of fifths.
  static func areRelated(_ first: Int, _ second: Int) -> Bool {
    // The major key of the same signature.
    let signature = { (key: Int) in key < 12 ? key : (key + 3) % 12 }
    return [0, 5, 7].contains((signature(first) - signature(second) + 12) % 12)
  }

  /// How probable each key is over some frames, in the order of `KeyScores.values`: a softmax of the
  /// mean evidence, as steep as the curve of the confidence, so that with two keys in question the
  /// odds are that curve's.
  static func probabilities(_ evidence: KeyEvidence, over frames: Range<Int>) -> [Float] {
    let mean = evidence.total(over: frames).map { $0 / Double(max(frames.count, 1)) }
    let best = mean.max() ?? 0
    return mean.map { Float(exp(confidenceSlope * ($0 - best))) }
  }

  /// How often an answer is right whose mean evidence exceeds the second best by `margin`: a
  /// logistic curve through what was found on real and made-up music (docs/key.md).
  private static func confidence(margin: Double) -> Float {
    Float(1 / (1 + exp(-(confidenceSlope * max(margin, 0) + confidenceOffset))))
  }

  private static let confidenceSlope = 36.0
  private static let confidenceOffset = 0.5

  /// Runs of equal keys; one shorter than `shortest` joins the neighbour whose key fits it better.
  static func segments(
    of path: [Int], first: Int, evidence: KeyEvidence, shortest: Int
  ) -> [Segment] {
    var runs: [Segment] = []
    for (offset, key) in path.enumerated() {
      let frame = first + offset
      if let last = runs.last, last.key == key {
        runs[runs.count - 1].frames = last.frames.lowerBound..<frame + 1
      } else {
        runs.append(Segment(frames: frame..<frame + 1, key: key))
      }
    }
    while runs.count > 1,
      let index = runs.indices.min(by: { runs[$0].frames.count < runs[$1].frames.count }),
      runs[index].frames.count < shortest
    {
      let total = evidence.total(over: runs[index].frames)
      let neighbours = [index - 1, index + 1].filter(runs.indices.contains)
      guard let host = neighbours.max(by: { total[runs[$0].key] < total[runs[$1].key] }) else {
        break
      }
      runs[index].key = runs[host].key
      runs = merged(runs)
    }
    return runs
  }

  /// The same stretches with equal neighbours joined.
  private static func merged(_ runs: [Segment]) -> [Segment] {
    runs.reduce(into: []) { merged, run in
      if let last = merged.last, last.key == run.key {
        merged[merged.count - 1].frames = last.frames.lowerBound..<run.frames.upperBound
      } else {
        merged.append(run)
      }
    }
  }
}
