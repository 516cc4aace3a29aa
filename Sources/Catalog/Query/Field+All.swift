import Analysis
import Decoders

extension Query.Field {
  /// All fields, in the order of the help.
  public static let all: [Query.Field] = texts + music + loudness + files + questions

  private static let texts: [Query.Field] = [
    text("title", "title", example: "title:\"one more time\"", column: "title") { $0.title },
    text("artist", "artist", example: "artist:moby", column: "artist") { $0.artist },
    text("album", "album", example: "album=play", column: "album") { $0.album },
    text(
      "albumartist", aliases: ["album_artist"], "album artist", example: "albumartist:various",
      column: "album_artist"
    ) { $0.albumArtist },
    text("genre", "genre", example: "-genre:ambient", column: "genre") { $0.genre },
    number("year", "year of release", example: "year:1995..1999", column: "file.year") {
      $0.year.map(Double.init)
    },
    number(
      "track", "number on the album", example: "track:1", column: "file.track_number"
    ) { $0.trackNumber.map(Double.init) },
    number("disc", "number of the disc", example: "disc:2", column: "file.disc_number") {
      $0.discNumber.map(Double.init)
    },
  ]

  static let bpm = Query.Field(
    "bpm", aliases: ["tempo"], .tempo, unit: "beats per minute",
    "tempo; ~ takes half and double too", example: "bpm:124..128  bpm~87  bpm~87%5",
    column: Column(
      name: "recording.bpm", tieBreakers: ["recording.key", "recording.integrated"],
      reason: "recording.bpm_reason",
      reasons: MusicUnderstandingSession.RhythmDetails.Reason.allCases.map(\.rawValue),
      trackReason: { $0.bpmReason }),
    value: { $0.bpm.map(Value.number) })

  static let key = Query.Field(
    "key", .key, "key; ~ takes all that mix with it", example: "key:8A  key:Am  key~8A",
    column: Column(
      name: "recording.key",
      tieBreakers: ["recording.bpm_fold", "recording.integrated", "recording.bpm"],
      reason: "recording.key_reason",
      reasons: MusicUnderstandingSession.KeyDetails.Reason.allCases.map(\.rawValue),
      trackReason: { $0.keyReason }),
    value: { $0.key.map { .key($0.wheelIndex) } })

  static let introKey = Query.Field(
    "key@intro", aliases: ["introkey"], .key, "key in which it begins",
    example: "key@intro~8A", column: Column(name: "recording.intro_key"),
    value: { $0.introKey.map { .key($0.wheelIndex) } })

  static let outroKey = Query.Field(
    "key@outro", aliases: ["outrokey"], .key, "key in which it ends",
    example: "key@outro:8A", column: Column(name: "recording.outro_key"),
    value: { $0.outroKey.map { .key($0.wheelIndex) } })

  private static let music: [Query.Field] = [
    bpm, key, introKey, outroKey,
    Query.Field(
      "energy", .number, unit: "1 to 10", "how energetic the music is", example: "energy:>=7",
      column: Column(
        name: "recording.energy", tieBreakers: ["recording.key", "recording.bpm_fold"]),
      value: { $0.energy.map(Value.number) }),
    number(
      "rating", aliases: ["stars"], unit: "0 to 5", "the stars you gave", example: "rating:>=4",
      column: "recording.user_rating"
    ) { $0.rating.map(Double.init) },
    number(
      "meter", unit: "beats in a bar", "meter: 3, 4, 3/4 or 4/4", example: "meter:3/4",
      column: "recording.beats_per_bar"
    ) { $0.beatsPerBar.map(Double.init) },
    number(
      "stability", unit: "0 to 1", "how steady the tempo is", example: "stability:>0.95",
      column: "recording.tempo_stability"
    ) { $0.tempoStability },
    number(
      "pace", unit: "events per minute", "how fast it feels", example: "pace:>=30",
      column: "recording.pace"
    ) { $0.pace },
    number(
      "sections", "sections of the form", example: "sections:4..8",
      column: "recording.section_count"
    ) { $0.sectionCount.map(Double.init) },
    number(
      "tuning", unit: "cents from A4 = 440 Hz", "tuning", example: "tuning:-10..10",
      column: "recording.tuning_cents"
    ) { $0.tuningCents },
    number(
      "bpmconfidence", aliases: ["bpm_confidence"], unit: "0 to 1", "how sure the tempo is",
      example: "bpmconfidence:<0.5", column: "recording.bpm_confidence"
    ) { $0.bpmConfidence },
    number(
      "keyconfidence", aliases: ["key_confidence"], unit: "0 to 1", "how sure the key is",
      example: "keyconfidence:>0.5", column: "recording.key_confidence"
    ) { $0.keyConfidence },
    number(
      "confidence", unit: "0 to 1", "the lower of both", example: "confidence:<0.3",
      column: "recording.confidence"
    ) { track in
      guard let bpm = track.bpmConfidence, let key = track.keyConfidence else { return nil }
      return min(bpm, key)
    },
    number(
      "tagbpm", aliases: ["tag_bpm"], unit: "beats per minute", "tempo in the file's tags",
      example: "has:tagbpm", column: "file.tag_bpm"
    ) { $0.tagBPM },
    Query.Field(
      "tagkey", aliases: ["tag_key"], .key, "key in the file's tags", example: "tagkey:8A",
      column: Column(name: "file.tag_key"),
      value: { $0.tagKey.map { .key($0.wheelIndex) } }),
  ]

  private static let loudness: [Query.Field] = [
    Query.Field(
      "lufs", aliases: ["loudness"], .number, unit: "LUFS", "integrated loudness",
      example: "lufs:<-14",
      column: Column(
        name: "recording.integrated", tieBreakers: ["recording.key", "recording.bpm"],
        reason: "recording.loudness_reason",
        reasons: MusicUnderstandingSession.LoudnessDetails.Reason.allCases.map(\.rawValue),
        trackReason: { $0.loudnessReason }),
      value: { $0.integrated.map(Value.number) }),
    number(
      "lra", aliases: ["range"], unit: "LU", "loudness range", example: "lra:>10",
      column: "recording.loudness_range"
    ) { $0.loudnessRange },
    number(
      "tp", aliases: ["truepeak", "true_peak"], unit: "dBTP", "true peak", example: "tp:>-1",
      column: "recording.true_peak"
    ) { $0.truePeak },
    number(
      "sp", aliases: ["samplepeak", "sample_peak"], unit: "dBFS", "sample peak",
      example: "sp:>=0", column: "recording.sample_peak"
    ) { $0.samplePeak },
  ]

  private static let files: [Query.Field] = [
    Query.Field(
      "duration", aliases: ["length"], .duration, unit: "seconds or m:ss", "playing time",
      example: "duration:3:00..5:30", column: Column(name: "recording.duration"),
      value: { .number($0.duration) }),
    Query.Field(
      "format", aliases: ["codec"], .text, "codec or file name extension",
      example: "format:flac",
      column: Column(name: "file_text.format", presence: "recording.codec"),
      searched: { $0.format }),
    Query.Field(
      "path", .path, "a folder (from /) and all in it, or a part of a path",
      example: "path:/music/house",
      column: Column(name: "file_text.path", sort: "file.path", presence: "file.path"),
      searched: { $0.path }),
    Query.Field(
      "added", .date, unit: "day, month or year in UTC", "when it came into the catalogue",
      example: "added:2026-01..", column: Column(name: "recording.added_at"),
      value: { .number(Double($0.addedAt)) }),
    Query.Field(
      "status", .choice, "present (the usual), missing or any", example: "status:missing",
      column: Column(name: "file.status"), value: { .text($0.status.rawValue) }),
  ]

  private static let questions: [Query.Field] = [
    Query.Field(
      "in", aliases: ["playlist"], .playlist, "what a saved query finds ('mucat playlist')",
      example: "in:\"peak time\""),
    Query.Field("has", .question, "the field is known", example: "has:key"),
    Query.Field("missing", .question, "the field is unknown", example: "missing:bpm"),
    Query.Field(
      "why", .question, "unknown for a reason: bpm, key, lufs",
      example: "why:bpm  why:bpm=noClearPulse"),
  ]

  private static func number(
    _ name: String, aliases: [String] = [], unit: String? = nil, _ summary: String,
    example: String, column: String, _ value: @escaping @Sendable (Track) -> Double?
  ) -> Query.Field {
    Query.Field(
      name, aliases: aliases, .number, unit: unit, summary, example: example,
      column: Column(name: column), value: { value($0).map(Value.number) })
  }

  private static func text(
    _ name: String, aliases: [String] = [], _ summary: String, example: String, column: String,
    _ searched: @escaping @Sendable (SearchedText) -> String?
  ) -> Query.Field {
    Query.Field(
      name, aliases: aliases, .text, summary, example: example,
      column: Column(name: "file_text.\(column)", presence: "file.\(column)"),
      searched: searched)
  }
}
