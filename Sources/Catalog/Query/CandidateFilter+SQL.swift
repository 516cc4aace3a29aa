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
    let presence = "FROM file WHERE recording_id = recording.id AND status = 'present'"
    tests.append("EXISTS (SELECT 1 \(presence))")
    return SQLSelection(
      sql: """
        SELECT (SELECT min(id) \(presence))
        FROM recording WHERE \(tests.joined(separator: " AND "))
        ORDER BY \(order) LIMIT ?
        """,
      values: builder.values + [.integer(Int64(max(limit, 0)))])
  }
}
