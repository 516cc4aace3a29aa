/// The stretches of a piece in which the tempo stays the same.
///
/// Beats against their number are a curve; where the tempo is steady it is straight. The curve is
/// replaced by straight pieces that nowhere miss a beat by more than a tolerance, and neighbours of
/// nearly the same slope are joined.
///
/// *Source:* Douglas & Peucker, Algorithms for the reduction of the number of points required to
/// represent a digitized line, Cartographica 1973. *Deviation:* a piece is judged by its line of
/// least squares, not by its chord: single beats are not exact.
struct TempoSections: Equatable {
  struct Section: Equatable {
    /// Indices of beats.
    var beats: Range<Int>
    var beatsPerMinute: Double
  }

  /// In order, one behind the other; empty when the tempo is in flux, or with too few beats.
  let sections: [Section]

  /// Beats may lie so many seconds off a section's line.
  private static let tolerance = 0.05
  private static let fewestBeats = 8
  /// Neighbours whose tempi differ by less than this ratio are one section.
  private static let leastChange = 1.02
  /// On average a section has at least so many beats, or the tempo is in flux.
  private static let fewestBeatsOnAverage = 24
  /// Beats that are looked at together: so the work grows with the length, not its square.
  private static let chunkLength = 2048

  /// - Parameter times: Of all beats, in seconds, ascending.
  init(times: [Double]) {
    guard times.count >= Self.fewestBeats else {
      sections = []
      return
    }
    let joined = Self.joined(Self.numbered(times), Self.straightPieces(times: times))
    let isInFlux = joined.count > 1 && times.count < joined.count * Self.fewestBeatsOnAverage
    sections = isInFlux ? [] : joined
  }

  /// The stretches in which the beats lie on a straight line, before neighbours are joined.
  static func straightPieces(times: [Double]) -> [Range<Int>] {
    guard times.count >= fewestBeats else { return times.isEmpty ? [] : [times.indices] }
    let points = numbered(times)
    return stride(from: 0, to: points.count, by: chunkLength).flatMap { start in
      split(points, start..<min(start + chunkLength, points.count))
    }
  }

  private typealias Point = (x: Double, y: Double)

  /// The beats with their numbers; across a gap as many are counted as fit into it.
  private static func numbered(_ times: [Double]) -> [Point] {
    let intervals = zip(times, times.dropFirst()).map { $1 - $0 }
    var points: [Point] = [(0, times[0])]
    var number = 0.0
    for (index, interval) in intervals.enumerated() {
      let before = index > 0 ? intervals[index - 1] : interval
      let after = index + 1 < intervals.count ? intervals[index + 1] : interval
      let isGap = interval > 1.5 * max(before, after)
      number += isGap ? (2 * interval / (before + after)).rounded() : 1
      points.append((number, times[index + 1]))
    }
    return points
  }

  private static func line(_ points: [Point], _ range: Range<Int>) -> LeastSquaresLine? {
    LeastSquaresLine(Array(points[range]))
  }

  private static func split(_ points: [Point], _ whole: Range<Int>) -> [Range<Int>] {
    var pieces: [Range<Int>] = []
    var waiting = [whole]
    while let range = waiting.popLast() {
      guard range.count >= 2 * fewestBeats, let line = line(points, range),
        range.contains(where: { abs(points[$0].y - line.value(at: points[$0].x)) > tolerance })
      else {
        pieces.append(range)
        continue
      }
      let corner = farthest(points, range)
      waiting.append(corner..<range.upperBound)
      waiting.append(range.lowerBound..<corner)
    }
    return pieces
  }

  /// The beat farthest from the chord, not too near to an end.
  private static func farthest(_ points: [Point], _ range: Range<Int>) -> Int {
    let (first, last) = (points[range.lowerBound], points[range.upperBound - 1])
    let slope = (last.y - first.y) / max(last.x - first.x, 1)
    let candidates = range.lowerBound + fewestBeats...range.upperBound - fewestBeats
    let distance = { (index: Int) in
      abs(points[index].y - first.y - slope * (points[index].x - first.x))
    }
    return candidates.max { distance($0) < distance($1) } ?? candidates.lowerBound
  }

  private static func joined(_ points: [Point], _ pieces: [Range<Int>]) -> [Section] {
    var sections: [Section] = []
    for piece in pieces {
      guard let slope = line(points, piece)?.slope, slope > 0 else { continue }
      if let last = sections.last {
        let ratio = 60 / slope / last.beatsPerMinute
        if max(ratio, 1 / ratio) < leastChange {
          let both = last.beats.lowerBound..<piece.upperBound
          let tempo = line(points, both).map { 60 / $0.slope } ?? last.beatsPerMinute
          sections[sections.count - 1] = Section(beats: both, beatsPerMinute: tempo)
          continue
        }
      }
      sections.append(Section(beats: piece, beatsPerMinute: 60 / slope))
    }
    return sections
  }
}
