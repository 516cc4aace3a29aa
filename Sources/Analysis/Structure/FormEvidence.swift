/// What the form of a piece was decided from, for looking at: harmony and self-similarity in steps.
package struct FormEvidence: Sendable {
  /// The moments between steps, in seconds.
  package let edges: [Double]
  /// How strongly each pitch class sounds in each step, C first, 0 to 1; `[step][pitch class]`.
  package let chroma: [Float]
  private let similarity: SelfSimilarity

  package var stepCount: Int { max(0, edges.count - 1) }

  init(grid: FormGrid, features: FormFeatures, similarity: SelfSimilarity) {
    edges = grid.edges
    chroma = features.chroma
    self.similarity = similarity
  }

  /// How alike two steps are, −1 to 1; nil when they are too far apart to have been compared.
  package func similarity(_ first: Int, _ second: Int) -> Float? {
    abs(first - second) < similarity.lagCount ? similarity[first, second] : nil
  }
}
