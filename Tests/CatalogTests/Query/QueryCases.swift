import Decoders

@testable import Catalog

/// A small collection in which every field makes a difference, and the table of queries over it.
enum QueryCases {
  static let files: [AnalysedFile] = [
    .made(
      "/music/house/one.mp3", payload: 1,
      tags: {
        $0.title = "One More Time"
        $0.artist = "Daft Punk"
        $0.album = "Discovery"
        $0.genre = "House"
        $0.year = 2001
        $0.trackNumber = 1
        $0.beatsPerMinute = 123
      },
      bpm: 122.75, key: MusicalKey("8A"), lufs: -8.5, energy: 8, seconds: 320,
      codec: "MPEG 1 layer III", change: { $0.setForm(pace: 21.37, sections: 7) }),
    .made(
      "/music/house/two.flac", payload: 2,
      tags: {
        $0.title = "Around the World"
        $0.artist = "daft punk"
        $0.album = "Homework"
        $0.genre = "House"
        $0.year = 1997
        $0.trackNumber = 7
        $0.key = "9A"
      },
      bpm: 121.3, key: MusicalKey("9A"), lufs: -10.2, energy: 7, seconds: 429),
    .made(
      "/music/house2/three.flac", payload: 3,
      tags: {
        $0.title = "Eple"
        $0.artist = "Röyksopp"
        $0.album = "Melody A.M."
        $0.genre = "Downtempo"
        $0.year = 2001
      },
      bpm: 64, key: MusicalKey("8B"), lufs: -12, energy: 4, seconds: 216,
      change: { $0.setForm(pace: 9.5, sections: 10) }),
    .made(
      "/music/dnb/four.ogg", payload: 4,
      tags: {
        $0.title = "Hold Your Colour (Live) 50%"
        $0.artist = "Pendulum"
        $0.genre = "Drum & Bass"
        $0.year = 2005
      },
      bpm: 174, key: MusicalKey("7A"), lufs: -6.1, energy: 9.5, seconds: 325, codec: "Vorbis",
      change: { $0.setForm(pace: 100, sections: 1) }),
    .made(
      "/music/odd/five.wav", payload: 5, tags: { $0.title = "Noise" }, lufs: -3, seconds: 9,
      codec: "WAV"),
    .made("/music/odd/silence.wav", payload: 6, seconds: 10, codec: "WAV"),
    .made(
      "/music/slow/seven.flac", payload: 7,
      tags: {
        $0.title = "9.5"
        $0.artist = "!!!"
        $0.album = "100_percent"
      },
      bpm: 9.5, key: MusicalKey("10B"), lufs: -20, energy: 1, seconds: 600),
    .made(
      "/music/techno/eight.flac", payload: 8,
      tags: {
        $0.title = "Straße \"42\""
        $0.artist = "Ørsted"
        $0.genre = "Techno"
      },
      bpm: 128.02, key: MusicalKey("8A"), lufs: -7.25, energy: 9, seconds: 391),
  ]

  /// Queries and the names of the files that they find, in order.
  ///
  /// A tolerance in percent may stand before a query, as the command line's option would have it.
  static let table: [(query: String, names: [String])] = [
    // Everything, by path.
    ("", ["four", "one", "two", "three", "five", "silence", "seven", "eight"]),
    // Numbers.
    ("bpm:120..125", ["two", "one"]),
    ("bpm:124..128", ["eight"]),
    ("bpm:>100", ["two", "one", "eight", "four"]),
    ("bpm>100", ["two", "one", "eight", "four"]),
    ("bpm:..64", ["seven", "three"]),
    ("bpm:174..", ["four"]),
    ("bpm:174", ["four"]),
    ("bpm:173", []),
    ("bpm:<100", ["seven", "three"]),
    ("bpm:<=9.5", ["seven"]),
    ("bpm:<9.5", []),
    ("bpm:122.75", ["one"]),
    ("lufs:<-8", ["seven", "three", "two", "one"]),
    ("lufs:>=-8.5 lufs:<-3", ["one", "eight", "four"]),
    ("tp:>0", ["two", "one", "eight", "four", "five"]),
    ("sp:>=8", ["five"]),
    ("energy:>=8", ["one", "eight", "four"]),
    ("year:2001", ["one", "three"]),
    ("year:1995..1999", ["two"]),
    ("track:7", ["two"]),
    ("duration:5:00..6:00", ["one", "four"]),
    ("duration:<15", ["five", "silence"]),
    ("duration:10", ["silence"]),
    ("meter:4/4 energy:>9", ["four"]),
    ("confidence:<0.7 bpm>150", ["four"]),
    ("tagbpm:123", ["one"]),
    ("tagkey:9A", ["two"]),
    ("lra:6 year:2005", ["four"]),
    // Pace and form; what has none is in no range.
    ("pace:9..22", ["three", "one"]),
    ("pace:21.4", ["one"]),
    ("pace:21", ["one"]),
    ("pace:<10", ["three"]),
    ("pace>=100", ["four"]),
    ("pace:>100", []),
    ("sections:7", ["one"]),
    ("sections:2..", ["one", "three"]),
    ("sections:<7", ["four"]),
    ("has:pace", ["four", "one", "three"]),
    ("missing:sections", ["two", "five", "silence", "seven", "eight"]),
    ("-sections:1 has:sections pace-", ["one", "three"]),
    ("has:pace sort pace", ["three", "one", "four"]),
    ("has:bpm sections-", ["three", "one", "four", "eight", "seven", "two"]),
    // Tempo with its octaves.
    ("bpm~128", ["three", "eight"]),
    ("bpm~64", ["three", "eight"]),
    ("bpm~124%3", ["two", "one"]),
    ("bpm~87", ["four"]),
    ("bpm~124%4", ["two", "one", "three", "eight"]),
    ("bpm~19", ["seven"]),
    // With another tolerance than the usual.
    ("4% bpm~124", ["two", "one", "three", "eight"]),
    ("0% bpm~128", ["three"]),
    ("0% bpm~64 energy:<5", ["three"]),
    ("4% -bpm~124 has:bpm", ["four", "seven"]),
    ("25% bpm~124%3", ["two", "one"]),
    // Keys.
    ("key:8A", ["one", "eight"]),
    ("key:Am", ["one", "eight"]),
    ("key:1m", ["one", "eight"]),
    ("key:C,10B", ["three", "seven"]),
    ("key~8A", ["four", "one", "eight", "three", "two"]),
    ("key~8A/strict", ["one", "eight", "three"]),
    ("bpm:121..129 key~8A lufs:<-8", ["two", "one"]),
    ("key@intro:8A", ["one", "eight"]),
    ("key@outro:9A,10B", ["two", "seven"]),
    ("key@intro~8A/strict bpm:>120", ["one", "eight"]),
    ("has:key@outro year:2001", ["one", "three"]),
    // Text.
    ("artist:\"daft punk\"", ["one", "two"]),
    ("artist:punk -title:around", ["one"]),
    ("artist=\"daft punk\"", ["one", "two"]),
    ("artist=daft", []),
    ("artist:royk", ["three"]),
    ("artist:ØRST", ["eight"]),
    ("artist:!!!", ["seven"]),
    ("!!!", ["seven"]),
    ("title:strasse", ["eight"]),
    ("title:\"\\\"42\\\"\"", ["eight"]),
    ("title:e", ["four", "one", "two", "three", "five", "eight"]),
    ("title:50%", ["four"]),
    ("album:100_p", ["seven"]),
    ("album:100%", []),
    ("genre:house", ["one", "two"]),
    ("format:mp3", ["one"]),
    ("format:vorbis", ["four"]),
    ("format:flac genre:house", ["two"]),
    // Regular expressions.
    ("artist~^daft", ["one", "two"]),
    ("artist~^punk", []),
    ("title~\"(time|world)$\"", ["one", "two"]),
    ("title~[0-9]", ["four", "seven", "eight"]),
    ("title~\"^\\\\S+$\"", ["three", "five", "seven"]),
    ("artist~RÖYK", ["three"]),
    ("artist~r.yk", ["three"]),
    ("-artist~d title~.", ["three", "five", "seven"]),
    ("path~house/.*flac$", ["two"]),
    ("format~^vorbis bpm:174", ["four"]),
    ("title~^ bpm:>0 year-", ["four", "three", "one", "two", "eight", "seven"]),
    // Free text: the beginnings of words.
    ("daft", ["one", "two"]),
    ("DAFT PUN", ["one", "two"]),
    ("aft", []),
    ("\"one more\"", ["one"]),
    ("\"more one\"", []),
    ("colour live", ["four"]),
    ("royksopp", ["three"]),
    ("Röyk", ["three"]),
    ("silence", ["silence"]),
    ("9.5", ["seven"]),
    ("(live)", ["four"]),
    // Paths.
    ("path:/music/house", ["one", "two"]),
    ("path:/music/house/one.mp3", ["one"]),
    ("path:HOUSE2", ["three"]),
    // Known and unknown.
    ("missing:bpm", ["five", "silence"]),
    ("-has:bpm", ["five", "silence"]),
    ("has:tagbpm", ["one"]),
    ("missing:artist", ["five", "silence"]),
    ("why:bpm", ["five", "silence"]),
    ("why:bpm=noClearPulse", ["five", "silence"]),
    ("why:bpm=silence", []),
    ("why:lufs=SILENCE", ["silence"]),
    // Together.
    ("key:9A , bpm:174", ["four", "two"]),
    ("genre:house year:2001 , genre:techno", ["one", "eight"]),
    ("-key:8A has:key", ["four", "two", "three", "seven"]),
    ("-(key:8A , missing:key)", ["four", "two", "three", "seven"]),
    ("(key:8A , key:9A) artist:daft", ["one", "two"]),
    ("-bpm:100..", ["three", "five", "silence", "seven"]),
    // Sorted.
    ("has:bpm bpm-", ["four", "eight", "one", "two", "three", "seven"]),
    ("sort key+", ["four", "one", "eight", "three", "two", "seven", "silence", "five"]),
    ("has:bpm sort title", ["seven", "two", "three", "four", "one", "eight"]),
    ("energy- path:/music/house", ["one", "two"]),
    ("year+ title-", ["two", "one", "three", "four", "eight", "five", "seven", "silence"]),
    // When it came in.
    ("added:2026", ["one", "two", "three", "four", "five", "silence", "seven", "eight"]),
    ("added:..2026-02", []),
    ("added:2026-03-01 bpm:174", ["four"]),
    ("added:>2026-03-01", []),
    ("added:today bpm:174", ["four"]),
    ("added:-1d", []),
    ("added:yesterday", []),
    ("added:-2w.. bpm:174", ["four"]),
    ("added:-1m..-1d", []),
    ("added:>=-1y bpm:174", ["four"]),
  ]

  /// Reads a query of the table.
  static func query(_ text: String) throws -> Query {
    let parts = text.split(separator: "% ", maxSplits: 1)
    guard parts.count == 2, let percent = Double(parts[0]) else {
      return try Query(parsing: text, now: TemporaryCatalog.now)
    }
    return try Query(
      parsing: String(parts[1]), now: TemporaryCatalog.now, tempoTolerance: percent / 100)
  }
}
