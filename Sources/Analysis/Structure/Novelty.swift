import Glibc

/// How much what follows each edge differs from what precedes it, each being alike within itself.
///
/// The correlation of the self-similarity with a chequered kernel that tapers off.
///
/// *Source:* J. Foote, Automatic audio segmentation using a measure of audio novelty, ICME 2000.
struct Novelty {
  /// A value for each edge from the first to the last, in standard deviations from the piece's mean;
  /// 0 at both ends.
  let values: [Float]

  /// - Parameter reach: The steps before and after an edge that are compared.
  init(_ similarity: SelfSimilarity, reach: Int) {
    let count = similarity.stepCount
    // A taper whose width at half height is the reach.
    let taper = (0..<reach).map { index -> Float in
      let x = (Float(index) + 0.5) / (Float(reach) * 0.5)
      return expf(-0.5 * x * x)
    }
    var raw = [Float](repeating: 0, count: count + 1)
    for edge in stride(from: 1, to: count, by: 1) {
      // Near the ends the kernel is cut, on both sides alike.
      let near = min(reach, edge, count - edge)
      var (within, across, weights) = (Float(0), Float(0), Float(0))
      for i in 0..<near {
        for j in 0..<near {
          let weight = taper[i] * taper[j]
          let after = similarity[edge + i, edge + j]
          within += weight * (after + similarity[edge - 1 - i, edge - 1 - j])
          across += weight * 2 * similarity[edge + i, edge - 1 - j]
          weights += weight
        }
      }
      raw[edge] = (within - across) / (2 * weights)
    }
    values = standardized(raw)
  }
}

/// Values at inner edges in standard deviations from their mean; the two ends are 0.
func standardized(_ raw: [Float]) -> [Float] {
  let inner = raw.dropFirst().dropLast()
  guard inner.count > 1 else { return [Float](repeating: 0, count: raw.count) }
  let mean = inner.reduce(0, +) / Float(inner.count)
  let variance = inner.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Float(inner.count)
  let scale = variance > 1e-9 ? 1 / variance.squareRoot() : 0
  var result = raw.map { ($0 - mean) * scale }
  result[0] = 0
  result[raw.count - 1] = 0
  return result
}
