extension LoudnessReport {
  /// The report as CSV after RFC 4180: a header, one line per track, one per album, told apart by
  /// the first field. Numbers have a decimal point and two places; what is unknown is empty. New
  /// columns come at the end.
  public var csv: String {
    var lines = [Self.csvHeader]
    lines += tracks.map { row in
      let state = row.isTruncated ? "truncated" : ""
      return ["track", row.path, row.artist, row.album, row.title, "1"].map { $0 ?? "" }
        + Self.csvFields(row.level, duration: row.duration) + [state] + Self.ruleFields(row.level)
        + ["", ""]
    }
    lines += albums.map { row in
      let state = row.isPartial ? "partial" : ""
      return ["album", row.folder, row.artist, row.title, "", "\(row.trackCount)"].map { $0 ?? "" }
        + Self.csvFields(row.level, duration: row.duration) + [state] + Self.ruleFields(row.level)
        + [row.disc.map(String.init) ?? "", Self.number(row.spread)]
    }
    return lines.map { $0.map(Self.csvField).joined(separator: ",") + "\r\n" }.joined()
  }

  private static let csvHeader = [
    "kind", "path", "artist", "album", "title", "tracks", "duration_s", "integrated_lufs",
    "loudness_range_lu", "true_peak_dbtp", "gain_db", "limited_gain_db", "shortfall_db",
    "clipped_samples", "reason", "state", "target_plays_lufs", "replaygain_tag",
    "replaygain_plays_lufs",
    "r128_tag", "r128_plays_lufs", "soundcheck_tag", "soundcheck_plays_lufs", "disc", "spread_lu",
  ]

  private static func number(_ value: Double?) -> String {
    value.map { DecimalText.fixed($0, places: 2) } ?? ""
  }

  private static func ruleFields(_ level: Level) -> [String] {
    let rules = [level.rules?.replayGain, level.rules?.r128, level.rules?.soundCheck]
    return [number(level.playbackLevel)]
      + rules.flatMap { [$0?.tagValue ?? "", number($0?.playbackLevel)] }
  }

  private static func csvFields(_ level: Level, duration: Double) -> [String] {
    [
      number(duration), number(level.integrated), number(level.loudnessRange),
      number(level.truePeak), number(level.gain), number(level.limitedGain),
      number(level.shortfall), "\(level.clippedSampleCount)", level.reason ?? "",
    ]
  }

  /// A field, in quotes where it must be, with quotes in it doubled.
  static func csvField(_ text: String) -> String {
    // By bytes: Swift takes CR LF for one character, which is neither CR nor LF.
    let special: Set<UInt8> = [0x22, 0x2C, 0x0A, 0x0D]
    guard text.utf8.contains(where: special.contains) || text.first == " " || text.last == " "
    else { return text }
    var quoted = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" { quoted.unicodeScalars.append(scalar) }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }
}
