import Decoders

extension Track {
  /// The columns of a track in the order in which ``init(_:)`` reads them, from `file` and
  /// `recording`.
  static let columns = """
    recording.id, file.id, file.path, file.status,
    file.title, file.artist, file.album, file.album_artist, file.genre, file.year,
    file.track_number, file.disc_number, file.tag_bpm, file.tag_key,
    recording.duration, recording.sample_rate, recording.channel_count, recording.codec,
    recording.is_truncated,
    recording.bpm, recording.bpm_reason, recording.bpm_confidence, recording.beats_per_bar,
    recording.tempo_stability,
    recording.key, recording.key_reason, recording.key_confidence, recording.tuning_cents,
    recording.start_key, recording.end_key,
    recording.integrated, recording.loudness_range, recording.true_peak, recording.sample_peak,
    recording.max_momentary, recording.max_short_term, recording.clipped_sample_count,
    recording.loudness_reason, recording.energy, recording.added_at,
    recording.user_bpm IS NOT NULL, recording.user_key IS NOT NULL,
    recording.user_rating, recording.pace, recording.section_count
    """

  static let columnCount = 45

  init(_ row: borrowing Row) {
    recordingID = row.integer(0)
    fileID = row.integer(1)
    path = row.path(2)
    status = FileStatus(rawValue: row.text(3)) ?? .present
    title = row.optionalText(4)
    artist = row.optionalText(5)
    album = row.optionalText(6)
    albumArtist = row.optionalText(7)
    genre = row.optionalText(8)
    year = row.optionalInt(9)
    trackNumber = row.optionalInt(10)
    discNumber = row.optionalInt(11)
    tagBPM = row.optionalReal(12)
    tagKey = row.key(13)
    duration = row.real(14)
    sampleRate = row.int(15)
    channelCount = row.int(16)
    codec = row.text(17)
    isTruncated = row.integer(18) != 0
    bpm = row.optionalReal(19)
    bpmReason = row.optionalText(20)
    bpmConfidence = row.optionalReal(21)
    beatsPerBar = row.optionalInt(22)
    tempoStability = row.optionalReal(23)
    key = row.key(24)
    keyReason = row.optionalText(25)
    keyConfidence = row.optionalReal(26)
    tuningCents = row.optionalReal(27)
    startKey = row.key(28)
    endKey = row.key(29)
    integrated = row.optionalReal(30)
    loudnessRange = row.optionalReal(31)
    truePeak = row.optionalReal(32)
    samplePeak = row.optionalReal(33)
    maxMomentary = row.optionalReal(34)
    maxShortTerm = row.optionalReal(35)
    clippedSampleCount = row.int(36)
    loudnessReason = row.optionalText(37)
    energy = row.optionalReal(38)
    addedAt = row.integer(39)
    isUserBPM = row.integer(40) != 0
    isUserKey = row.integer(41) != 0
    rating = row.optionalInt(42)
    pace = row.optionalReal(43)
    sectionCount = row.optionalInt(44)
  }
}
