import Decoders

/// A collection as Traktor reads it (`collection.nml`, version 19).
///
/// *Source:* collections that Traktor Pro 3 wrote; there is no published description. Times are
/// milliseconds on ``ExportTimeline/traktor``.
public enum TraktorNML {
  public static func document(_ collection: ExportCollection) -> String {
    var writer = XMLWriter()
    writer.element("NML", [("VERSION", "19")]) { writer in
      writer.element("HEAD", [("COMPANY", "www.native-instruments.com"), ("PROGRAM", "Traktor")])
      writer.element("MUSICFOLDERS")
      writer.element("COLLECTION", [("ENTRIES", "\(collection.tracks.count)")]) { writer in
        for track in collection.tracks { write(track, of: collection, to: &writer) }
      }
      writer.element("SETS", [("ENTRIES", "0")])
      writer.element("PLAYLISTS") { writer in
        writer.element("NODE", [("TYPE", "FOLDER"), ("NAME", "$ROOT")]) { writer in
          writer.element("SUBNODES", [("COUNT", "\(collection.playlists.count)")]) { writer in
            for playlist in collection.playlists { write(playlist, of: collection, to: &writer) }
          }
        }
      }
    }
    return writer.text
  }

  private static func write(
    _ entry: ExportTrack, of collection: ExportCollection, to writer: inout XMLWriter
  ) {
    let track = entry.track
    let place = TraktorLocation(path: collection.path(of: track))
    writer.element("ENTRY", [("TITLE", track.titleOrName), ("ARTIST", track.artist)]) { writer in
      writer.element(
        "LOCATION",
        [
          ("DIR", place.folder), ("FILE", place.file), ("VOLUME", place.volume),
          ("VOLUMEID", place.volume),
        ])
      if track.album != nil || track.trackNumber != nil {
        writer.element(
          "ALBUM", [("TRACK", track.trackNumber.map { "\($0)" }), ("TITLE", track.album)])
      }
      writer.element(
        "INFO",
        [
          ("GENRE", track.genre), ("KEY", track.key?.openKey),
          ("PLAYTIME", DecimalText.fixed(max(0, track.duration), places: 0)),
          ("PLAYTIME_FLOAT", DecimalText.fixed(max(0, track.duration), places: 6)),
          ("RANKING", track.rating.map { "\(StarRating.code($0))" }),
          ("IMPORT_DATE", CalendarDay(secondsSince1970: track.addedAt).slashedText),
          ("RELEASE_DATE", track.year.map { "\($0)/1/1" }),
        ])
      if let tempo = track.bpm {
        writer.element(
          "TEMPO",
          [("BPM", DecimalText.fixed(tempo, places: 6)), ("BPM_QUALITY", "100.000000")])
      }
      if let key = track.key {
        writer.element("MUSICAL_KEY", [("VALUE", "\(keyNumber(key))")])
      }
      let offset = entry.offset(on: .traktor)
      for stretch in entry.grid.shifted(by: offset).stretches {
        write(marker(stretch), type: 4, gridTempo: stretch.beatsPerMinute, to: &writer)
      }
      for cue in entry.marks(hotCueCount: collection.hotCueCount) {
        var shifted = cue
        shifted.position += offset
        write(shifted, type: cueTypes.first { $0.kind == cue.kind }?.number ?? 0, to: &writer)
      }
    }
  }

  /// The numbers of CUE_V2's TYPE; 4 is a marker of the grid.
  static let cueTypes: [(kind: CuePoint.Kind, number: Int)] = [
    (.cue, 0), (.fadeIn, 1), (.fadeOut, 2), (.load, 3), (.loop, 5),
  ]

  /// The number of a key: 0 to 11 for C to B major, 12 to 23 for C to B minor.
  static func keyNumber(_ key: MusicalKey) -> Int {
    key.pitchClass + (key.mode == .minor ? 12 : 0)
  }

  /// The key of a number; nil outside 0 to 23.
  static func key(number: Int) -> MusicalKey? {
    guard (0..<24).contains(number) else { return nil }
    return MusicalKey(pitchClass: number % 12, mode: number < 12 ? .major : .minor)
  }

  /// Traktor's grid markers begin a bar: one that does not is moved back to where its bar began.
  private static func marker(_ stretch: PiecewiseGrid.Stretch) -> CuePoint {
    let bar = stretch.time(ofBeat: 1 - stretch.beatInBar)
    return CuePoint(position: bar >= 0 ? bar : stretch.start, name: "AutoGrid")
  }

  private static func write(
    _ cue: CuePoint, type: Int, gridTempo: Double? = nil, to writer: inout XMLWriter
  ) {
    let attributes: XMLWriter.Attributes = [
      ("NAME", cue.name ?? "n.n."), ("DISPL_ORDER", "0"), ("TYPE", "\(type)"),
      ("START", DecimalText.fixed(cue.position * 1000, places: 6)),
      ("LEN", DecimalText.fixed((cue.length ?? 0) * 1000, places: 6)), ("REPEATS", "-1"),
      ("HOTCUE", "\(cue.slot ?? -1)"),
      ("COLOR", cue.color.map { "#" + hexadecimal($0) }),
    ]
    guard let gridTempo else { return writer.element("CUE_V2", attributes) }
    writer.element("CUE_V2", attributes) { writer in
      writer.element("GRID", [("BPM", DecimalText.fixed(gridTempo, places: 6))])
    }
  }

  private static func hexadecimal(_ color: Int) -> String {
    let digits = String(color & 0xFFFFFF, radix: 16, uppercase: true)
    return String(repeating: "0", count: 6 - digits.count) + digits
  }

  private static func write(
    _ playlist: ExportCollection.Playlist, of collection: ExportCollection,
    to writer: inout XMLWriter
  ) {
    writer.element("NODE", [("TYPE", "PLAYLIST"), ("NAME", playlist.name)]) { writer in
      let count = "\(playlist.tracks.count)"
      writer.element("PLAYLIST", [("ENTRIES", count), ("TYPE", "LIST")]) { writer in
        for place in playlist.tracks {
          let path = collection.path(of: collection.tracks[place].track)
          let key = TraktorLocation(path: path).key
          writer.element("ENTRY") { writer in
            writer.element("PRIMARYKEY", [("TYPE", "TRACK"), ("KEY", key)])
          }
        }
      }
    }
  }
}

/// A path as Traktor keeps it: the volume, the folders with "/:" before and behind each, the file.
struct TraktorLocation: Hashable {
  var volume, folder, file: String

  /// The whole as playlists name a track.
  var key: String { volume + folder + file }

  init(volume: String, folder: String, file: String) {
    self.volume = volume
    self.folder = folder
    self.file = file
  }

  /// - Parameter path: Absolute. What begins with a drive is of Windows; `/Volumes/NAME` is a disk
  ///   of a Mac, and all else lies on the Mac's own disk.
  init(path: [UInt8]) {
    var parts = FilePath(bytes: path).displayText.split(separator: "/").map(String.init)
    file = parts.popLast() ?? ""
    if let drive = parts.first, drive.count == 2, drive.hasSuffix(":") {
      volume = drive
      parts.removeFirst()
    } else if parts.first == "Volumes", parts.count > 1 {
      volume = parts[1]
      parts.removeFirst(2)
    } else {
      volume = "Macintosh HD"
    }
    folder = "/:" + parts.map { $0 + "/:" }.joined()
  }

  /// The absolute path with slashes.
  var path: String {
    let folders = folder.split(separator: "/:").map(String.init)
    let root =
      volume.hasSuffix(":")
      ? [volume] : volume.isEmpty || volume == "Macintosh HD" ? [""] : ["", "Volumes", volume]
    return (root + folders + [file]).joined(separator: "/")
  }
}
