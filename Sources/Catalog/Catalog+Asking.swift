import Analysis
import Decoders

/// What is asked of a catalogue.
extension Catalog {
  /// The tracks that a query asks for, in its order.
  ///
  /// Two steps: the numbers of the files, found and sorted in the indexes; then their rows. So a
  /// sort carries numbers, not rows. Both see the same state of the catalogue.
  public func tracks(matching query: Query) throws(CatalogError) -> [Track] {
    try connection.snapshot { () throws(CatalogError) in try tracks(files(matching: query)) }
  }

  /// The numbers of the files that a query asks for, in its order.
  func files(matching query: Query) throws(CatalogError) -> [Int64] {
    let selection = try selection(for: query)
    return try connection.prepare(selection.sql).all(selection.values) { row in row.integer(0) }
  }

  /// How SQLite goes about a query, one step a line (EXPLAIN QUERY PLAN).
  package func plan(of query: Query) throws(CatalogError) -> [String] {
    let selection = try selection(for: query)
    return try connection.prepare("EXPLAIN QUERY PLAN " + selection.sql).all(selection.values) {
      row in row.text(3)
    }
  }

  private func selection(for query: Query) throws(CatalogError) -> SQLSelection {
    var query = query
    query.condition = try resolved(query.condition)
    guard query.limit != nil else { return query.sql() }
    let sample = try sample()
    var counts: [Query.Condition: Int64] = [:]
    for text in QueryStrategy.conditionsToCount(of: query, sample: sample.tracks) {
      let files = try files(fulfilling: text, upTo: QueryStrategy.countedTo)
      // Few enough to name them: so the index of texts is not asked a second time.
      let isAll = files.count < QueryStrategy.countedTo
      let named = isAll ? Query.Condition.files(Set(files)) : text
      counts[named] = Int64(files.count)
      if isAll { query.condition = query.condition.replacing(text, with: named) }
    }
    return query.sql(
      QueryStrategy(
        for: query, sample: sample.tracks, trackCount: sample.trackCount, fileCounts: counts))
  }

  /// The files that an index of texts finds.
  private func files(
    fulfilling text: Query.Condition, upTo limit: Int64
  ) throws(CatalogError) -> [Int64] {
    var builder = ConditionSQL()
    let files = builder.files(withText: text)
    return try connection.prepare("\(files) LIMIT ?")
      .all(builder.values + [.integer(limit)]) { row in row.integer(0) }
  }

  /// A few tracks from all over a large catalogue, taken once; none of a small one.
  private func sample() throws(CatalogError) -> (tracks: [SearchableTrack], trackCount: Int64) {
    if let known = knownSample { return known }
    let last =
      try connection.statement("SELECT max(id) FROM recording")
      .first { row in row.integer(0) } ?? 0
    var tracks: [SearchableTrack] = []
    if last >= QueryStrategy.sampledFrom {
      let statement = try connection.statement(
        """
        SELECT \(Track.columns) FROM recording JOIN file ON file.recording_id = recording.id
        WHERE recording.id = ? LIMIT 1
        """)
      for index in 0..<QueryStrategy.sampleSize {
        let id = 1 + last / QueryStrategy.sampleSize * index
        if let track = try statement.first(.integer(id), read: { row in Track(row) }) {
          tracks.append(SearchableTrack(track))
        }
      }
    }
    knownSample = (tracks, last)
    return (tracks, last)
  }

  /// The stored analyses of a recording with their curves; nil when there is no such recording.
  ///
  /// - Parameter types: The kinds of analysis to read; nil for all.
  public func result(
    of recording: Int64, types: Set<AnalysisType>? = nil
  ) throws(CatalogError) -> MusicUnderstandingSession.SessionResult? {
    try connection.snapshot { () throws(CatalogError) in
      let exists = try connection.statement("SELECT 1 FROM recording WHERE id = ?")
        .first(.integer(recording)) { _ in true }
      guard exists != nil else { return nil }
      var stored = StoredAnalysis()
      stored.documents = try connection.statement(
        "SELECT kind, reason, details FROM analysis WHERE recording_id = ?"
      ).all(.integer(recording)) { row in
        StoredAnalysis.Document(
          type: AnalysisType(rawValue: row.text(0)), reason: row.optionalText(1),
          json: row.text(2))
      }
      if let types { stored.documents.removeAll { !types.contains($0.type) } }
      let curve = try connection.statement(
        "SELECT data FROM curve WHERE recording_id = ? AND name = ?")
      for name in StoredAnalysis.CurveName.allCases where types?.contains(name.type) ?? true {
        stored.curves[name] = try curve.first(.integer(recording), .text(name.rawValue)) { row in
          row.blob(0)
        }
      }
      return try stored.result()
    }
  }

  /// The files that could not be analysed, by path.
  public func failures() throws(CatalogError) -> [FailureRow] {
    try connection.statement(
      """
      SELECT path, error_code, error_reason, scanned_at FROM file
      WHERE status = 'failed' ORDER BY path
      """
    ).all { row in
      FailureRow(
        path: row.path(0), code: row.text(1), reason: row.text(2), scannedAt: row.integer(3))
    }
  }

  public func statistics() throws(CatalogError) -> CatalogStatistics {
    var statistics = CatalogStatistics()
    let files = try connection.statement("SELECT status, count(*) FROM file GROUP BY status")
      .all { row in (status: FileStatus(rawValue: row.text(0)), count: row.int(1)) }
    for (status, count) in files {
      switch status {
      case .present: statistics.presentFileCount = count
      case .missing: statistics.missingFileCount = count
      case .failed: statistics.failedFileCount = count
      case nil: break
      }
    }
    statistics.codecs = try connection.statement(
      "SELECT codec, count(*) FROM recording GROUP BY codec ORDER BY count(*) DESC, codec"
    ).all { row in .init(codec: row.text(0), recordingCount: row.int(1)) }
    let sums = try connection.statement(
      """
      SELECT count(*), total(duration), count(bpm), count(key), count(integrated) FROM recording
      """
    ).first { row in (row.int(0), row.real(1), row.int(2), row.int(3), row.int(4)) }
    if let sums {
      (
        statistics.recordingCount, statistics.duration, statistics.tempoCount,
        statistics.keyCount, statistics.loudnessCount
      ) = sums
    }
    return statistics
  }

  func tracks(_ files: [Int64]) throws(CatalogError) -> [Track] {
    let statement = try connection.statement(
      """
      SELECT \(Track.columns) FROM file JOIN recording ON recording.id = file.recording_id
      WHERE file.id = ?
      """)
    return try connection.snapshot { () throws(CatalogError) in
      var tracks: [Track] = []
      tracks.reserveCapacity(files.count)
      for file in files {
        // A file that another process has removed since is left out.
        if let track = try statement.first(.integer(file), read: { row in Track(row) }) {
          tracks.append(track)
        }
      }
      return tracks
    }
  }
}
