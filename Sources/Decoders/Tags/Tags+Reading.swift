extension AudioAsset {
  /// What the file's tags say, read by the file's content and not by its name.
  ///
  /// Damaged or missing tags, and files that cannot be opened, give empty tags: a tag never makes a
  /// file fail.
  public func tags() -> Tags {
    guard let file = try? InputFile(path: path), let probe = try? FormatProbe(file: file) else {
      return Tags()
    }
    var properties = TagProperties(file: file, format: probe.format)
    properties.fill(from: AIFFTextChunks.properties(file: file, format: probe.format))
    return Tags(properties)
  }
}

extension Tags {
  /// The meaning of a tag's properties. Names are those of TagLib's property map, and the other
  /// spellings that programs use.
  init(_ properties: TagProperties) {
    self.init()
    title = properties["TITLE"]
    artist = properties["ARTIST"]
    album = properties["ALBUM"]
    albumArtist = properties["ALBUMARTIST", "ALBUM ARTIST", "ALBUM_ARTIST"]
    genre = properties["GENRE"]
    year = properties["DATE", "YEAR", "ORIGINALDATE"].flatMap(TagNumber.year)
    trackNumber = properties["TRACKNUMBER", "TRACK"].flatMap(TagNumber.ordinal)
    discNumber = properties["DISCNUMBER", "DISC"].flatMap(TagNumber.ordinal)
    beatsPerMinute = properties["BPM", "TEMPO"].flatMap(TagNumber.beatsPerMinute)
    key = properties["INITIALKEY", "INITIAL KEY", "INITIAL_KEY", "KEY"]
    replayGainTrackGainDB = properties["REPLAYGAIN_TRACK_GAIN"].flatMap(TagNumber.decimal)
    replayGainTrackPeak = properties["REPLAYGAIN_TRACK_PEAK"].flatMap(TagNumber.decimal)
    replayGainAlbumGainDB = properties["REPLAYGAIN_ALBUM_GAIN"].flatMap(TagNumber.decimal)
    replayGainAlbumPeak = properties["REPLAYGAIN_ALBUM_PEAK"].flatMap(TagNumber.decimal)
    r128TrackGainDB = properties["R128_TRACK_GAIN"].flatMap(TagNumber.q78)
    r128AlbumGainDB = properties["R128_ALBUM_GAIN"].flatMap(TagNumber.q78)
  }
}
