import Decoders
import Glibc

extension Catalog {
  /// The tracks that pass a filter, nearest in tempo first; one file for each recording.
  public func candidates(_ filter: CandidateFilter) throws(CatalogError) -> [Track] {
    let recordings = try sketches(filter).map(\.recordingID)
    return try tracks(
      ofRecordings: recordings, fulfilling: filter.condition.map { Query($0) })
  }

  /// What an index knows of the recordings that pass a filter, nearest in tempo first: recording,
  /// tempo, key, integrated loudness, energy, confidences and tuning; all else is unknown. `key` is the
  /// key in which it begins.
  ///
  /// From the tempo asked for, the index is read upwards and downwards until there are enough
  /// either way, so that the cost is that of the answer and not that of all that would do.
  public func sketches(_ filter: CandidateFilter) throws(CatalogError) -> [Track] {
    var filter = filter
    if let condition = filter.condition { filter.condition = try resolved(condition) }
    var known: Set<Int64> = []
    var found: [(distance: Double, sketch: Track)] = []
    for selection in filter.selections() {
      let sketches = try connection.prepare(selection.sql).all(selection.values) { row in
        Track(sketch: row)
      }
      for sketch in sketches where known.insert(sketch.recordingID).inserted {
        found.append((filter.distance(of: sketch), sketch))
      }
    }
    found.sort { ($0.distance, $0.sketch.recordingID) < ($1.distance, $1.sketch.recordingID) }
    return found.prefix(max(filter.limit, 0)).map(\.sketch)
  }

  /// The tracks of these recordings, in their order: of each the first file that is present and that a
  /// query's condition finds. Recordings without one are left out.
  func tracks(
    ofRecordings recordings: [Int64], fulfilling query: Query? = nil
  ) throws(CatalogError) -> [Track] {
    var test = ""
    var values: [SQLValue] = []
    if let query {
      var builder = ConditionSQL(strategy: .ordered(gathered: []), lead: "recording.id")
      test = " AND " + builder.sql(of: try resolved(query.condition))
      values = builder.values
    }
    let statement = try connection.prepare(
      """
      SELECT min(file.id) FROM recording CROSS JOIN file ON file.recording_id = recording.id
      WHERE recording.id = ? AND file.status = 'present'\(test)
      """)
    var files: [Int64] = []
    for recording in recordings {
      let file = try statement.first([.integer(recording)] + values) { row in
        row.optionalInteger(0)
      }
      if let file = file ?? nil { files.append(file) }
    }
    return try tracks(files)
  }
}

extension Track {
  fileprivate init(sketch row: borrowing Row) {
    self.init()
    recordingID = row.integer(0)
    bpm = row.optionalReal(1)
    key = row.key(2)
    integrated = row.optionalReal(3)
    energy = row.optionalReal(4)
    bpmConfidence = row.optionalReal(5)
    keyConfidence = row.optionalReal(6)
    tuningCents = row.optionalReal(7)
  }
}

extension CandidateFilter {
  /// How far a track's tempo is from that asked for, in octaves, whole octaves not counting: 0 to
  /// 0.5.
  fileprivate func distance(of track: Track) -> Double {
    guard let beatsPerMinute, let bpm = track.bpm else { return 0 }
    let octaves = log2(bpm / beatsPerMinute)
    return abs(octaves - octaves.rounded())
  }
}
