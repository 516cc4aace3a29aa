import Decoders

/// Brings a database to the schema of this release.
struct Migrator {
  /// Marks an SQLite file as a catalogue of mucat: "MuCt" in ASCII. Its place is the header.
  static let applicationID: Int64 = 0x4D75_4374

  let steps: [Migration]

  init(steps: [Migration] = Migration.all) {
    self.steps = steps
  }

  /// The schema version of this release.
  var newestVersion: Int { steps.count }

  /// Applies what is missing, each step in a transaction of its own that takes the write lock
  /// before it looks: of two processes that come at once, one works, and the other finds it done.
  ///
  /// - Parameter now: Seconds since 1970.
  /// - Throws: `newer`, `foreignDatabase`, `corrupt` when a step that was applied is not the one
  ///   known here.
  func migrate(_ connection: Connection, now: Int64) throws(CatalogError) {
    while try version(of: connection) < newestVersion {
      try connection.transaction { () throws(CatalogError) in
        let done = try version(of: connection)
        guard done < newestVersion else { return }
        if done == 0 { try prepare(connection) }
        let step = steps[done]
        try connection.execute(step.sql)
        try connection.prepare(
          "INSERT INTO migration (id, name, hash, applied_at) VALUES (?, ?, ?, ?)"
        ).run(.integer(done + 1), .text(step.name), .text(step.hash), .integer(now))
        try connection.execute("PRAGMA user_version = \(done + 1)")
      }
    }
    try verify(connection)
  }

  /// Checks that a database is a catalogue that this release can use as it is.
  ///
  /// - Returns: Whether steps are missing.
  func needsMigration(_ connection: Connection) throws(CatalogError) -> Bool {
    let found = try version(of: connection)
    guard found <= newestVersion else {
      throw CatalogError.newer(found: found, known: newestVersion)
    }
    return found < newestVersion
  }

  private func version(of connection: Connection) throws(CatalogError) -> Int {
    let version = try connection.prepare("PRAGMA user_version").first { row in row.int(0) } ?? 0
    let mark = try connection.prepare("PRAGMA application_id").first { row in row.integer(0) }
    guard mark != Self.applicationID else { return version }
    let tables = try connection.prepare("SELECT count(*) FROM sqlite_master")
    guard version == 0, mark == 0, try tables.first(read: { $0.int(0) }) == 0 else {
      throw CatalogError.foreignDatabase(connection.path)
    }
    return 0
  }

  private func prepare(_ connection: Connection) throws(CatalogError) {
    try connection.execute(
      """
      PRAGMA application_id = \(Self.applicationID);
      CREATE TABLE migration (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        hash TEXT NOT NULL,
        applied_at INTEGER NOT NULL
      ) STRICT;
      """)
  }

  private func verify(_ connection: Connection) throws(CatalogError) {
    let applied = try connection.prepare("SELECT name, hash FROM migration ORDER BY id").all {
      row in (name: row.text(0), hash: row.text(1))
    }
    for (done, known) in zip(applied, steps) where done.hash != known.hash {
      throw CatalogError.corrupt(
        detail: "its schema step '\(done.name)' is not the '\(known.name)' of this release")
    }
  }
}
