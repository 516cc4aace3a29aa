import Analysis
import Decoders

/// What the search for duplicates asks of the catalogue.
extension Catalog {
  /// A recording that a file holds now, as far as its fingerprint goes.
  struct FingerprintedRecording {
    var id: Int64
    /// Seconds.
    var duration: Double
  }

  /// A file of a recording, and what tells names of one file from copies.
  struct StoredFile {
    var file: DuplicateFile
    var place: [UInt64]
  }

  /// The recordings that several files hold, files marked missing not counted.
  func recordingsWithCopies() throws(CatalogError) -> [Int64] {
    try connection.statement(
      """
      SELECT recording_id FROM file WHERE status = 'present'
      GROUP BY recording_id HAVING count(*) > 1
      """
    ).all { row in row.integer(0) }
  }

  /// Calls `body` with every recording that a file holds and that has a fingerprint, by number.
  func forEachFingerprint(
    _ body: (FingerprintedRecording, AcousticFingerprint) -> Void
  ) throws(CatalogError) {
    try connection.prepare(
      """
      SELECT recording.id, recording.duration, fingerprint.data
      FROM fingerprint JOIN recording ON recording.id = fingerprint.recording_id
      WHERE \(Self.isCurrentFingerprint) AND length(fingerprint.data) > 0 AND EXISTS (
        SELECT 1 FROM file WHERE recording_id = recording.id AND status = 'present')
      ORDER BY recording.id
      """
    ).forEachRow([]) { row in
      guard let fingerprint = AcousticFingerprint(packed: row.blob(2)) else { return }
      body(FingerprintedRecording(id: row.integer(0), duration: row.real(1)), fingerprint)
    }
  }

  /// How many recordings that a file holds have no fingerprint of this release's algorithm: they
  /// cannot be compared.
  func countWithoutFingerprint() throws(CatalogError) -> Int {
    try connection.statement(
      """
      SELECT count(*) FROM recording
      WHERE NOT \(Self.hasCurrentFingerprint("recording.id")) AND EXISTS (
        SELECT 1 FROM file WHERE recording_id = recording.id AND status = 'present')
      """
    ).first { row in row.int(0) } ?? 0
  }

  /// The files that are there of a recording, by path.
  func presentFiles(of recording: Int64) throws(CatalogError) -> [StoredFile] {
    try connection.statement(
      """
      SELECT \(Track.columns), file.size, file.device, file.inode, recording.payload_size,
        coalesce(json_extract(recording.decode_report, '$.corruptFrameCount'), 0)
      FROM file JOIN recording ON recording.id = file.recording_id
      WHERE recording.id = ? AND file.status = 'present' ORDER BY file.path
      """
    ).all(.integer(recording)) { row in
      let track = Track(row)
      let next = Track.columnCount
      let payloadSize = row.real(next + 3)
      let tags = [track.title, track.artist, track.album, track.genre].count { $0 != nil }
      let file = DuplicateFile(
        track: track, size: row.integer(next),
        bitRate: track.duration > 0 && payloadSize > 0 ? payloadSize * 8 / track.duration : nil,
        isLossless: CodecQuality.isLossless(track.codec),
        isDamaged: track.isTruncated || row.integer(next + 4) > 0,
        tagCount: tags + [track.year, track.trackNumber].count { $0 != nil })
      return StoredFile(
        file: file,
        place: [
          UInt64(bitPattern: row.integer(next + 1)), UInt64(bitPattern: row.integer(next + 2)),
        ])
    }
  }
}
