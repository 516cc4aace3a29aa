import Decoders

extension LoudnessReport {
  /// The report as one HTML page that needs nothing else: no script, no outside file.
  ///
  /// What calls for action comes first; the table of all tracks is last, and ends at
  /// ``pageTrackLimit``, for browsers choke on more.
  public var html: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="generator" content="mucat">
    <title>Loudness report</title>
    <style>
    \(Self.styleSheet)
    </style>
    </head>
    <body>
    <main>
    <h1>Loudness report</h1>
    <p class="lead">Target \(LoudnessTable.level(target)) LUFS, true peak at most \
    \(LoudnessTable.level(ceiling)) dBTP.</p>
    \(tiles)
    \(chart)
    \(findings)
    \(albumSection)
    \(trackSection)
    \(explanation)
    </main>
    </body>
    </html>

    """
  }

  /// The most tracks that the page lists; JSON and CSV have all.
  public static let pageTrackLimit = 2000
  /// The most rows of a table of findings.
  private static let findingLimit = 25
  /// The loudest and the quietest tracks to show.
  private static let extremeCount = 5

  private var tiles: String {
    var tiles = [
      ("\(summary.trackCount)", summary.trackCount == 1 ? "track" : "tracks"),
      ("\(summary.albumCount)", summary.albumCount == 1 ? "album" : "albums"),
    ]
    if let median = summary.medianIntegrated {
      tiles.append((LoudnessTable.level(median), "LUFS, the middle"))
    }
    if let spread = summary.spread {
      tiles.append((DecimalText.fixed(spread, places: 1), "LU from quietest to loudest"))
    }
    tiles += [
      ("\(summary.nearTargetCount)", "within 1 dB of the target"),
      ("\(summary.limitedCount)", "cannot reach it below the ceiling"),
      ("\(summary.overCeilingCount)", "peak above the ceiling as they are"),
      ("\(summary.clippedCount)", "are clipped"),
    ]
    let items = tiles.map { "<div><dt>\($0.1)</dt><dd>\($0.0)</dd></div>" }
    return "<dl class=\"tiles\">\n\(items.joined(separator: "\n"))\n</dl>"
  }

  private var chart: String {
    LoudnessChart(loudness: tracks.compactMap(\.level.integrated), target: target)
      .map { chart in
        """
        <figure>
        \(chart.svg)
        <figcaption>How many tracks have which integrated loudness, in LUFS</figcaption>
        </figure>
        """
      } ?? ""
  }

  // MARK: - Findings

  private var findings: String {
    guard !tracks.isEmpty else { return "<p>No tracks.</p>" }
    let sections = [
      extremes,
      section(
        "Held back by their peaks", limited,
        "Tracks whose true peak leaves too little room: with the peak at the ceiling they stay below "
          + "the target by so much.",
        columns: ["short by dB", "LUFS", "peak dBTP", "gain wanted dB", "gain safe dB"]
      ) { row in
        let level = row.level
        return [
          LoudnessTable.alarm(LoudnessTable.fixed(level.shortfall)),
          LoudnessTable.fixed(level.integrated), LoudnessTable.fixed(level.truePeak),
          LoudnessTable.signed(level.gain), LoudnessTable.signed(level.limitedGain),
        ]
      },
      unevenSection,
      section(
        "Clipped", clipped,
        "Samples that stand at full scale three and more in a row: their crests were cut off when "
          + "the file was made, and no gain brings them back.",
        columns: ["clipped samples", "peak dBTP", "LUFS"]
      ) { row in
        [
          LoudnessTable.alarm("\(row.level.clippedSampleCount)"),
          LoudnessTable.fixed(row.level.truePeak), LoudnessTable.fixed(row.level.integrated),
        ]
      },
      section(
        "Without a level", unmeasured,
        "Nothing to measure, or not measured yet: no gain is given for these.",
        columns: ["reason"]
      ) { [HTMLText.escaped($0.level.reason ?? "")] },
    ]
    return sections.joined(separator: "\n")
  }

  private var extremes: String {
    let count = Self.extremeCount
    guard summary.measuredCount > count else { return "" }
    let list = { (title: String, rows: [TrackRow]) in
      let items = rows.map { row in
        """
        <li><span class="figure">\(LoudnessTable.fixed(row.level.integrated))</span> \
        \(LoudnessTable.name(of: row))</li>
        """
      }
      return "<div><h3>\(title)</h3><ol>\n\(items.joined(separator: "\n"))\n</ol></div>"
    }
    return """
      <section class="pair">
      \(list("Loudest, LUFS", loudest(count)))
      \(list("Quietest, LUFS", quietest(count)))
      </section>
      """
  }

  private var unevenSection: String {
    let albums = unevenAlbums
    guard !albums.isEmpty else { return "" }
    let shown = albums.prefix(Self.findingLimit)
    let spread = DecimalText.fixed(Self.unevenSpread, places: 0)
    let table = LoudnessTable(
      label: "Uneven albums", head: "album", columns: ["LU apart", "album LUFS", "tracks"],
      rows: shown.map { album in
        let cells = [
          LoudnessTable.alarm(LoudnessTable.fixed(album.spread)),
          LoudnessTable.fixed(album.level.integrated), "\(album.trackCount)",
        ]
        return .init(name: LoudnessTable.name(of: album), cells: cells)
      })
    return """
      <section>
      <h2>Uneven albums <span class="count">\(albums.count)</span></h2>
      <p class="hint">\(spread) LU and more lie between the quietest and the loudest track. Album \
      gain keeps that; where it is not meant, track gain evens it out.</p>
      \(table.html)\(more(albums.count - shown.count))
      </section>
      """
  }

  private func section(
    _ title: String, _ rows: [TrackRow], _ hint: String, columns: [String],
    cells: (TrackRow) -> [String]
  ) -> String {
    guard !rows.isEmpty else { return "" }
    let shown = rows.prefix(Self.findingLimit)
    let table = LoudnessTable(
      label: title, head: "track", columns: columns,
      rows: shown.map { .init(name: LoudnessTable.name(of: $0), cells: cells($0)) })
    return """
      <section>
      <h2>\(title) <span class="count">\(rows.count)</span></h2>
      <p class="hint">\(hint)</p>
      \(table.html)\(more(rows.count - shown.count))
      </section>
      """
  }

  private func more(_ count: Int) -> String {
    count > 0 ? "\n<p class=\"hint\">And \(count) more: JSON and CSV have them all.</p>" : ""
  }

  // MARK: - All of it

  private var ruleColumns: [String] {
    [
      "target<small>\(LoudnessTable.level(target)) LUFS</small>",
      "ReplayGain 2<small>−18 LUFS</small>", "R128<small>−23 LUFS</small>",
      "Sound Check<small>−18 LUFS</small>",
    ]
  }

  private var albumSection: String {
    let several = albums.filter { $0.trackCount > 1 }
    guard !several.isEmpty else { return "" }
    let shown = several.prefix(Self.pageTrackLimit)
    let table = LoudnessTable(
      label: "Albums", head: "album", columns: ["tracks", "LUFS", "peak dBTP"] + ruleColumns,
      rows: shown.map { album in
        .init(
          name: LoudnessTable.name(of: album),
          cells: ["\(album.trackCount)"] + levelCells(album.level))
      })
    return """
      <details open>
      <summary><h2>Albums <span class="count">\(several.count)</span></h2></summary>
      <p class="hint">Measured as if the tracks were played as one.</p>
      \(table.html)\(more(several.count - shown.count))
      </details>
      """
  }

  private var trackSection: String {
    guard !tracks.isEmpty else { return "" }
    let shown = tracks.prefix(Self.pageTrackLimit)
    let table = LoudnessTable(
      label: "Tracks", head: "track",
      columns: ["LUFS", "peak dBTP"] + ruleColumns + ["range LU", "clipped"],
      rows: shown.map { track in
        let level = track.level
        let count = level.clippedSampleCount
        return .init(
          name: LoudnessTable.name(of: track),
          cells: levelCells(level) + [
            LoudnessTable.fixed(level.loudnessRange),
            count > 0 ? LoudnessTable.alarm("\(count)") : "",
          ])
      })
    return """
      <details open>
      <summary><h2>Tracks <span class="count">\(tracks.count)</span></h2></summary>
      \(table.html)\(more(tracks.count - shown.count))
      </details>
      """
  }

  /// Loudness, peak, and for each rule the gain and what it then plays at.
  private func levelCells(_ level: Level) -> [String] {
    guard let integrated = level.integrated else {
      let reason = "<span class=\"reason\">\(HTMLText.escaped(level.reason ?? ""))</span>"
      return [reason, LoudnessTable.fixed(level.truePeak), "", "", "", ""]
    }
    let peak = LoudnessTable.fixed(level.truePeak)
    let rules = [level.rules?.replayGain, level.rules?.r128, level.rules?.soundCheck]
    return [
      LoudnessTable.fixed(integrated), level.isOver(ceiling) ? LoudnessTable.alarm(peak) : peak,
      gainCell(level.gain, level.playbackLevel, tag: nil),
    ] + rules.map { gainCell($0?.gain, $0?.playbackLevel, tag: $0?.tagValue) }
  }

  private func gainCell(_ gain: Double?, _ playback: Double?, tag: String?) -> String {
    let title = tag.map { " title=\"tag value \(HTMLText.escaped($0))\"" } ?? ""
    return """
      <span\(title)>\(LoudnessTable.signed(gain))</span>\
      <small>→ \(LoudnessTable.fixed(playback))</small>
      """
  }

  private var explanation: String {
    """
    <section class="hint">
    <h2>How to read this</h2>
    <p>Loudness is integrated loudness after ITU-R BS.1770 and EBU R 128; peaks are true peaks. Each \
    rule has its gain in dB and, behind the arrow, the loudness at which the music then plays in a \
    player that keeps the true peak at or below the ceiling. R128 is what Opus files hold, in 256ths \
    of a dB; Sound Check has the gain of ReplayGain, as a power. An album marked “partial” has files \
    that failed, were cut short, or were not measured.</p>
    </section>
    """
  }
}
