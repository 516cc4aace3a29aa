extension CandidateFilter {
  /// What a sketch of a recording has, in the order in which ``Catalog/sketches(_:)`` reads it: all of
  /// it stands in one index, so that no row is read.
  private static let columns = """
    recording.id, recording.bpm, recording.intro_key, recording.integrated, recording.energy,
    recording.bpm_confidence, recording.key_confidence, recording.tuning_cents
    """

  /// The SELECTs that together give sketches of the recordings that pass, and of some too many.
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
            recording.bpm_fold, recording.intro_key, recording.integrated, recording.bpm,
            recording.energy, recording.bpm_confidence, recording.key_confidence,
            recording.tuning_cents, recording.id
            """),
        selection(
          tempo: (match, range.lowerBound...start),
          order: """
            recording.bpm_fold DESC, recording.intro_key DESC, recording.integrated DESC,
            recording.bpm DESC, recording.energy DESC, recording.bpm_confidence DESC,
            recording.key_confidence DESC, recording.tuning_cents DESC, recording.id DESC
            """),
      ]
    }
  }

  private func selection(
    tempo: (match: TempoMatch, range: ClosedRange<Double>)?, order: String
  ) -> SQLSelection {
    var builder =
      tempo == nil
      ? ConditionSQL() : ConditionSQL(strategy: .ordered(gathered: []), lead: "recording.bpm_fold")
    var tests: [String] = []
    if let tempo { tests.append(builder.tempo(tempo.match, folded: [tempo.range])) }
    if !keys.isEmpty { tests.append(builder.keys(.introKey, keys.map(\.wheelIndex).sorted())) }
    if !excludedRecordings.isEmpty {
      let list = excludedRecordings.sorted().map(String.init).joined(separator: ",")
      tests.append(builder.notOneOf("recording.id", json: "[\(list)]"))
    }
    // A condition may ask about the file, so it is put to each file of a recording.
    let presence = "FROM file WHERE recording_id = recording.id AND file.status = 'present'"
    let present = condition.map { presence + " AND " + builder.sql(of: $0) } ?? presence
    tests.append("EXISTS (SELECT 1 \(present))")
    return SQLSelection(
      sql: """
        SELECT \(Self.columns)
        FROM recording WHERE \(tests.joined(separator: " AND "))
        ORDER BY \(order) LIMIT ?
        """,
      values: builder.values + [.integer(Int64(max(limit, 0)))])
  }
}
