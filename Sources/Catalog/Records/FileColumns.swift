import Decoders

/// The columns of `file` and `file_text` that a file's tags fill.
struct FileColumns {
  /// The columns of `file` behind the identity, in the order of ``values``.
  static let names = [
    "title", "artist", "album", "album_artist", "genre", "year", "track_number", "disc_number",
    "tag_bpm", "tag_key", "tag_key_text", "tag_key_cents", "replaygain_track_gain",
    "replaygain_track_peak", "replaygain_album_gain", "replaygain_album_peak", "r128_track_gain",
    "r128_album_gain", "soundcheck_gain", "tag_encoding", "tag_details",
  ]
  /// The columns of `file_text` behind the file's number, in the order of ``searchedText``.
  static let searchedNames = [
    "title", "artist", "album", "album_artist", "genre", "name", "format", "path",
  ]

  let values: [SQLValue]
  let searchedText: [SQLValue]

  init(path: FilePath, tags: Tags, codec: String) throws(CatalogError) {
    var key: (key: MusicalKey, cents: Int)?
    if case .key(let tagged, let cents) = tags.taggedKey { key = (tagged, cents) }
    values = [
      .text(tags.title), .text(tags.artist), .text(tags.album), .text(tags.albumArtist),
      .text(tags.genre), .integer(tags.year), .integer(tags.trackNumber),
      .integer(tags.discNumber), .real(tags.beatsPerMinute), .key(key?.key), .text(tags.key),
      .integer(key?.cents), .real(tags.replayGainTrackGainDB), .real(tags.replayGainTrackPeak),
      .real(tags.replayGainAlbumGainDB), .real(tags.replayGainAlbumPeak),
      .real(tags.r128TrackGainDB), .real(tags.r128AlbumGainDB), .real(tags.soundCheckGainDB),
      .text(tags.legacyEncoding?.name), .text(try StoredTags.details(of: tags)),
    ]
    let text = SearchedText(path: path, tags: tags, codec: codec)
    searchedText = [
      .text(text.title), .text(text.artist), .text(text.album), .text(text.albumArtist),
      .text(text.genre), .text(text.name), .text(text.format), .text(text.path),
    ]
  }
}

/// The folded texts of a file that queries look into.
struct SearchedText: Sendable {
  var title, artist, album, albumArtist, genre: String?
  /// The file's name without folder and extension.
  var name: String
  /// The codec and the file name's extension: "mpeg 1 layer iii mp3".
  var format: String
  var path: String

  init(path: FilePath, tags: Tags, codec: String) {
    title = tags.title.map(FoldedText.fold)
    artist = tags.artist.map(FoldedText.fold)
    album = tags.album.map(FoldedText.fold)
    albumArtist = tags.albumArtist.map(FoldedText.fold)
    genre = tags.genre.map(FoldedText.fold)
    let fileName = path.lastComponent
    let ending = fileName.fileExtension
    let stem = ending.isEmpty ? fileName.bytes[...] : fileName.bytes.dropLast(ending.utf8.count + 1)
    name = FoldedText.fold(FilePath(bytes: stem).displayText)
    format = FoldedText.fold(codec + " " + ending)
    self.path = FoldedText.fold(path.displayText)
  }

  init(_ track: Track) {
    var tags = Tags()
    tags.title = track.title
    tags.artist = track.artist
    tags.album = track.album
    tags.albumArtist = track.albumArtist
    tags.genre = track.genre
    self.init(path: track.path, tags: tags, codec: track.codec)
  }
}
