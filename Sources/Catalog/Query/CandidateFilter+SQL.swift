import Decoders

extension CandidateFilter {
  /// What a sketch of a recording has, in the order in which ``Catalog/sketches(_:)`` reads it: all of
  /// it stands in one index, so that no row is read.
  private static let columns = """
    recording.id, recording.bpm, recording.intro_key, recording.integrated, recording.energy,
    recording.bpm_confidence, recording.key_confidence, recording.tuning_cents
    """

  /// The SELECTs that together give sketches of the recordings that pass, and of some too many: one for
  /// each key and side of the tempo, nearest first.
  func selections() -> [SQLSelection] {
    guard let beatsPerMinute, beatsPerMinute > 0 else {
      return [selection(order: "recording.id") { keyTest(&$0) }]
    }
    let match = TempoMatch(beatsPerMinute, tolerance: tempoTolerance)
    let fold = TempoFold.fold(beatsPerMinute)
    // Without keys to ask for, all there are, and none.
    let places: [SQLValue] =
      keys.isEmpty
      ? MusicalKey.all.map { SQLValue.key($0) } + [.null]
      : keys.sorted { $0.wheelIndex < $1.wheelIndex }.map { SQLValue.key($0) }
    return match.foldedRanges.flatMap { range in
      // Near the seam the nearest tempo may lie an octave away, beyond the range's end.
      let images = [fold / 2, fold, fold * 2].map {
        min(max($0, range.lowerBound), range.upperBound)
      }
      let start = images.contains(fold) ? fold : images[fold < 150 ? 2 : 0]
      let sides = [(start...range.upperBound, ""), (range.lowerBound...start, " DESC")]
      return sides.flatMap { side, direction in
        let order = Self.mixOrder.map { $0 + direction }.joined(separator: ", ")
        return places.map { place in
          selection(order: order) { builder in
            let key = "recording.intro_key IS \(builder.parameter(place))"
            return [key, builder.tempo(match, folded: [side])]
          }
        }
      }
    }
  }

  /// The order of the index within a key.
  private static let mixOrder = [
    "recording.bpm_fold", "recording.integrated", "recording.bpm", "recording.energy",
    "recording.bpm_confidence", "recording.key_confidence", "recording.tuning_cents",
    "recording.id",
  ]

  private func keyTest(_ builder: inout ConditionSQL) -> [String] {
    keys.isEmpty ? [] : [builder.keys(.introKey, keys.map(\.wheelIndex).sorted())]
  }

  private func selection(
    order: String, tests firstTests: (inout ConditionSQL) -> [String]
  ) -> SQLSelection {
    var builder =
      beatsPerMinute == nil
      ? ConditionSQL() : ConditionSQL(strategy: .ordered(gathered: []), lead: "recording.bpm_fold")
    var tests = firstTests(&builder)
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
