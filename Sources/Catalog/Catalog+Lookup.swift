import Decoders
import Glibc

extension Catalog {
  /// The most tracks that an ambiguous name gives back.
  public static let lookupLimit = 20

  /// The track that a user means.
  ///
  /// Tried in this order: the path of a file, absolute or from the current folder; all of the
  /// title, or all of "artist - title", accents and capitals aside; a part of "artist - title" or
  /// of the file's name. The first that leads to any track decides. Copies of one recording are
  /// one track: the first by path.
  public func track(named text: String) throws(CatalogError) -> TrackLookup {
    if let track = try track(at: FilePath(text)) { return .found(track) }
    let folded = FoldedText.fold(text)
    guard !folded.allSatisfy({ $0 == " " }) else { return .none }
    let fullName = "file_text.artist || ' - ' || file_text.title"
    let conditions = [
      "file_text.title = ?1 OR \(fullName) = ?1",
      "instr(\(fullName), ?1) OR instr(file_text.title, ?1) OR instr(file_text.name, ?1)",
    ]
    for condition in conditions {
      let files = try connection.statement(
        """
        SELECT min(file.id) FROM file_text JOIN file ON file.id = file_text.file_id
        WHERE (\(condition)) AND file.status = 'present'
        GROUP BY file.recording_id ORDER BY min(file.path) LIMIT \(Self.lookupLimit)
        """
      ).all(.text(folded)) { row in row.integer(0) }
      let found = try tracks(files)
      if found.count > 1 { return .ambiguous(found) }
      if let only = found.first { return .found(only) }
    }
    return .none
  }

  /// The track in a file: by the path as it stands, else by what the system makes of it (relative,
  /// with dots, through links); nil when there is none.
  public func track(at path: FilePath) throws(CatalogError) -> Track? {
    var spellings = [path]
    if let real = path.withCString({ realpath($0, nil) }) {
      spellings.append(
        FilePath(
          bytes: UnsafeBufferPointer(start: real, count: strlen(real)).map {
            UInt8(bitPattern: $0)
          }))
      free(real)
    }
    for spelling in spellings {
      let file = try connection.statement(
        "SELECT id FROM file WHERE path = ? AND recording_id IS NOT NULL"
      ).first(.path(spelling)) { row in row.integer(0) }
      if let file { return try tracks([file]).first }
    }
    return nil
  }
}
