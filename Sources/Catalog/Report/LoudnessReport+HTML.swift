import Decoders

extension LoudnessReport {
  /// The report as one HTML page that needs nothing else: no script, no outside file.
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
    <p class="lead">Target \(level(target)) LUFS, true peak at most \(level(ceiling)) dBTP. \
    “Gain” reaches the target; “safe” is as much of it as keeps the peak below the ceiling; “short” \
    is what then is missing.</p>
    \(tiles)
    \(LoudnessChart(loudness: tracks.compactMap(\.level.integrated), target: target)
      .map { "<figure>\n\($0.svg)\n</figure>" } ?? "")
    \(albumTable)
    \(trackTable)
    </main>
    </body>
    </html>

    """
  }

  private var tiles: String {
    var tiles = [
      ("\(summary.trackCount)", summary.trackCount == 1 ? "track" : "tracks"),
      ("\(summary.albumCount)", summary.albumCount == 1 ? "album" : "albums"),
    ]
    if let median = summary.medianIntegrated { tiles.append((level(median), "LUFS, the middle")) }
    if let spread = summary.spread {
      tiles.append((DecimalText.fixed(spread, places: 1), "LU from quietest to loudest"))
    }
    tiles += [
      ("\(summary.nearTargetCount)", "within 1 dB of the target"),
      ("\(summary.limitedCount)", "cannot reach it below the ceiling"),
      ("\(summary.overCeilingCount)", "peak above the ceiling as they are"),
      ("\(summary.clippedCount)", "touch full scale"),
    ]
    let items = tiles.map { "<div><dt>\($0.1)</dt><dd>\($0.0)</dd></div>" }
    return "<dl class=\"tiles\">\n\(items.joined(separator: "\n"))\n</dl>"
  }

  // MARK: - Tables

  private static let levelHeads = [
    "<th class=\"number\">LUFS</th>", "<th class=\"number\">range LU</th>",
    "<th class=\"number\">peak dBTP</th>", "<th class=\"number\">gain dB</th>",
    "<th class=\"number\">safe dB</th>", "<th class=\"number\">short dB</th>",
    "<th class=\"number\">clipped</th>",
  ].joined()

  private var albumTable: String {
    guard !albums.isEmpty else { return "" }
    let rows = albums.map { album in
      let name = album.title ?? album.folder
      let artist = album.artist ?? (album.title == nil ? "" : "various artists")
      let note = album.isPartial ? "partial" : ""
      return "<tr>\(text(name, note: note))\(text(artist))"
        + "<td class=\"number\">\(album.trackCount)</td>\(cells(album.level))</tr>"
    }
    return """
      <h2>Albums</h2>
      <div class="scroll"><table>
      <thead><tr><th>album</th><th>artist</th><th class="number">tracks</th>\(Self.levelHeads)</tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody></table></div>
      """
  }

  private var trackTable: String {
    guard !tracks.isEmpty else { return "<p>No tracks.</p>" }
    let rows = tracks.map { track in
      let note = track.isTruncated ? "cut short" : ""
      let name = track.title ?? FilePath(track.path).lastComponent.displayText
      let path = HTMLText.escaped(FilePath(track.path).displayText)
      return "<tr title=\"\(path)\">\(text(name, note: note))"
        + "\(text(track.artist ?? ""))\(text(track.album ?? ""))\(cells(track.level))</tr>"
    }
    return """
      <h2>Tracks</h2>
      <div class="scroll"><table>
      <thead><tr><th>title</th><th>artist</th><th>album</th>\(Self.levelHeads)</tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody></table></div>
      """
  }

  private func text(_ text: String, note: String = "") -> String {
    let mark = note.isEmpty ? "" : " <span class=\"note\">\(note)</span>"
    return "<td dir=\"auto\">\(HTMLText.escaped(text))\(mark)</td>"
  }

  private func cells(_ level: Level) -> String {
    guard level.integrated != nil else {
      let reason = HTMLText.escaped(level.reason ?? "")
      return "<td class=\"number reason\" colspan=\"6\">no level: \(reason)</td>"
        + cell("\(level.clippedSampleCount)", isAlarming: level.clippedSampleCount > 0)
    }
    let short = level.shortfall ?? 0
    return cell(fixed(level.integrated)) + cell(fixed(level.loudnessRange))
      + cell(fixed(level.truePeak), isAlarming: level.isOver(ceiling))
      + cell(signed(level.gain)) + cell(signed(level.limitedGain))
      + cell(level.isShort ? fixed(short) : "", isAlarming: true)
      + cell("\(level.clippedSampleCount)", isAlarming: level.clippedSampleCount > 0)
  }

  private func cell(_ text: String, isAlarming: Bool = false) -> String {
    "<td class=\"number\(isAlarming ? " alarm" : "")\">\(text)</td>"
  }

  private func level(_ value: Double) -> String { DecimalText.signed(value, places: 1) }
  private func fixed(_ value: Double?) -> String {
    guard let value else { return "" }
    let text = DecimalText.fixed(value, places: 1)
    return text.hasPrefix("-") ? "−" + text.dropFirst() : text
  }
  private func signed(_ value: Double?) -> String {
    value.map { DecimalText.signed($0, places: 1) } ?? ""
  }
}
