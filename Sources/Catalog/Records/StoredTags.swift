import Decoders
import FoundationEssentials

/// The tags of a file as the catalogue keeps them: what is asked for in columns of its own, the
/// rest as one JSON document.
enum StoredTags {
  /// The document; nil when the columns hold all there is.
  static func details(of tags: Tags) throws(CatalogError) -> String? {
    var rest = tags
    clearColumns(of: &rest)
    return rest == Tags() ? nil : try json(rest)
  }

  /// The columns that ``tags(_:)`` reads, in its order.
  static let columns = """
    title, artist, album, album_artist, genre, year, track_number, disc_number, tag_bpm,
    tag_key_text, replaygain_track_gain, replaygain_track_peak, replaygain_album_gain,
    replaygain_album_peak, r128_track_gain, r128_album_gain, soundcheck_gain, tag_details
    """

  static func tags(_ row: borrowing Row) throws(CatalogError) -> Tags {
    var tags = Tags()
    if let details = row.optionalText(17) { tags = try value(details) }
    tags.title = row.optionalText(0)
    tags.artist = row.optionalText(1)
    tags.album = row.optionalText(2)
    tags.albumArtist = row.optionalText(3)
    tags.genre = row.optionalText(4)
    tags.year = row.optionalInt(5)
    tags.trackNumber = row.optionalInt(6)
    tags.discNumber = row.optionalInt(7)
    tags.beatsPerMinute = row.optionalReal(8)
    tags.key = row.optionalText(9)
    tags.replayGainTrackGainDB = row.optionalReal(10)
    tags.replayGainTrackPeak = row.optionalReal(11)
    tags.replayGainAlbumGainDB = row.optionalReal(12)
    tags.replayGainAlbumPeak = row.optionalReal(13)
    tags.r128TrackGainDB = row.optionalReal(14)
    tags.r128AlbumGainDB = row.optionalReal(15)
    tags.soundCheckGainDB = row.optionalReal(16)
    return tags
  }

  /// A value as the catalogue's JSON has it: names sorted, so that equal values are equal texts.
  static func json(_ value: some Encodable) throws(CatalogError) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(value), as: UTF8.self)
    } catch {
      throw .corrupt(detail: "a value that cannot be stored: \(error)")
    }
  }

  static func value<T: Decodable>(_ json: String) throws(CatalogError) -> T {
    do {
      return try JSONDecoder().decode(T.self, from: Data(json.utf8))
    } catch {
      throw .corrupt(detail: "stored JSON cannot be read: \(error)")
    }
  }

  private static func clearColumns(of tags: inout Tags) {
    tags.title = nil
    tags.artist = nil
    tags.album = nil
    tags.albumArtist = nil
    tags.genre = nil
    tags.year = nil
    tags.trackNumber = nil
    tags.discNumber = nil
    tags.beatsPerMinute = nil
    tags.key = nil
    tags.replayGainTrackGainDB = nil
    tags.replayGainTrackPeak = nil
    tags.replayGainAlbumGainDB = nil
    tags.replayGainAlbumPeak = nil
    tags.r128TrackGainDB = nil
    tags.r128AlbumGainDB = nil
    tags.soundCheckGainDB = nil
  }
}

extension Catalog {
  /// What a file's tags said when it was last scanned; nil for a file that the catalogue does not
  /// know.
  public func tags(of fileID: Int64) throws(CatalogError) -> Tags? {
    try connection.statement("SELECT \(StoredTags.columns) FROM file WHERE id = ?")
      .first(.integer(fileID)) { (row) throws(CatalogError) in try StoredTags.tags(row) }
  }
}
