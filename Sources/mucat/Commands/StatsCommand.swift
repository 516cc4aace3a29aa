import Catalog

/// `mucat stats`: what the catalogue holds.
enum StatsCommand {
  static let command = Command(
    name: "stats", summary: "Count what the catalogue holds",
    details: "Tracks are counted once, however many copies of the file there are.",
    examples: [.init(words: "mucat stats", summary: "How much music is known?")],
    run: run)

  struct Record: Encodable {
    let schemaVersion = JSONText.schemaVersion
    let catalog: String
    let tracks, files, missingFiles, failedFiles: Int
    let duration: Double?
    let withBPM, withKey, withLoudness: Int
    let codecs: [String: Int]
    /// By Camelot position.
    let keys: [String: Int]

    init(_ statistics: CatalogStatistics, keys: [Catalog.KeyCount], catalog: String) {
      self.catalog = catalog
      tracks = statistics.recordingCount
      files = statistics.presentFileCount
      missingFiles = statistics.missingFileCount
      failedFiles = statistics.failedFileCount
      duration = JSONText.number(statistics.duration)
      withBPM = statistics.tempoCount
      withKey = statistics.keyCount
      withLoudness = statistics.loudnessCount
      codecs = Dictionary(
        statistics.codecs.map { ($0.codec, $0.recordingCount) }, uniquingKeysWith: +)
      self.keys = Dictionary(
        keys.map { ($0.key.camelot, $0.recordingCount) }, uniquingKeysWith: +)
    }
  }

  private static func run(
    _ arguments: Arguments, _ environment: Environment
  ) async throws -> ExitStatus {
    let path = environment.catalogPath(arguments)
    let catalog = try Catalog(path: path, access: .readOnly)
    let statistics = try await catalog.statistics()
    let keys = try await catalog.keyCounts()
    if arguments[CommonOptions.json] {
      try environment.output.write(
        line: JSONText.encode(Record(statistics, keys: keys, catalog: path.displayText)))
    } else {
      let style = environment.style(arguments)
      let rows = lines(statistics, catalog: path.displayText, style: style)
      for line in rows + keyLines(keys, style: style) { try environment.output.write(line: line) }
    }
    return statistics.recordingCount + statistics.failedFileCount == 0 ? .nothingFound : .done
  }

  static func lines(
    _ statistics: CatalogStatistics, catalog: String, style: Style
  ) -> [String] {
    let hours = NumberText.fixed(statistics.duration / 3600, places: 1)
    func share(_ count: Int) -> String {
      guard statistics.recordingCount > 0 else { return "0" }
      let percent = 100 * Double(count) / Double(statistics.recordingCount)
      return "\(NumberText.count(count)) (\(NumberText.fixed(percent, places: 0))%)"
    }
    var rows = [
      ("tracks", "\(NumberText.count(statistics.recordingCount)), \(hours) hours"),
      ("with BPM", share(statistics.tempoCount)),
      ("with key", share(statistics.keyCount)),
      ("with loudness", share(statistics.loudnessCount)),
      ("files", NumberText.count(statistics.presentFileCount)),
    ]
    if statistics.missingFileCount > 0 {
      rows.append(("files gone", NumberText.count(statistics.missingFileCount)))
    }
    if statistics.failedFileCount > 0 {
      let count = NumberText.count(statistics.failedFileCount)
      rows.append(("files failed", count + " ('mucat errors' lists them)"))
    }
    let codecs = statistics.codecs.map { "\(NumberText.count($0.recordingCount)) \($0.codec)" }
    if !codecs.isEmpty { rows.append(("formats", codecs.joined(separator: "; "))) }
    rows.append(("catalogue", catalog))
    return rows.map { label, text in
      style.bold(label) + String(repeating: " ", count: 16 - label.count)
        + Sanitize.forPeople(text)
    }
  }
  /// A bar for each key that occurs, the longest of `barWidth` columns.
  static func keyLines(_ keys: [Catalog.KeyCount], style: Style) -> [String] {
    guard let most = keys.map(\.recordingCount).max(), most > 0 else { return [] }
    return [""]
      + keys.map { row in
        let label = TrackTable.key(row.key)
        let bar = TextBar.text(Double(row.recordingCount) / Double(most), width: barWidth)
        return style.bold(label) + String(repeating: " ", count: 16 - label.count)
          + bar + (bar.isEmpty ? "" : " ") + NumberText.count(row.recordingCount)
      }
  }

  private static let barWidth = 40
}
