import Decoders

extension Catalog {
  /// Examines the whole catalogue: reads every page of the file, and looks for every file that is
  /// said to be there. Changes nothing.
  ///
  /// - Throws: `corrupt` when the file is too damaged to be examined.
  public func health() throws(CatalogError) -> CatalogHealth {
    var health = CatalogHealth()
    health.damage = try connection.prepare("PRAGMA integrity_check(100)").all { row in row.text(0) }
      .filter { $0 != "ok" }
    health.brokenReferenceCount = try count("SELECT count(*) FROM pragma_foreign_key_check")
    // The indexes hold the texts of these rows; SQLite's own check of them needs to write.
    for (index, rows) in Self.searchIndexes {
      if try !agrees(index, with: rows) { health.staleSearchIndexes.append(index) }
    }
    if try missingNameCount() > 0 { health.staleSearchIndexes.append("searched_name") }
    health.orphanedRecordingCount = try count(
      """
      SELECT count(*) FROM recording
      WHERE NOT EXISTS (SELECT 1 FROM file WHERE recording_id = recording.id)
      """)
    health.staleRecordingCount = try staleFiles().count
    health.missingFileCount = try count("SELECT count(*) FROM file WHERE status = 'missing'")
    health.failedFileCount = try count("SELECT count(*) FROM file WHERE status = 'failed'")
    try connection.prepare("SELECT path FROM file WHERE status = 'present' ORDER BY path")
      .forEachRow([]) { row in
        let path = row.path(0)
        if FileIdentity(of: path) == nil { health.vanishedFiles.append(path) }
      }
    health.unusedBytes = Int64(
      try count("SELECT freelist_count * page_size FROM pragma_freelist_count, pragma_page_size"))
    return health
  }

  /// Mends what can be made anew from the rest without losing anything: the search indexes, the
  /// other indexes, SQLite's notion of how values are spread.
  public func repair() throws(CatalogError) {
    try connection.transaction { () throws(CatalogError) in
      try connection.execute("DELETE FROM file_text WHERE file_id NOT IN (SELECT id FROM file)")
      try connection.execute(
        """
        DELETE FROM searched_name;
        INSERT INTO searched_name (kind, text)
        SELECT kind, text FROM (\(Self.names)) WHERE text IS NOT NULL
        """)
      for (index, _) in Self.searchIndexes {
        try connection.execute("INSERT INTO \(index) (\(index)) VALUES ('rebuild')")
      }
      try connection.execute("REINDEX")
    }
    try optimize()
  }

  /// The full-text indexes, and the rows whose texts they hold.
  private static let searchIndexes = [
    ("file_word", "SELECT file_id FROM file_text"),
    ("file_trigram", "SELECT file_id FROM file_text"),
    ("artist_trigram", "SELECT id FROM searched_artist"),
    ("album_trigram", "SELECT id FROM searched_album"),
    ("album_artist_trigram", "SELECT id FROM searched_album_artist"),
  ]

  /// The names that there must be, each once.
  private static let names = ["artist", "album", "album_artist", "genre", "format"]
    .map { "SELECT DISTINCT '\($0)' AS kind, \($0) AS text FROM file_text" }
    .joined(separator: " UNION ALL ")

  /// Whether a full-text index knows the rows that there are, no more and no fewer.
  private func agrees(_ index: String, with rows: String) throws(CatalogError) -> Bool {
    let known = "SELECT id FROM \(index)_docsize"
    let differing = try count(
      """
      SELECT (SELECT count(*) FROM (\(known) EXCEPT \(rows)))
        + (SELECT count(*) FROM (\(rows) EXCEPT \(known)))
      """)
    return differing == 0
  }

  /// How many names cannot be found, for they are missing where names are searched.
  private func missingNameCount() throws(CatalogError) -> Int {
    try count(
      """
      SELECT count(*) FROM (\(Self.names)) AS name
      WHERE text IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM searched_name AS known
        WHERE known.kind = name.kind AND known.text = name.text)
      """)
  }

  private func count(_ sql: String) throws(CatalogError) -> Int {
    try connection.prepare(sql).first { row in row.int(0) } ?? 0
  }
}
