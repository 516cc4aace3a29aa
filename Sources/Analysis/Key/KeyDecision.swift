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
  /// The four best keys for the whole, best first.
  let candidates: [MusicUnderstandingSession.KeyCandidate]

  /// What a change of key must gain: see `KeyPath`. In evidence, a clear triad for eight seconds.
  private static let changeCost: Float = 5
  /// Stretches shorter than this many frames (about ten seconds) are passing notes in a longer one.
  private static let shortestSegment = 27

  /// - Parameters:
  ///   - evidence: For the whole piece.
  ///   - frames: From the first to the last that sounds, not empty.
  init(evidence: KeyEvidence, frames: Range<Int>) {
    let path = KeyPath.decode(evidence.sliced(frames), changeCost: Self.changeCost)
    segments = Self.segments(
      of: path, first: frames.lowerBound, evidence: evidence, shortest: Self.shortestSegment)

    let total = evidence.total(over: frames)
    let order = total.indices.sorted { (total[$0], $1) > (total[$1], $0) }
    global = order[0]
    let seconds = Double(max(frames.count, 1))
    let mean = order.map { total[$0] / seconds }
    confidence = Float(1 - exp(-Self.confidenceSlope * (mean[0] - mean[1])))
    candidates = order.prefix(4).map {
      .init(key: .init(index: $0), score: Float(total[$0] / seconds))
    }
  }

  private static let confidenceSlope = 30.0

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
