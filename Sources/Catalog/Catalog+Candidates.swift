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
  /// From the tempo asked for, the index is read upwards and downwards in each key, always where the next
  /// tempo is nearest, until there are enough: the cost is that of the answer and not that of all that
  /// would do. Of more equally near than are wanted, all keys get their share.
  public func sketches(_ filter: CandidateFilter) throws(CatalogError) -> [Track] {
    var filter = filter
    if let condition = filter.condition { filter.condition = try resolved(condition) }
    return try connection.snapshot { () throws(CatalogError) in
      var sides: [SketchSide] = []
      for selection in filter.selections() {
        // What a condition makes of the SQL comes once; the rest comes again.
        let statement =
          filter.condition == nil
          ? try connection.statement(selection.sql) : try connection.prepare(selection.sql)
        var side = SketchSide(try statement.cursor(selection.values))
        try side.advance(filter)
        sides.append(side)
      }
      var known: Set<Int64> = []
      var sketches: [Track] = []
      // Numbers are sorted, and not tracks, which are large.
      var order: [(distance: Double, recording: Int64, place: Int)] = []
      while order.count < filter.limit || !filter.isNearerFirst,
        let side = sides.indices.min(by: { sides[$0].isNearer(than: sides[$1]) }),
        let sketch = sides[side].next
      {
        if known.insert(sketch.recordingID).inserted {
          order.append((sides[side].distance, sketch.recordingID, sketches.count))
          sketches.append(sketch)
        }
        try sides[side].advance(filter)
      }
      order.sort { ($0.distance, $0.recording) < ($1.distance, $1.recording) }
      return order.prefix(max(filter.limit, 0)).map { sketches[$0.place] }
    }
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
    let sql = """
      SELECT \(Track.columns) FROM file JOIN recording ON recording.id = file.recording_id
      WHERE file.id = (
        SELECT min(file.id) FROM recording CROSS JOIN file ON file.recording_id = recording.id
        WHERE recording.id = ? AND file.status = 'present'\(test))
      """
    let statement = query == nil ? try connection.statement(sql) : try connection.prepare(sql)
    return try connection.snapshot { () throws(CatalogError) in
      var tracks: [Track] = []
      tracks.reserveCapacity(recordings.count)
      for recording in recordings {
        let track = try statement.first([.integer(recording)] + values) { row in Track(row) }
        if let track { tracks.append(track) }
      }
      return tracks
    }
  }
}

/// The recordings of a key on one side of a tempo, of which the next is known.
private struct SketchSide {
  private let cursor: Statement.Cursor
  private(set) var next: Track?
  /// Of the next one; infinite behind the last.
  private(set) var distance = Double.infinity
  private var count = 0

  init(_ cursor: Statement.Cursor) {
    self.cursor = cursor
  }

  mutating func advance(_ filter: CandidateFilter) throws(CatalogError) {
    next = try cursor.next { row in Track(sketch: row) }
    distance = next.map { filter.distance(of: $0) } ?? .infinity
    count += 1
  }

  func isNearer(than other: SketchSide) -> Bool {
    (distance, count) < (other.distance, other.count)
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

  /// Whether tempi are the farther the longer one reads away from that asked for. So it is up to half
  /// an octave, behind which they come nearer again, and as long as half and double of them fold into
  /// one octave.
  fileprivate var isNearerFirst: Bool {
    guard let beatsPerMinute else { return true }
    return tempoTolerance < 0.25 && (40...320).contains(beatsPerMinute)
  }
}
