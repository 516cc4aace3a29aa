import FoundationEssentials

/// Saved queries.
extension Catalog {
  /// Keeps a query under a name, in the place of what was kept there.
  public func save(_ playlist: SavedQuery) throws(CatalogError) {
    let name = playlist.name
    try connection.statement(
      """
      INSERT INTO playlist (folded_name, name, words, track_limit, tempo_tolerance, saved_at)
      VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (folded_name) DO UPDATE SET name = excluded.name, words = excluded.words,
        track_limit = excluded.track_limit, tempo_tolerance = excluded.tempo_tolerance,
        saved_at = excluded.saved_at
      """
    ).run(
      .text(FoldedText.fold(name)), .text(name), .text(try CatalogJSON.encode(playlist.words)),
      .integer(playlist.limit), .real(playlist.tempoTolerance), .integer(clock()))
  }

  /// All saved queries, by name.
  public func playlists() throws(CatalogError) -> [SavedQuery] {
    try connection.statement("SELECT \(Self.playlistColumns) FROM playlist ORDER BY folded_name")
      .all { (row) throws(CatalogError) in try SavedQuery(row) }
  }

  /// The query saved under a name; nil when there is none.
  public func playlist(named name: String) throws(CatalogError) -> SavedQuery? {
    try connection.statement(
      "SELECT \(Self.playlistColumns) FROM playlist WHERE folded_name = ?"
    ).first(.text(FoldedText.fold(name))) { (row) throws(CatalogError) in try SavedQuery(row) }
  }

  /// - Returns: False when there was no such name.
  public func removePlaylist(named name: String) throws(CatalogError) -> Bool {
    try connection.statement("DELETE FROM playlist WHERE folded_name = ?")
      .run(.text(FoldedText.fold(name)))
    return connection.changedRowCount > 0
  }

  private static let playlistColumns = "name, words, track_limit, tempo_tolerance, saved_at"

  // MARK: - In queries

  /// The condition with every `in:NAME` replaced by what the saved query asks for.
  ///
  /// - Throws: `playlist` for an unknown name, one that holds itself, or one that cannot be read.
  func resolved(_ condition: Query.Condition) throws(CatalogError) -> Query.Condition {
    guard condition.namesPlaylist else { return condition }
    return try resolved(condition, within: [])
  }

  private func resolved(
    _ condition: Query.Condition, within names: [String]
  ) throws(CatalogError) -> Query.Condition {
    switch condition {
    case .all(let parts): return .all(try resolved(parts, within: names))
    case .any(let parts): return .any(try resolved(parts, within: names))
    case .not(let part): return .not(try resolved(part, within: names))
    case .playlist(let name): return try contents(ofPlaylist: name, within: names)
    default: return condition
    }
  }

  private func resolved(
    _ parts: [Query.Condition], within names: [String]
  ) throws(CatalogError) -> [Query.Condition] {
    var resolved: [Query.Condition] = []
    for part in parts { resolved.append(try self.resolved(part, within: names)) }
    return resolved
  }

  private func contents(
    ofPlaylist name: String, within names: [String]
  ) throws(CatalogError) -> Query.Condition {
    guard let saved = try playlist(named: name) else {
      let known = try playlists().map(\.name)
      let hint = Suggestion.nearest(to: name, among: known).map { "; did you mean '\($0)'?" } ?? ""
      throw CatalogError.playlist(name: name, problem: "there is no such playlist\(hint)")
    }
    let folded = FoldedText.fold(name)
    guard !names.contains(folded), names.count < Self.maximumNesting else {
      throw CatalogError.playlist(name: name, problem: "it asks for itself")
    }
    var query: Query
    do throws(QueryError) {
      query = try saved.query(now: clock())
    } catch {
      throw CatalogError.playlist(name: name, problem: error.message)
    }
    query.condition = try resolved(query.condition, within: names + [folded])
    guard query.limit != nil else {
      // Its own order does not matter, but it means files that are present unless it says else.
      return query.condition.asksForStatus
        ? query.condition : .all([query.condition, .status([.present])])
    }
    return .files(Set(try files(matching: query)))
  }

  private static let maximumNesting = 16
}

extension SavedQuery {
  fileprivate init(_ row: borrowing Row) throws(CatalogError) {
    self.init(
      name: row.text(0), words: try CatalogJSON.decode([String].self, from: row.text(1)),
      limit: row.optionalInteger(2).map(Int.init), tempoTolerance: row.optionalReal(3),
      savedAt: row.integer(4))
  }
}

extension Query.Condition {
  /// Whether a saved query is asked for somewhere.
  var namesPlaylist: Bool {
    switch self {
    case .all(let parts), .any(let parts): parts.contains { $0.namesPlaylist }
    case .not(let part): part.namesPlaylist
    case .playlist: true
    default: false
    }
  }
}
