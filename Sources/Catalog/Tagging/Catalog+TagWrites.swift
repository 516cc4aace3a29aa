import Decoders

/// A change of a file's tags that the catalogue remembers.
struct TagWrite: Hashable, Sendable {
  var id: Int64
  var changes: TagChanges
  var previous: PreviousTags
}

extension Catalog {
  /// Remembers what stands in a file's tags before it is changed.
  ///
  /// - Returns: The row's number, for ``forgetTagWrite(_:)``.
  func rememberTagWrite(
    file: Int64, standard: TagStandard, changes: TagChanges, previous: PreviousTags
  ) throws(CatalogError) -> Int64 {
    try connection.statement(
      """
      INSERT INTO tag_write (file_id, standard, written_at, changes, previous)
      VALUES (?, ?, ?, ?, ?)
      """
    ).run(
      .integer(file), .text(standard.rawValue), .integer(clock()),
      .text(try StoredTags.json(changes)), .text(try StoredTags.json(previous)))
    return connection.lastInsertedID
  }

  /// For a change that was not made, or was taken back.
  func forgetTagWrite(_ id: Int64) throws(CatalogError) {
    try connection.statement("DELETE FROM tag_write WHERE id = ?").run(.integer(id))
  }

  /// The changes of a file's tags by one standard, the latest first.
  func tagWrites(
    file: Int64, standard: TagStandard
  ) throws(CatalogError) -> [TagWrite] {
    try connection.statement(
      """
      SELECT id, changes, previous FROM tag_write WHERE file_id = ? AND standard = ?
      ORDER BY id DESC
      """
    ).all(.integer(file), .text(standard.rawValue)) { (row) throws(CatalogError) in
      TagWrite(
        id: row.integer(0), changes: try StoredTags.value(row.text(1)),
        previous: try StoredTags.value(row.text(2)))
    }
  }
}
