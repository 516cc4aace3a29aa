import Catalog
import Decoders

/// A track as JSON has it. Absent means unknown.
///
/// Units: seconds, beats per minute, LUFS (integrated, momentary, short-term), LU (range),
/// dBTP and dBFS (peaks), cents (tuning), 0 to 1 (confidences), 1 to 10 (energy), events per
/// minute (pace).
struct TrackRecord: Encodable {
  let schemaVersion = JSONText.schemaVersion
  let path: String
  let pathBytes: String?
  let title, artist, album, albumArtist, genre: String?
  let year, trackNumber, discNumber: Int?
  let duration: Double?
  let sampleRate, channelCount: Int
  let codec: String
  let isTruncated: Bool
  let bpm: Double?
  /// "measured" or "user".
  let bpmSource: String?
  let bpmReason: String?
  let bpmConfidence: Double?
  let beatsPerBar: Int?
  let tempoStability: Double?
  let pace: Double?
  let sectionCount: Int?
  let key, camelot, openKey: String?
  let keySource: String?
  let keyReason: String?
  let keyConfidence: Double?
  let tuningCents: Double?
  let startKey, endKey: String?
  let integrated, loudnessRange, truePeak, samplePeak, maxMomentary, maxShortTerm: Double?
  let clippedSampleCount: Int
  let loudnessReason: String?
  let energy: Double?
  /// The user's stars, 0 to 5.
  let rating: Int?
  let tagBPM: Double?
  let tagKey: String?
  /// Seconds since 1970.
  let addedAt: Int64

  init(_ track: Track) {
    let place = PathRecord(track.path)
    path = place.path
    pathBytes = place.pathBytes
    title = track.title
    artist = track.artist
    album = track.album
    albumArtist = track.albumArtist
    genre = track.genre
    year = track.year
    trackNumber = track.trackNumber
    discNumber = track.discNumber
    duration = JSONText.number(track.duration)
    sampleRate = track.sampleRate
    channelCount = track.channelCount
    codec = track.codec
    isTruncated = track.isTruncated
    bpm = JSONText.number(track.bpm)
    bpmSource = track.bpm.map { _ in Self.source(isUser: track.isUserBPM) }
    bpmReason = track.bpmReason
    bpmConfidence = JSONText.number(track.bpmConfidence)
    beatsPerBar = track.beatsPerBar
    tempoStability = JSONText.number(track.tempoStability)
    pace = JSONText.number(track.pace)
    sectionCount = track.sectionCount
    key = track.key?.name
    camelot = track.key?.camelot
    openKey = track.key?.openKey
    keySource = track.key.map { _ in Self.source(isUser: track.isUserKey) }
    keyReason = track.keyReason
    keyConfidence = JSONText.number(track.keyConfidence)
    tuningCents = JSONText.number(track.tuningCents)
    startKey = track.startKey?.name
    endKey = track.endKey?.name
    integrated = JSONText.number(track.integrated)
    loudnessRange = JSONText.number(track.loudnessRange)
    truePeak = JSONText.number(track.truePeak)
    samplePeak = JSONText.number(track.samplePeak)
    maxMomentary = JSONText.number(track.maxMomentary)
    maxShortTerm = JSONText.number(track.maxShortTerm)
    clippedSampleCount = track.clippedSampleCount
    loudnessReason = track.loudnessReason
    energy = JSONText.number(track.energy)
    rating = track.rating
    tagBPM = JSONText.number(track.tagBPM)
    tagKey = track.tagKey?.name
    addedAt = track.addedAt
  }

  private static func source(isUser: Bool) -> String { isUser ? "user" : "measured" }
}
