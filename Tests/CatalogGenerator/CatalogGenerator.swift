import CSQLite
import Catalog
import Decoders
import TestSupport

/// Makes catalogues as large as one likes of tracks that nobody played: for measuring queries, and
/// for asking SQLite which plan it takes when it knows how values are spread.
///
/// The same seed gives the same tracks. Values are spread as in a DJ's collection: tempi in a few
/// heaps, minor keys more often than major, loudness round −9 LUFS, a few tracks without tempo or
/// key, twenty tracks to an artist. There are no curves.
public enum CatalogGenerator {
  /// Fills an empty catalogue: rows first, indexes behind them, then statistics.
  ///
  /// - Parameter path: A catalogue without tracks, made by `Catalog(path:access:)`.
  public static func fill(
    _ path: FilePath, recordingCount: Int, seed: UInt64 = 1
  ) throws {
    let database = try Database(path)
    try database.run("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; BEGIN")
    let objects = try database.rows(
      """
      SELECT type, name, sql FROM sqlite_master
      WHERE sql IS NOT NULL AND (type = 'index' OR type = 'trigger')
      """)
    for object in objects { try database.run("DROP \(object[0]) \(object[1])") }
    try insert(recordingCount, into: database, seed: seed)
    for object in objects { try database.run(object[2]) }
    try database.run(
      """
      INSERT INTO searched_name (kind, text)
      SELECT DISTINCT 'artist', artist FROM file_text
      UNION ALL SELECT DISTINCT 'album', album FROM file_text
      UNION ALL SELECT DISTINCT 'genre', genre FROM file_text
      UNION ALL SELECT DISTINCT 'format', format FROM file_text;
      INSERT INTO file_word (file_word) VALUES ('rebuild');
      INSERT INTO file_trigram (file_trigram) VALUES ('rebuild');
      COMMIT; ANALYZE; PRAGMA journal_mode = WAL
      """)
  }

  private static func insert(_ count: Int, into database: Database, seed: UInt64) throws {
    let recording = try database.prepare(
      """
      INSERT INTO recording (
        id, payload_hash, payload_size, added_at, analysed_at, codec, sample_rate, channel_count, channel_layout,
        duration, is_truncated, decode_report, measured_bpm, bpm_reason, bpm_confidence,
        beats_per_bar, tempo_stability, measured_key, key_reason, key_confidence, tuning_cents,
        start_key, end_key, integrated, loudness_range, true_peak, sample_peak, max_momentary,
        max_short_term, energy, pace, section_count)
      VALUES (
        ?1, cast(printf('%016x', ?1) AS BLOB), 8000000, ?2, ?2, ?3, 44100, 2, 'left right', ?4, 0, '{}',
        ?5, iif(?5 IS NULL, 'noClearPulse', NULL), ?6, 4, ?7, ?8,
        iif(?8 IS NULL, 'atonal', NULL), ?9, ?10, ?8, ?8, ?11, ?12, ?13, ?13 - 0.3, ?11 + 5,
        ?11 + 3, ?14, ?15, ?16)
      """)
    let file = try database.prepare(
      """
      INSERT INTO file (
        id, path, size, mtime_ns, ctime_ns, inode, device, status, recording_id, scanned_at, title,
        artist, album, genre, year, track_number, tag_bpm)
      VALUES (
        ?1, cast(?2 AS BLOB), 9000000, 1, 1, ?1, 1, 'present', ?1, 1, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
      """)
    let text = try database.prepare(
      """
      INSERT INTO file_text (file_id, title, artist, album, genre, name, format, path)
      VALUES (?1, lower(?3), lower(?4), lower(?5), lower(?6), lower(?3), ?10, lower(?2))
      """)
    var random = SeededGenerator(seed: seed)
    for id in 1...count {
      let track = GeneratedTrack(id: id, random: &random)
      try recording.run([
        .integer(id), .integer(track.addedAt), .text(track.codec), .real(track.duration),
        .real(track.bpm), .real(track.bpmConfidence), .real(track.stability), .integer(track.key),
        .real(track.keyConfidence), .real(track.tuning), .real(track.lufs), .real(track.range),
        .real(track.truePeak), .real(track.energy), .real(track.pace),
        .integer(track.sectionCount),
      ])
      let tags: [Database.Value] = [
        .integer(id), .text(track.path), .text(track.title), .text(track.artist),
        .text(track.album), .text(track.genre), .integer(track.year), .integer(track.number),
        .real(track.tagBPM),
      ]
      try file.run(tags)
      try text.run(tags + [.text(track.codec)])
    }
  }
}
