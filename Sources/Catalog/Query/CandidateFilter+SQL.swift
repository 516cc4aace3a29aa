extension CandidateFilter {
  /// The SQL that gives the number of one present file for each recording that passes.
  func sql() -> SQLSelection {
    var builder = ConditionSQL()
    var tests: [String] = []
    var order = "recording.id"
    var orderValues: [SQLValue] = []
    if !keys.isEmpty { tests.append(builder.keys(.key, keys.map(\.wheelIndex).sorted())) }
    if let beatsPerMinute, beatsPerMinute > 0 {
      tests.append(builder.tempo(TempoMatch(beatsPerMinute, tolerance: tempoTolerance)))
      let fold = TempoFold.fold(beatsPerMinute)
      order = """
        min(abs(recording.bpm_fold - ?), abs(recording.bpm_fold / 2 - ?),
          abs(recording.bpm_fold * 2 - ?)), recording.id
        """
      orderValues = [.real(fold), .real(fold), .real(fold)]
    }
    if !excludedRecordings.isEmpty {
      let list = excludedRecordings.sorted().map(String.init).joined(separator: ",")
      tests.append(builder.notOneOf("recording.id", json: "[\(list)]"))
    }
    if let condition {
      // A condition may ask about the file, so files are looked at one by one.
      tests.append(builder.sql(of: condition))
      return SQLSelection(
        sql: """
          SELECT min(file.id) FROM recording
          JOIN file ON file.recording_id = recording.id AND file.status = 'present'
          WHERE \(tests.joined(separator: " AND "))
          GROUP BY recording.id ORDER BY \(order) LIMIT ?
          """,
        values: builder.values + orderValues + [.integer(Int64(max(limit, 0)))])
    }
    tests.append(
      """
      EXISTS (SELECT 1 FROM file WHERE recording_id = recording.id AND status = 'present')
      """)
    return SQLSelection(
      sql: """
        SELECT (SELECT min(id) FROM file WHERE recording_id = hit.id AND status = 'present')
        FROM (
          SELECT recording.id FROM recording WHERE \(tests.joined(separator: " AND "))
          ORDER BY \(order) LIMIT ?
        ) AS hit
        """,
      values: builder.values + orderValues + [.integer(Int64(max(limit, 0)))])
  }
}
