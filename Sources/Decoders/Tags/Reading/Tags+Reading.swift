extension AudioAsset {
  /// What the file's tags say, read by the file's content and not by its name.
  ///
  /// Damaged or missing tags, and files that cannot be opened, give empty tags: a tag never makes a
  /// file fail.
  ///
  /// - Parameter encoding: What eight-bit text is taken for where it is not UTF-8.
  public func tags(legacyEncoding encoding: LegacyEncoding = .windows1252) -> Tags {
    guard let file = try? InputFile(path: path), let probe = try? FormatProbe(file: file) else {
      return Tags()
    }
    let properties = TagProperties(file: file, probe: probe, encoding: encoding)
    var tags = Tags(properties)
    if !tags.eightBitTexts.isEmpty { tags.legacyEncoding = encoding }
    if probe.format == .oggOpus {
      tags.opusHeaderGainDB = Self.headerGain(file: file, from: probe.content.lowerBound)
    }
    return tags
  }

  /// *Source:* RFC 7845 §5.1: Q7.8, little-endian, in the first packet.
  private static func headerGain(file: InputFile, from start: Int) -> Double? {
    let heads = (try? OggPage.streamHeads(file: file, from: start)) ?? []
    guard let head = heads.first(where: { $0.hasText("OpusHead") }),
      let bits = head.littleEndian16(at: 16)
    else { return nil }
    return Double(Int16(truncatingIfNeeded: bits)) / 256
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
    composer = properties["COMPOSER"]
    genre = properties["GENRE"]
    comment = properties["COMMENT", "DESCRIPTION"]
    date = properties["DATE", "YEAR", "ORIGINALDATE"]
    year = date.flatMap(TagNumber.year)
    trackNumber = properties["TRACKNUMBER", "TRACK"].flatMap(TagNumber.ordinal)
    discNumber = properties["DISCNUMBER", "DISC"].flatMap(TagNumber.ordinal)
    isCompilation = properties["COMPILATION"].flatMap(Self.flag)
    isrc = properties["ISRC"]
    musicBrainzRecordingID = properties["MUSICBRAINZ_TRACKID", "MUSICBRAINZ/TRACK ID"]
    musicBrainzReleaseID = properties["MUSICBRAINZ_ALBUMID", "MUSICBRAINZ/ALBUM ID"]
    musicBrainzReleaseGroupID =
      properties[
        "MUSICBRAINZ_RELEASEGROUPID", "MUSICBRAINZ/RELEASE GROUP ID"]
    musicBrainzArtistID = properties["MUSICBRAINZ_ARTISTID", "MUSICBRAINZ/ARTIST ID"]
    readTempo(properties)
    readKey(properties)
    readGains(properties)
    eightBitTexts = properties.eightBitTexts
  }

  private static func flag(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "1", "true", "yes": true
    case "0", "false", "no": false
    default: nil
    }
  }

  private mutating func readTempo(_ properties: TagProperties) {
    guard let text = properties["BPM", "TEMPO"] else { return }
    guard let value = TagNumber.decimal(text) else {
      notes.append(TagNote(.unreadable, "BPM", text))
      return
    }
    // 0 is how taggers write "not known".
    guard value != 0 else { return }
    beatsPerMinute = TagNumber.beatsPerMinute(text)
    if beatsPerMinute == nil {
      notes.append(TagNote(.outOfRange, "BPM", text))
    } else if beatsPerMinute != value {
      notes.append(TagNote(.decimalPointLost, "BPM", text))
    }
  }

  private mutating func readKey(_ properties: TagProperties) {
    key = properties["INITIALKEY", "INITIAL KEY", "INITIAL_KEY", "WM/INITIALKEY", "KEY"]
    guard let key else { return }
    switch taggedKey {
    case .offKey: notes.append(TagNote(.offKey, "INITIALKEY", key))
    case .unreadable: notes.append(TagNote(.unreadable, "INITIALKEY", key))
    case .key, nil: break
    }
  }

  private mutating func readGains(_ properties: TagProperties) {
    func number(_ name: String, _ read: (String) -> Double?) -> Double? {
      guard let text = properties[name] else { return nil }
      if let value = read(text) { return value }
      let problem: TagNote.Problem =
        TagNumber.decimal(text) == nil ? .unreadable : .outOfRange
      notes.append(TagNote(problem, name, text))
      return nil
    }
    replayGainTrackGainDB = number("REPLAYGAIN_TRACK_GAIN", TagNumber.gain)
    replayGainTrackPeak = number("REPLAYGAIN_TRACK_PEAK", TagNumber.peak)
    replayGainAlbumGainDB = number("REPLAYGAIN_ALBUM_GAIN", TagNumber.gain)
    replayGainAlbumPeak = number("REPLAYGAIN_ALBUM_PEAK", TagNumber.peak)
    if replayGainTrackGainDB != nil || replayGainAlbumGainDB != nil {
      replayGainReference = ReplayGainReference(
        loudness: properties["REPLAYGAIN_REFERENCE_LOUDNESS"],
        algorithm: properties["REPLAYGAIN_ALGORITHM"])
    }
    r128TrackGainDB = q78("R128_TRACK_GAIN", properties)
    r128AlbumGainDB = q78("R128_ALBUM_GAIN", properties)
    if let text = properties["ITUNNORM", "COMMENT:ITUNNORM"] {
      soundCheckGainDB = SoundCheck(text)?.gainDB
      if soundCheckGainDB == nil { notes.append(TagNote(.unreadable, "ITUNNORM", text)) }
    }
  }

  private mutating func q78(_ name: String, _ properties: TagProperties) -> Double? {
    guard let text = properties[name] else { return nil }
    if let value = TagNumber.q78(text) { return value }
    let problem: TagNote.Problem =
      TagNumber.decimal(text) == nil
      ? .unreadable : TagNumber.gain(text) == nil ? .outOfRange : .decibelsInQ78
    notes.append(TagNote(problem, name, text))
    return nil
  }
}
