import Decoders

extension Catalog {
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
