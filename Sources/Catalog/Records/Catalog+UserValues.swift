import Decoders

extension Catalog {
  /// Stores what the user says about recordings, the last word counting: in one transaction, so that
  /// either all of it is stored or nothing. What is said of recordings that there are none of is
  /// passed over.
  public func store(
    _ values: [(recording: Int64, value: UserValue)]
  ) throws(CatalogError) {
    try connection.transaction { () throws(CatalogError) in
      let known = try connection.statement("SELECT 1 FROM recording WHERE id = ?")
      for (id, value) in values {
        guard try known.first(.integer(id), read: { _ in true }) != nil else { continue }
        switch value {
        case .tempo(let bpm): _ = try setTempo(bpm, ofRecording: id)
        case .key(let key): _ = try setKey(key, ofRecording: id)
        case .rating(let stars): _ = try setRating(stars, ofRecording: id)
        case .cues(let cues): try setCues(cues, ofRecording: id)
        case .grid(let grid): try setGrid(grid, ofRecording: id)
        }
      }
    }
  }

  /// Has a recording's tempo be what the user says: it counts instead of the measured one in
  /// queries, recommendations and exports, for all files of the recording, whatever is analysed or
  /// scanned later.
  ///
  /// - Parameter bpm: Beats per minute, positive; nil gives the measured tempo back.
  /// - Returns: False when there is no such recording.
  public func setTempo(_ bpm: Double?, ofRecording id: Int64) throws(CatalogError) -> Bool {
    try connection.statement("UPDATE recording SET user_bpm = ? WHERE id = ?")
      .run(.real(bpm), .integer(id))
    return connection.changedRowCount > 0
  }

  /// Has a recording's key be what the user says, as ``setTempo(_:ofRecording:)`` does for tempo.
  ///
  /// - Parameter key: nil gives the measured key back.
  /// - Returns: False when there is no such recording.
  public func setKey(_ key: MusicalKey?, ofRecording id: Int64) throws(CatalogError) -> Bool {
    try connection.statement("UPDATE recording SET user_key = ? WHERE id = ?")
      .run(.key(key), .integer(id))
    return connection.changedRowCount > 0
  }
}
