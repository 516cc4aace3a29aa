/// How likely the network holds each of some beats.
struct HeardBeats {
  /// The greatest likelihood near each beat, 0…1.
  let values: [Float]

  /// Frames of `OnsetCurves` around a beat where the network's peak may lie.
  private static let reach = 4
  /// So many beats are compared at a time: the others may be the even ones here, the odd ones there.
  private static let comparedBeats = 16

  /// - Parameter frames: Of `OnsetCurves`.
  init(at frames: [Int], _ network: Activations) {
    values = frames.map {
      network.greatest(.beat, near: $0, before: Self.reach, after: Self.reach)
    }
  }

  /// The mean, 0…1; 0 for no beats.
  var mean: Float { values.isEmpty ? 0 : values.reduce(0, +) / Float(values.count) }

  /// How strong the weaker ones of alternating beats are beside the stronger ones, 0…1; 1 when there
  /// is nothing to compare.
  var balance: Float {
    var (weaker, stronger) = (Float(0), Float(0))
    for start in stride(from: 0, to: values.count, by: Self.comparedBeats) {
      let group = values[start..<min(start + Self.comparedBeats, values.count)]
      let sums = group.enumerated().reduce(into: [Float(0), 0]) { $0[$1.offset % 2] += $1.element }
      weaker += min(sums[0], sums[1])
      stronger += max(sums[0], sums[1])
    }
    return stronger > 0 ? weaker / stronger : 1
  }
}
