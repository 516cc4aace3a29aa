import Catalog

/// A loudness report for people: tracks, albums, and what they come to.
struct LoudnessReportText {
  let report: LoudnessReport
  /// Columns of the terminal; nil: nothing is cut.
  let width: Int?
  let style: Style
  let albumsOnly: Bool

  var text: String {
    var lines: [String] = []
    if !albumsOnly { lines += trackTable.lines(width: width, style: style) + [""] }
    if albumsOnly || report.albums.contains(where: { $0.trackCount > 1 }) {
      lines += albumTable.lines(width: width, style: style) + [""]
    }
    lines += summary.flatMap { TextWrapping.wrap($0, width: width ?? .max) }
    return lines.joined(separator: "\n") + "\n"
  }

  private static let levelColumns: [TextTable.Column] = [
    .init(title: "LUFS", alignment: .right),
    .init(title: "RANGE", alignment: .right, dropOrder: 2),
    .init(title: "PEAK", alignment: .right),
    .init(title: "GAIN", alignment: .right),
    .init(title: "SAFE", alignment: .right),
    .init(title: "RG2", alignment: .right, dropOrder: 4),
    .init(title: "R128", alignment: .right, dropOrder: 5),
    .init(title: "SOUND CHECK", alignment: .right, dropOrder: 6),
  ]

  private var trackTable: TextTable {
    var table = TextTable(
      columns: Self.levelColumns + [
        .init(title: "NOTE", minimumWidth: 9),
        .init(title: "ARTIST", minimumWidth: 10),
        .init(title: "TITLE", minimumWidth: 16),
        .init(title: "ALBUM", minimumWidth: 12, dropOrder: 3),
      ])
    for row in report.tracks {
      table.append(
        levelCells(row.level) + [
          note(row.level, isPartial: row.isTruncated), row.artist ?? "",
          row.title ?? fileName(row.path), row.album ?? "",
        ])
    }
    return table
  }

  private var albumTable: TextTable {
    var table = TextTable(
      columns: Self.levelColumns + [
        .init(title: "TRACKS", alignment: .right, dropOrder: 1),
        .init(title: "NOTE", minimumWidth: 9),
        .init(title: "ARTIST", minimumWidth: 10),
        .init(title: "ALBUM", minimumWidth: 16),
      ])
    for row in report.albums {
      table.append(
        levelCells(row.level) + [
          NumberText.count(row.trackCount),
          note(row.level, isPartial: row.isPartial, spread: row.isUneven ? row.spread : nil),
          row.artist ?? (row.title == nil ? "" : "various"),
          row.title.map { title in row.disc.map { "\(title), disc \($0)" } ?? title }
            ?? fileName(row.folder) + "/",
        ])
    }
    return table
  }

  private func levelCells(_ level: LoudnessReport.Level) -> [String] {
    [
      NumberText.level(level.integrated), NumberText.level(level.loudnessRange),
      NumberText.level(level.truePeak), gain(level.gain), gain(level.limitedGain),
      gain(level.rules?.replayGain.gain), level.rules?.r128.tagValue ?? NumberText.unknown,
      gain(level.rules?.soundCheck.gain),
    ]
  }

  private func gain(_ value: Double?) -> String {
    value.map { NumberText.signed($0, places: 1) } ?? NumberText.unknown
  }

  private func note(
    _ level: LoudnessReport.Level, isPartial: Bool, spread: Double? = nil
  ) -> String {
    var notes: [String] = []
    if let reason = level.reason { notes.append(reason) }
    if let shortfall = level.shortfall, shortfall >= 0.05 {
      notes.append(NumberText.level(shortfall) + " short")
    }
    if let spread { notes.append("uneven by " + NumberText.level(spread)) }
    if level.clippedSampleCount > 0 {
      notes.append(NumberText.count(level.clippedSampleCount) + " clipped")
    }
    if isPartial { notes.append("partial") }
    return notes.joined(separator: ", ")
  }

  private func fileName(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  private var summary: [String] {
    let target = NumberText.decimal(report.target, places: 2)
    let ceiling = NumberText.decimal(report.ceiling, places: 2)
    let counts = report.summary
    var lines = [
      "GAIN brings a track to \(target) LUFS; SAFE is the most of it that keeps the true peak "
        + "at or below \(ceiling) dBTP. RG2 is ReplayGain 2 (-18 LUFS), R128 the value of an Opus "
        + "tag (-23 LUFS, 256ths of a dB)."
    ]
    var sentence =
      "\(NumberText.count(counts.trackCount, "track")), \(NumberText.count(counts.albumCount, "album"))"
    if let median = counts.medianIntegrated, let spread = counts.spread {
      sentence +=
        "; median \(NumberText.level(median)) LUFS, \(NumberText.level(spread)) LU from the "
        + "quietest to the loudest"
    }
    lines.append(
      sentence + ". Within 1 dB of the target: \(NumberText.count(counts.nearTargetCount)). "
        + "Short of it below the ceiling: \(NumberText.count(counts.limitedCount)). "
        + "Above the ceiling as they are: \(NumberText.count(counts.overCeilingCount)). "
        + "Clipped: \(NumberText.count(counts.clippedCount)). "
        + "Uneven albums: \(NumberText.count(counts.unevenAlbumCount)).")
    return lines
  }
}
