import Decoders

/// A collection as rekordbox reads it (`rekordbox xml`).
///
/// *Source:* "XML format list", AlphaTheta, for developers of rekordbox 3 to 7. Times are seconds
/// with three decimals on ``ExportTimeline/rekordbox``.
public enum RekordboxXML {
  public static func document(_ collection: ExportCollection) -> String {
    var writer = XMLWriter()
    writer.element("DJ_PLAYLISTS", [("Version", "1.0.0")]) { writer in
      writer.element("PRODUCT", [("Name", "mucat"), ("Version", "1.0"), ("Company", "")])
      writer.element("COLLECTION", [("Entries", "\(collection.tracks.count)")]) { writer in
        for track in collection.tracks { write(track, of: collection, to: &writer) }
      }
      writer.element("PLAYLISTS") { writer in
        let count = "\(collection.playlists.count)"
        writer.element("NODE", [("Type", "0"), ("Name", "ROOT"), ("Count", count)]) { writer in
          for playlist in collection.playlists { write(playlist, of: collection, to: &writer) }
        }
      }
    }
    return writer.text
  }

  private static func write(
    _ entry: ExportTrack, of collection: ExportCollection, to writer: inout XMLWriter
  ) {
    let track = entry.track
    let attributes: XMLWriter.Attributes = [
      ("TrackID", "\(track.fileID)"), ("Name", track.titleOrName), ("Artist", track.artist ?? ""),
      ("Album", track.album ?? ""), ("Genre", track.genre ?? ""), ("Kind", kind(track)),
      ("TotalTime", DecimalText.fixed(max(0, track.duration), places: 0)),
      ("DiscNumber", track.discNumber.map { "\($0)" }),
      ("TrackNumber", track.trackNumber.map { "\($0)" }), ("Year", track.year.map { "\($0)" }),
      ("AverageBpm", track.bpm.map { DecimalText.fixed($0, places: 2) }),
      ("DateAdded", CalendarDay(secondsSince1970: track.addedAt).text),
      ("SampleRate", "\(track.sampleRate)"),
      ("Rating", track.rating.map { "\(StarRating.code($0))" }),
      ("Location", location(collection.path(of: track))), ("Tonality", track.key?.shortName),
    ]
    let offset = entry.offset(on: .rekordbox)
    writer.element("TRACK", attributes) { writer in
      for stretch in entry.grid.shifted(by: offset).stretches {
        writer.element(
          "TEMPO",
          [
            ("Inizio", DecimalText.fixed(stretch.start, places: 3)),
            ("Bpm", DecimalText.fixed(stretch.beatsPerMinute, places: 2)),
            ("Metro", "\(entry.grid.beatsPerBar)/4"), ("Battito", "\(stretch.beatInBar)"),
          ])
      }
      for cue in entry.marks(hotCueCount: collection.hotCueCount) {
        write(cue, offset: offset, to: &writer)
      }
    }
  }

  /// The numbers of POSITION_MARK's Type.
  static let markTypes: [(kind: CuePoint.Kind, number: Int)] = [
    (.cue, 0), (.fadeIn, 1), (.fadeOut, 2), (.load, 3), (.loop, 4),
  ]

  private static func write(_ cue: CuePoint, offset: Double, to writer: inout XMLWriter) {
    let start = cue.position + offset
    let type = markTypes.first { $0.kind == cue.kind }?.number ?? 0
    var attributes: XMLWriter.Attributes = [
      ("Name", cue.name ?? ""), ("Type", "\(type)"),
      ("Start", DecimalText.fixed(start, places: 3)),
      ("End", cue.length.map { DecimalText.fixed(start + $0, places: 3) }),
      ("Num", "\(cue.slot ?? -1)"),
    ]
    if let color = cue.color {
      attributes += [
        ("Red", "\(color >> 16 & 255)"), ("Green", "\(color >> 8 & 255)"),
        ("Blue", "\(color & 255)"),
      ]
    }
    writer.element("POSITION_MARK", attributes)
  }

  private static func write(
    _ playlist: ExportCollection.Playlist, of collection: ExportCollection,
    to writer: inout XMLWriter
  ) {
    let attributes: XMLWriter.Attributes = [
      ("Name", playlist.name), ("Type", "1"), ("KeyType", "0"),
      ("Entries", "\(playlist.tracks.count)"),
    ]
    writer.element("NODE", attributes) { writer in
      for place in playlist.tracks {
        writer.element("TRACK", [("Key", "\(collection.tracks[place].track.fileID)")])
      }
    }
  }

  /// The URL of a file; a path of Windows has its drive behind the host.
  static func location(_ path: [UInt8]) -> String {
    let root = path.first == UInt8(ascii: "/") ? "" : "/"
    return "file://localhost" + root + PercentEncoding.encoded(path)
  }

  private static func kind(_ track: Track) -> String {
    let ending = track.path.lastComponent.fileExtension
    return ending.isEmpty ? "Unknown File" : ending.uppercased() + " File"
  }
}

/// Stars as rekordbox and Traktor write them: 0 to 255 in steps of 51.
enum StarRating {
  static func code(_ stars: Int) -> Int { 51 * min(max(stars, 0), 5) }

  /// The stars behind a number of that scale; nil outside it.
  static func stars(_ code: Int) -> Int? {
    (0...255).contains(code) ? (code + 25) / 51 : nil
  }
}
