import Catalog
import Decoders

/// `mucat doctor`: whether the catalogue is whole, and agrees with the disk.
enum DoctorCommand {
  static let repair = Option<Bool>(
    switch: "repair", summary: "Mend what can be mended without loss",
    details: "Indexes are made anew from the rows. Rows are never deleted or guessed.")

  static let command = Command(
    name: "doctor", summary: "Examine the catalogue for damage",
    details: """
      Reads every page of the catalogue and looks for every file that it lists. Damage to the \
      catalogue ends with status 2; what is said of the music (files gone since the last scan, \
      analyses that a newer algorithm would make anew) does not.
      """,
    examples: [.init(words: "mucat doctor", summary: "Is all well?")],
    options: [repair.declaration], run: run)

  struct Record: Encodable {
    let schemaVersion = JSONText.schemaVersion
    let isDamaged: Bool
    let damage: [String]
    let brokenReferences: Int
    let staleSearchIndexes: [String]
    let orphanedRecordings, staleRecordings, missingFiles, failedFiles, vanishedFiles: Int
    let unusedBytes: Int64

    init(_ health: CatalogHealth) {
      isDamaged = health.isDamaged
      damage = health.damage
      brokenReferences = health.brokenReferenceCount
      staleSearchIndexes = health.staleSearchIndexes
      orphanedRecordings = health.orphanedRecordingCount
      staleRecordings = health.staleRecordingCount
      missingFiles = health.missingFileCount
      failedFiles = health.failedFileCount
      vanishedFiles = health.vanishedFiles.count
      unusedBytes = health.unusedBytes
    }
  }

  private static func run(
    _ arguments: Arguments, _ environment: Environment
  ) async throws -> ExitStatus {
    let path = environment.catalogPath(arguments)
    if arguments[repair] {
      _ = try Catalog(path: path, access: .readOnly)
      try await Catalog(path: path, access: .readWrite).repair()
    }
    let health = try await Catalog(path: path, access: .readOnly).health()
    if arguments[CommonOptions.json] {
      try environment.output.write(line: JSONText.encode(Record(health)))
    } else {
      for line in lines(health) { try environment.output.write(line: Sanitize.forPeople(line)) }
    }
    return health.isDamaged ? .failed : .done
  }

  /// One finding a line, damage first; "all is well" when there is none.
  static func lines(_ health: CatalogHealth) -> [String] {
    var lines = health.damage.map { "damaged: " + $0 }
    if health.brokenReferenceCount > 0 {
      lines.append(
        "damaged: \(NumberText.count(health.brokenReferenceCount, "row")) without what they name")
    }
    for index in health.staleSearchIndexes {
      lines.append("damaged: the search index \(index) is incomplete; --repair makes it anew")
    }
    if !health.damage.isEmpty {
      lines.append(
        "a backup ('mucat backup') is the way back; without one, 'sqlite3 FILE .recover' saves "
          + "what can be read")
    }
    func note(_ count: Int, _ noun: String, _ words: String) {
      if count > 0 { lines.append("\(NumberText.count(count, noun)) \(words)") }
    }
    note(health.vanishedFiles.count, "file", "not found on disk; the next scan takes note")
    note(health.missingFileCount, "file", "gone; their analyses are kept")
    note(health.failedFileCount, "file", "could not be analysed ('mucat errors')")
    note(
      health.staleRecordingCount, "recording", "analysed by older algorithms ('mucat scan --stale')"
    )
    note(health.orphanedRecordingCount, "recording", "without a file; kept in case one comes back")
    if health.unusedBytes > 1 << 20 {
      lines.append("\(NumberText.count(Int(health.unusedBytes >> 20))) MB of the file are unused")
    }
    return lines.isEmpty ? ["all is well"] : lines
  }
}
