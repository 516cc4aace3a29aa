import Catalog

/// A set for people: a row for each track, and below it how one gets there.
enum SetText {
  private static let columns: [TextTable.Column] = [
    .init(title: "", alignment: .right),
    .init(title: "BPM", alignment: .right),
    .init(title: "KEY"),
    .init(title: "LUFS", alignment: .right, dropOrder: 2),
    .init(title: "ENERGY", alignment: .right, dropOrder: 3),
    .init(title: "TIME", alignment: .right, dropOrder: 1),
    .init(title: "ARTIST", minimumWidth: 14),
    .init(title: "TITLE", minimumWidth: 20),
  ]

  /// - Parameter width: Columns of the terminal; nil: every sentence is one line.
  static func lines(_ plan: SetPlan, width: Int?, style: Style) -> [String] {
    guard !plan.entries.isEmpty else { return [] }
    var table = TextTable(columns: columns)
    for (index, entry) in plan.entries.enumerated() {
      let track = entry.track
      table.append([
        "\(index + 1)", track.bpm.map { NumberText.fixed($0, places: 1) } ?? NumberText.unknown,
        TrackTable.key(track.key), NumberText.level(track.integrated),
        track.energy.map { NumberText.fixed($0, places: 1) } ?? NumberText.unknown,
        NumberText.duration(track.duration), track.artist ?? "", TrackTable.title(track),
      ])
    }
    let rows = table.lines(width: width, style: style)
    let indent = "\(plan.entries.count)".count + 2
    return [rows[0]]
      + zip(rows.dropFirst(), plan.entries).flatMap { row, entry in
        guard let transition = entry.transition else { return [row] }
        let reason = TextWrapping.wrap(
          Sanitize.forPeople(transition.reason), width: width ?? .max, indent: indent)
        return reason.map(style.dim) + [row]
      }
  }

  /// `12 tracks, 48:12; cost 1.204, and no order costs less`
  static func summary(_ plan: SetPlan) -> String {
    var text = NumberText.count(plan.entries.count, "track")
    text +=
      ", \(NumberText.duration(plan.duration)); cost \(NumberText.fixed(plan.cost, places: 3))"
    if plan.isOptimal {
      text += ", and no order costs less"
    } else if let bound = plan.lowerBound, let gap = plan.gap {
      text += ", and none costs less than \(NumberText.fixed(bound, places: 3))"
      text += " (gap \(NumberText.fixed(gap * 100, places: 1)) %)"
    } else {
      text += "; how much less another set could cost is not known"
    }
    if plan.copyCount > 0 {
      text += "; \(NumberText.count(plan.copyCount, "copy", "copies")) left out"
    }
    return text
  }
}
