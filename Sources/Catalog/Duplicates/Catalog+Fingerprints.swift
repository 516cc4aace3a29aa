import Analysis

extension Catalog {
  /// Stores the fingerprint of a recording, in the place of an older one.
  ///
  /// - Throws: `corrupt` when there is no such recording.
  public func store(
    _ fingerprint: AcousticFingerprint, ofRecording id: Int64
  ) throws(CatalogError) {
    try connection.transaction { () throws(CatalogError) in
      let exists = try connection.statement("SELECT 1 FROM recording WHERE id = ?")
        .first(.integer(id)) { _ in true }
      guard exists != nil else { throw CatalogError.corrupt(detail: "no recording \(id)") }
      try insert(fingerprint, ofRecording: id)
    }
  }

  /// The fingerprint of a recording; nil when it has none that this release can compare.
  func fingerprint(of recording: Int64) throws(CatalogError) -> AcousticFingerprint? {
    let packed = try connection.statement(
      "SELECT data FROM fingerprint WHERE recording_id = ? AND \(Self.isCurrentFingerprint)"
    ).first(.integer(recording)) { row in row.blob(0) }
    return packed.flatMap { AcousticFingerprint(packed: $0) }
  }

  /// Within a transaction. Without libchromaprint nothing is stored, and the next scan that has it
  /// takes the fingerprint.
  func insert(
    _ fingerprint: AcousticFingerprint, ofRecording id: Int64
  ) throws(CatalogError) {
    guard let packed = fingerprint.packed else { return }
    try connection.statement(
      """
      INSERT OR REPLACE INTO fingerprint (recording_id, algorithm_version, data) VALUES (?, ?, ?)
      """
    ).run(.integer(id), .integer(AcousticFingerprint.algorithmVersion), .blob(packed))
  }

  func hasCurrentFingerprint(_ recording: Int64) throws(CatalogError) -> Bool {
    try connection.statement("SELECT \(Self.hasCurrentFingerprint("?"))")
      .first(.integer(recording)) { row in row.int(0) == 1 } ?? false
  }

  /// The test, in SQL, that a recording has a fingerprint of this release's algorithm.
  static func hasCurrentFingerprint(_ recording: String) -> String {
    """
    EXISTS (SELECT 1 FROM fingerprint
      WHERE fingerprint.recording_id = \(recording) AND \(isCurrentFingerprint))
    """
  }

  static let isCurrentFingerprint =
    "fingerprint.algorithm_version = \(AcousticFingerprint.algorithmVersion)"
}
