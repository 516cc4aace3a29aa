import Catalog

/// Recommendations for people: a row of a table for each, and below it why.
enum RecommendationText {
  private static let columns: [TextTable.Column] = [
    .init(title: "", alignment: .right),
    .init(title: "FIT", alignment: .right),
    .init(title: "BPM", alignment: .right),
    .init(title: "KEY"),
    .init(title: "LUFS", alignment: .right, dropOrder: 2),
    .init(title: "TIME", alignment: .right, dropOrder: 1),
    .init(title: "ARTIST", minimumWidth: 14),
    .init(title: "TITLE", minimumWidth: 20),
  ]

  /// - Parameters:
  ///   - explains: Whether the terms of each score follow its reason.
  ///   - width: Columns of the terminal; nil: every reason is one line.
  static func lines(
    _ recommendations: [Recommendation], explains: Bool = false, width: Int?, style: Style
  ) -> [String] {
    guard !recommendations.isEmpty else { return [] }
    var table = TextTable(columns: columns)
    for (index, recommendation) in recommendations.enumerated() {
      let track = recommendation.track
      table.append([
        "\(index + 1)", NumberText.fixed(recommendation.score * 100, places: 0) + "%",
        track.bpm.map { NumberText.fixed($0, places: 1) } ?? NumberText.unknown,
        TrackTable.key(track.key), NumberText.level(track.integrated),
        NumberText.duration(track.duration), track.artist ?? "", TrackTable.title(track),
      ])
    }
    let rows = table.lines(width: width, style: style)
    let indent = "\(recommendations.count)".count + 2
    let reasons = recommendations.map { recommendation in
      ([recommendation.reason] + (explains ? [terms(recommendation)] : [])).flatMap { text in
        TextWrapping.wrap(Sanitize.forPeople(text), width: width ?? .max, indent: indent)
      }.map(style.dim)
    }
    return [rows[0]] + zip(rows.dropFirst(), reasons).flatMap { [$0] + $1 }
  }

  /// `score 0.832: key 0.90 × 0.40, tempo 0.72 × 0.35, …`
  private static func terms(_ recommendation: Recommendation) -> String {
    let terms = recommendation.terms.map { term in
      "\(term.kind.rawValue) \(NumberText.fixed(term.value, places: 2)) × "
        + NumberText.fixed(term.weight, places: 2)
    }
    guard !terms.isEmpty else { return "score 0: nothing is known of both tracks" }
    let weights = recommendation.terms.reduce(0) { $0 + $1.weight }
    let divisor = weights < 0.999 ? ", by \(NumberText.fixed(weights, places: 2))" : ""
    return "score \(NumberText.fixed(recommendation.score, places: 3)): "
      + terms.joined(separator: " + ") + divisor
  }
}
