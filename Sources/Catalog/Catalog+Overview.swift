import Decoders

/// What is shown of a catalogue and of a recording beside queries.
extension Catalog {
  /// A key and how many recordings are in it.
  public struct KeyCount: Hashable, Sendable {
    public var key: MusicalKey
    public var recordingCount: Int
  }

  /// The keys that occur, in the wheel's order.
  public func keyCounts() throws(CatalogError) -> [KeyCount] {
    try connection.statement(
      "SELECT key, count(*) FROM recording WHERE key IS NOT NULL GROUP BY key ORDER BY key"
    ).all { row in
      row.key(0).map { KeyCount(key: $0, recordingCount: row.int(1)) }
    }.compactMap(\.self)
  }

  /// What the decoder met when a recording was analysed; nil when there is no such recording.
  public func decodeReport(of recording: Int64) throws(CatalogError) -> DecodeReport? {
    let text = try connection.statement("SELECT decode_report FROM recording WHERE id = ?")
      .first(.integer(recording)) { row in row.text(0) }
    guard let text else { return nil }
    return try CatalogJSON.decode(DecodeReport.self, from: text)
  }
}
