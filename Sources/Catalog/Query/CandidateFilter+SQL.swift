extension CandidateFilter {
  /// The SELECTs that together give the numbers of the files that pass, and of some too many.
  func selections() -> [SQLSelection] {
    guard let beatsPerMinute, beatsPerMinute > 0 else {
      return [selection(tempo: nil, order: "recording.id")]
    }
    let match = TempoMatch(beatsPerMinute, tolerance: tempoTolerance)
    let fold = TempoFold.fold(beatsPerMinute)
    return match.foldedRanges.flatMap { range in
      // Near the seam the nearest tempo may lie an octave away, beyond the range's end.
      let images = [fold / 2, fold, fold * 2].map {
        min(max($0, range.lowerBound), range.upperBound)
      }
      let start = images.contains(fold) ? fold : images[fold < 150 ? 2 : 0]
      return [
        selection(
          tempo: (match, start...range.upperBound),
          order: """
            recording.bpm_fold, recording.key, recording.integrated, recording.bpm, recording.id
            """),
        selection(
          tempo: (match, range.lowerBound...start),
          order: """
            recording.bpm_fold DESC, recording.key DESC, recording.integrated DESC,
            recording.bpm DESC, recording.id DESC
            """),
      ]
    }
  }

  private func selection(
    tempo: (match: TempoMatch, range: ClosedRange<Double>)?, order: String
  ) -> SQLSelection {
    var builder =
      tempo == nil ? ConditionSQL() : ConditionSQL(strategy: .ordered, lead: "recording.bpm_fold")
    var tests: [String] = []
    if let tempo { tests.append(builder.tempo(tempo.match, folded: [tempo.range])) }
    if !keys.isEmpty { tests.append(builder.keys(.key, keys.map(\.wheelIndex).sorted())) }
    if !excludedRecordings.isEmpty {
      let list = excludedRecordings.sorted().map(String.init).joined(separator: ",")
      tests.append(builder.notOneOf("recording.id", json: "[\(list)]"))
    }
    // A condition may ask about the file, so it is put to each file of a recording: once to see
    // that there is one, and once to name it.
    var naming = ConditionSQL()
    let presence = "FROM file WHERE recording_id = recording.id AND file.status = 'present'"
    let named = condition.map { presence + " AND " + naming.sql(of: $0) } ?? presence
    let present = condition.map { presence + " AND " + builder.sql(of: $0) } ?? presence
    tests.append("EXISTS (SELECT 1 \(present))")
    return SQLSelection(
      sql: """
        SELECT (SELECT min(file.id) \(named))
        FROM recording WHERE \(tests.joined(separator: " AND "))
        ORDER BY \(order) LIMIT ?
        """,
      values: naming.values + builder.values + [.integer(Int64(max(limit, 0)))])
  }
}
