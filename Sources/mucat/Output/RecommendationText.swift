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

  /// - Parameter width: Columns of the terminal; nil: every reason is one line.
  static func lines(
    _ recommendations: [Recommendation], width: Int?, style: Style
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
      TextWrapping.wrap(
        Sanitize.forPeople(recommendation.reason), width: width ?? .max, indent: indent
      ).map(style.dim)
    }
    return [rows[0]] + zip(rows.dropFirst(), reasons).flatMap { [$0] + $1 }
  }
}
