import Analysis
import Catalog
import Decoders

/// A line of `mucat live` for programs: what is known after another 100 ms of audio.
///
/// Units: seconds, LUFS, dBTP, beats per minute; a level of silence is null. What was not estimated
/// yet is absent.
struct LiveLine: Encodable {
  let schemaVersion = JSONText.schemaVersion
  let type = "live"
  let time: Double?
  let momentary, shortTerm, integrated, truePeak: LoudnessLine.Level
  let bpm, bpmConfidence: Double?
  let bpmReason: String?
  let key, camelot: String?
  let keyConfidence: Double?
  let keyReason: String?
  /// Events per minute.
  let pace: Double?
  let onsetsPerMinute: Double?
  /// Where the section that goes on began; absent when that was before what the estimate rests on.
  let sectionStart: Double?
  /// For each group of instruments, 0 to 1.
  let activity: [String: Double]?
  /// Seconds of audio that tempo, key and activity rest on.
  let basis: Double?

  init(_ now: SemanticAudioDescriptor) {
    time = JSONText.number(now.time)
    momentary = .init(now.loudness.currentDb)
    shortTerm = .init(now.loudness.shortTerm)
    integrated = .init(now.loudness.integrated)
    truePeak = .init(now.loudness.truePeak)
    bpm = JSONText.number(now.rhythm?.tempoBpm, places: 2)
    bpmConfidence = JSONText.number(now.rhythm.map { Double($0.confidence) })
    bpmReason = now.rhythm?.reason?.rawValue
    let musicalKey = now.tonality?.key.map { MusicalKey($0) }
    key = musicalKey?.name
    camelot = musicalKey?.camelot
    keyConfidence = JSONText.number(now.tonality.map { Double($0.confidence) })
    keyReason = now.tonality?.reason?.rawValue
    onsetsPerMinute = JSONText.number(now.pace.map { Double($0.onsetsPerMinute) }, places: 1)
    pace = JSONText.number(now.pace?.eventsPerMinute, places: 1)
    sectionStart = JSONText.number(now.structure?.lastSection, places: 2)
    activity = now.instrumentation.map { instruments in
      Dictionary(
        uniqueKeysWithValues: instruments.activities.map { instrument, value in
          (instrument.rawValue, JSONText.number(Double(value), places: 2) ?? 0)
        })
    }
    basis = JSONText.number(now.rhythm?.basis.duration, places: 1)
  }
}
