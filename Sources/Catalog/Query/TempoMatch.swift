/// The tempi that can be mixed with one: near to it, to its half or to its double.
public struct TempoMatch: Hashable, Sendable {
  /// Beats per minute, positive.
  public var beatsPerMinute: Double
  /// How far off a tempo may be, as a ratio: 0.03 for 3 %.
  public var tolerance: Double

  public static let usualTolerance = 0.03

  public init(_ beatsPerMinute: Double, tolerance: Double = TempoMatch.usualTolerance) {
    self.beatsPerMinute = beatsPerMinute
    self.tolerance = tolerance
  }

  public func contains(_ bpm: Double) -> Bool {
    ranges.contains { $0.contains(bpm) }
  }

  /// The three ranges, lowest first.
  var ranges: [ClosedRange<Double>] {
    [0.5, 1, 2].map { factor in
      let center = beatsPerMinute * factor
      return center * (1 - tolerance)...center * (1 + tolerance)
    }
  }

  /// The same ranges after folding, merged: mostly one. They may hold more than `ranges` (a
  /// quarter of the tempo), never less.
  var foldedRanges: [ClosedRange<Double>] {
    let pieces = ranges.flatMap { TempoFold.folded($0) }.sorted { $0.lowerBound < $1.lowerBound }
    return pieces.reduce(into: []) { merged, piece in
      if let last = merged.last, piece.lowerBound <= last.upperBound {
        let upper = max(last.upperBound, piece.upperBound)
        merged[merged.count - 1] = last.lowerBound...upper
      } else {
        merged.append(piece)
      }
    }
  }
}

/// Tempo with octaves taken away, as the column `bpm_fold` of the schema computes it.
enum TempoFold {
  /// The factor by which a tempo in a band is multiplied. Powers of two: folding is exact.
  private static let bands: [(upTo: Double, factor: Double)] = [
    (25, 8), (50, 4), (100, 2), (200, 1), (400, 0.5), (.infinity, 0.25),
  ]

  static func fold(_ bpm: Double) -> Double {
    let band = bands.first { bpm < $0.upTo }
    return bpm * (band?.factor ?? 1)
  }

  /// The images of a range, one for each band that it touches.
  static func folded(_ range: ClosedRange<Double>) -> [ClosedRange<Double>] {
    var start = 0.0
    var pieces: [ClosedRange<Double>] = []
    for band in bands {
      let lower = max(range.lowerBound, start)
      let upper = min(range.upperBound, band.upTo)
      if lower <= upper { pieces.append(lower * band.factor...upper * band.factor) }
      start = band.upTo
    }
    return pieces
  }
}
