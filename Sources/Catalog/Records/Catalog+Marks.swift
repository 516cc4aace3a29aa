import Decoders

/// What the user marked in recordings: ratings, cues and grids, which win over what was measured.
extension Catalog {
  /// The ratings that there are, in stars.
  public static let ratings = 0...5

  /// Rates a recording.
  ///
  /// - Parameter stars: Nil takes the rating away; others than ``ratings`` are brought into them.
  /// - Returns: False when there is no such recording.
  public func setRating(_ stars: Int?, ofRecording id: Int64) throws(CatalogError) -> Bool {
    let stars = stars.map { min(max($0, Self.ratings.lowerBound), Self.ratings.upperBound) }
    try connection.statement("UPDATE recording SET user_rating = ? WHERE id = ?")
      .run(.integer(stars), .integer(id))
    return connection.changedRowCount > 0
  }

  /// Has a recording's cues be these, whatever they were; positions that are not finite or negative
  /// are left out.
  ///
  /// For within a transaction.
  func setCues(_ cues: [CuePoint], ofRecording id: Int64) throws(CatalogError) {
    try connection.statement("DELETE FROM user_cue WHERE recording_id = ?").run(.integer(id))
    for cue in cues where cue.position.isFinite && cue.position >= 0 {
      try connection.statement(
        """
        INSERT INTO user_cue (recording_id, kind, position, length, slot, name, color)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """
      ).run(
        .integer(id), .text(cue.kind.rawValue), .real(cue.position),
        .real(cue.length.flatMap { $0 > 0 ? $0 : nil }),
        .integer(cue.slot.flatMap { $0 >= 0 ? $0 : nil }), .text(cue.name),
        .integer(cue.color.map { $0 & 0xFFFFFF }))
    }
  }

  /// The user's cues of a recording, by position.
  public func cues(ofRecording id: Int64) throws(CatalogError) -> [CuePoint] {
    try connection.statement(
      """
      SELECT kind, position, length, slot, name, color FROM user_cue
      WHERE recording_id = ? ORDER BY position, slot, id
      """
    ).all(.integer(id)) { row in
      CuePoint(
        kind: CuePoint.Kind(rawValue: row.text(0)) ?? .cue, position: row.real(1),
        length: row.optionalReal(2), slot: row.optionalInt(3), name: row.optionalText(4),
        color: row.optionalInt(5))
    }
  }

  /// Has a recording's beat grid be the user's.
  ///
  /// - Parameter grid: Nil, or one without stretches, gives the measured beats back.
  ///
  /// For within a transaction.
  func setGrid(_ grid: PiecewiseGrid?, ofRecording id: Int64) throws(CatalogError) {
    try connection.statement("DELETE FROM user_grid WHERE recording_id = ?").run(.integer(id))
    guard let grid else { return }
    for stretch in grid.stretches
    where stretch.start.isFinite && stretch.beatsPerMinute.isFinite && stretch.beatsPerMinute > 0 {
      try connection.statement(
        """
        INSERT OR REPLACE INTO user_grid
          (recording_id, start, beats_per_minute, beat_in_bar, beats_per_bar)
        VALUES (?, ?, ?, ?, ?)
        """
      ).run(
        .integer(id), .real(stretch.start), .real(stretch.beatsPerMinute),
        .integer(max(1, stretch.beatInBar)), .integer(max(1, grid.beatsPerBar)))
    }
  }

  /// The user's grid of a recording; nil without one.
  public func grid(ofRecording id: Int64) throws(CatalogError) -> PiecewiseGrid? {
    let rows = try connection.statement(
      """
      SELECT start, beats_per_minute, beat_in_bar, beats_per_bar FROM user_grid
      WHERE recording_id = ? ORDER BY start
      """
    ).all(.integer(id)) { row in
      (
        PiecewiseGrid.Stretch(
          start: row.real(0), beatsPerMinute: row.real(1), beatInBar: row.int(2)), row.int(3)
      )
    }
    guard let first = rows.first else { return nil }
    return PiecewiseGrid(stretches: rows.map(\.0), beatsPerBar: first.1)
  }
}
