import Analysis
import Decoders

/// What a scan asks and stores. Each call is one transaction: a process that is killed loses at
/// most the file it was about to store.
extension Catalog {
  /// What the last scan knew of a file; nil for a file that it did not see.
  public func fileState(at path: FilePath) throws(CatalogError) -> FileState? {
    try fileStates(at: [path])[0]
  }

  /// What the last scan knew of files, in their order: one turn of the actor and one lock of the
  /// database for all of them.
  ///
  /// - Parameter hasFFmpeg: Whether files that wait for ffmpeg are due.
  func fileStates(
    at paths: [FilePath], hasFFmpeg: Bool = AudioAsset.hasFFmpeg
  ) throws(CatalogError) -> [FileState?] {
    let statement = try connection.statement(
      """
      SELECT size, mtime_ns, ctime_ns, inode, device, status, recording_id,
        \(Self.isCurrent("file.recording_id")),
        decoder_version, error_code, tag_encoding
      FROM file WHERE path = ?
      """)
    return try connection.snapshot { () throws(CatalogError) in
      var states: [FileState?] = []
      states.reserveCapacity(paths.count)
      for path in paths {
        let state = try statement.first(.path(path)) { (row) throws(CatalogError) in
          let recording = row.optionalInteger(6)
          let isStillRefused =
            row.int(8) == AudioAsset.decoderVersion
            && !(hasFFmpeg && row.text(9) == DecodingError.needsFFmpegCode)
          return FileState(
            identity: FileIdentity(
              path: path, size: row.integer(0), modifiedNanoseconds: row.integer(1),
              changedNanoseconds: row.integer(2), inode: UInt64(bitPattern: row.integer(3)),
              device: UInt64(bitPattern: row.integer(4))),
            status: FileStatus(rawValue: row.text(5)) ?? .failed, recordingID: recording,
            isCurrent: recording == nil ? isStillRefused : row.int(7) == 1,
            tagEncoding: row.optionalText(10))
        }
        states.append(state)
      }
      return states
    }
  }

  /// The recording with this payload, and which of its analyses this release would make anew.
  public func recording(for hash: PayloadHash) throws(CatalogError) -> KnownRecording? {
    let id = try connection.statement("SELECT id FROM recording WHERE payload_hash = ?")
      .first(.blob(hash.bytes)) { row in row.integer(0) }
    guard let id else { return nil }
    let current = try connection.statement(
      "SELECT kind FROM analysis WHERE recording_id = ? AND (\(Self.currentAnalysis))"
    ).all(.integer(id)) { row in AnalysisType(rawValue: row.text(0)) }
    let hasFingerprint = try hasCurrentFingerprint(id)
    let work = AnalysisWork(
      types: AnalysisType.available.subtracting(current),
      takesFingerprint: AcousticFingerprint.isAvailable && !hasFingerprint)
    return KnownRecording(id: id, staleWork: work)
  }

  /// Files with recordings that this release would analyse anew, one file for each recording, in
  /// the order of their paths.
  func staleFiles() throws(CatalogError) -> [FilePath] {
    try connection.statement(
      """
      SELECT min(path) FROM file JOIN recording ON recording.id = file.recording_id
      WHERE status = 'present' AND NOT (\(Self.isCurrent("recording.id")))
      GROUP BY recording.id ORDER BY min(path)
      """
    ).all { row in row.path(0) }
  }

  /// Stores a file and the analysis of its recording. What the user said about the recording
  /// stays, and so do analyses that `file` does not hold.
  public func store(_ file: AnalysedFile) throws(CatalogError) {
    let columns = try SummaryColumns(file)
    let analysis = try StoredAnalysis(file.result)
    let now = clock()
    try connection.transaction { () throws(CatalogError) in
      let id = try upsertRecording(file.payloadHash, columns, now: now)
      try storeAnalysis(analysis, of: id)
      if let fingerprint = file.fingerprint { try insert(fingerprint, ofRecording: id) }
      try upsertFile(
        file.identity, tags: file.tags, codec: file.report.codec, recording: id, now: now)
    }
  }

  /// Stores a file whose recording is known: moved, copied or retagged.
  ///
  /// - Throws: `corrupt` when there is no such recording.
  public func attach(
    _ identity: FileIdentity, tags: Tags, toRecording id: Int64
  ) throws(CatalogError) {
    let now = clock()
    try connection.transaction { () throws(CatalogError) in
      let codec = try connection.statement("SELECT codec FROM recording WHERE id = ?")
        .first(.integer(id)) { row in row.text(0) }
      guard let codec else { throw CatalogError.corrupt(detail: "no recording \(id)") }
      try upsertFile(identity, tags: tags, codec: codec, recording: id, now: now)
    }
  }

  /// Stores a file that cannot be analysed. A recording that was in it before stays, without it.
  public func store(_ failure: FailedFile) throws(CatalogError) {
    let now = clock()
    let names = Self.identityNames + Self.failureNames
    let id = failure.identity
    try connection.transaction { () throws(CatalogError) in
      let file = try upsert(
        into: "file", key: "path",
        names: names + FileColumns.names,
        values: Self.identityValues(id, status: .failed, recording: nil, now: now)
          + [
            .text(failure.code), .text(failure.reason),
            .integer(Int64(AudioAsset.decoderVersion)),
          ]
          + FileColumns.names.map { _ in .null })
      try connection.statement("DELETE FROM file_text WHERE file_id = ?").run(.integer(file))
    }
  }

  /// The files of the catalogue that lie in a folder, at any depth, or are the path itself; those
  /// marked missing are left out. In the order of their bytes.
  public func filePaths(under root: FilePath) throws(CatalogError) -> [FilePath] {
    let folder = PathRange(under: root)
    return try connection.statement(
      """
      SELECT path FROM file
      WHERE (path = ? OR (path >= ? AND path < ?)) AND status <> 'missing' ORDER BY path
      """
    ).all(.path(root), .blob(folder.lower), .blob(folder.upper)) { row in row.path(0) }
  }

  /// Marks files as gone, all in one transaction. Their rows and analyses stay; of a file that
  /// never could be analysed nothing stays.
  public func markMissing(_ paths: [FilePath]) throws(CatalogError) {
    try connection.transaction { () throws(CatalogError) in
      for path in paths {
        try connection.statement("DELETE FROM file WHERE path = ? AND status = 'failed'")
          .run(.path(path))
        try connection.statement("UPDATE file SET status = 'missing' WHERE path = ?")
          .run(.path(path))
      }
    }
  }

  /// Lets SQLite look again at how values are spread, so that it picks the right indexes. For
  /// after a scan that stored much; a few milliseconds.
  public func optimize() throws(CatalogError) {
    try connection.execute("PRAGMA analysis_limit = 1000; ANALYZE")
  }
}

// MARK: - Rows

extension Catalog {
  private static let identityNames = [
    "path", "size", "mtime_ns", "ctime_ns", "inode", "device", "status", "recording_id",
    "scanned_at",
  ]

  private static let failureNames = ["error_code", "error_reason", "decoder_version"]

  private static func identityValues(
    _ identity: FileIdentity, status: FileStatus, recording: Int64?, now: Int64
  ) -> [SQLValue] {
    [
      .path(identity.path), .integer(identity.size), .integer(identity.modifiedNanoseconds),
      .integer(identity.changedNanoseconds), .bits(identity.inode), .bits(identity.device),
      .text(status.rawValue), recording.map { .integer($0) } ?? .null, .integer(now),
    ]
  }

  /// The test, in SQL, that an analysis was made by this release's algorithm of its kind.
  private static let currentAnalysis = AnalysisType.available
    .map { "kind = '\($0.rawValue)' AND algorithm_version = \($0.algorithmVersion ?? 0)" }
    .sorted().joined(separator: " OR ")

  /// The test, in SQL, that all there is to find out about a recording was made by this release's
  /// algorithms. Without libchromaprint a fingerprint is not missed.
  private static func isCurrent(_ recording: String) -> String {
    let analyses = """
      \(AnalysisType.available.count) = (
        SELECT count(*) FROM analysis
        WHERE analysis.recording_id = \(recording) AND (\(currentAnalysis)))
      """
    return AcousticFingerprint.isAvailable
      ? analyses + " AND " + hasCurrentFingerprint(recording) : analyses
  }

  private func upsertRecording(
    _ hash: PayloadHash, _ columns: SummaryColumns, now: Int64
  ) throws(CatalogError) -> Int64 {
    try upsert(
      into: "recording", key: "payload_hash",
      names: ["payload_hash", "added_at", "analysed_at"] + columns.names,
      values: [.blob(hash.bytes), .integer(now), .integer(now)] + columns.values,
      keeping: ["added_at"])
  }

  private func storeAnalysis(
    _ analysis: StoredAnalysis, of recording: Int64
  ) throws(CatalogError) {
    for document in analysis.documents {
      try connection.statement(
        """
        INSERT OR REPLACE INTO analysis (recording_id, kind, algorithm_version, reason, details)
        VALUES (?, ?, ?, ?, ?)
        """
      ).run(
        .integer(recording), .text(document.type.rawValue),
        .integer(document.type.algorithmVersion ?? 0), .text(document.reason),
        .text(document.json))
    }
    for name in StoredAnalysis.CurveName.allCases {
      guard let bytes = analysis.curves[name] else { continue }
      try connection.statement(
        "INSERT OR REPLACE INTO curve (recording_id, name, data) VALUES (?, ?, ?)"
      ).run(.integer(recording), .text(name.rawValue), .blob(bytes))
    }
  }

  private func upsertFile(
    _ identity: FileIdentity, tags: Tags, codec: String, recording: Int64, now: Int64
  ) throws(CatalogError) {
    let columns = try FileColumns(path: identity.path, tags: tags, codec: codec)
    let file = try upsert(
      into: "file", key: "path",
      names: Self.identityNames + Self.failureNames + FileColumns.names,
      values: Self.identityValues(identity, status: .present, recording: recording, now: now)
        + Self.failureNames.map { _ in .null } + columns.values)
    _ = try upsert(
      into: "file_text", key: "file_id", names: ["file_id"] + FileColumns.searchedNames,
      values: [.integer(file)] + columns.searchedText)
  }

  /// Inserts a row, or updates the one with the same key.
  ///
  /// - Parameters:
  ///   - key: The first of `names`, a unique column.
  ///   - keeping: Columns that an update leaves as they are.
  /// - Returns: The row's number.
  private func upsert(
    into table: String, key: String, names: [String], values: [SQLValue],
    keeping kept: Set<String> = []
  ) throws(CatalogError) -> Int64 {
    let places = names.map { _ in "?" }.joined(separator: ", ")
    let updates = names.dropFirst().filter { !kept.contains($0) }
      .map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    let id = try connection.statement(
      """
      INSERT INTO \(table) (\(names.joined(separator: ", "))) VALUES (\(places))
      ON CONFLICT (\(key)) DO UPDATE SET \(updates) RETURNING rowid
      """
    ).first(values) { row in row.integer(0) }
    guard let id else { throw CatalogError.corrupt(detail: "a row of \(table) was not stored") }
    return id
  }
}
