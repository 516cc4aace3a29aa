import Analysis
import FoundationEssentials

/// All that a game asks for of one track, found out beforehand so that nothing can fail in play.
///
/// Times are seconds, levels LUFS and dBTP, pace events per minute. What is not known is absent;
/// the level of silence is null.
struct GameBundle: Encodable {
  struct Tempo: Encodable {
    let start, bpm: Double
    let beatInBar: Int
  }
  struct Range: Encodable {
    let start, end: Double
    var name: String?
    var value: Double?
  }
  struct Timeline: Encodable {
    let name: String
    /// How much later than the first frame of music its zero is heard.
    let offset: Double
  }
  struct Loudness: Encodable {
    let integrated, truePeak: Double?
    /// The distance of the values below, each the level of the 400 ms up to it.
    let interval: Double
    let momentary: [Double?]
  }

  let schemaVersion = 1
  let file: String
  let title, artist: String?
  let duration: Double
  let timeline: Timeline
  let bpm: Double?
  let bpmReason: String?
  let beatsPerBar: Int?
  let tempi: [Tempo]
  let beats: [Double]
  /// Beside `beats`: which beat of its bar each is, from 1.
  let beatInBar: [Int]
  let bars: [Double]
  let sections, segments, phrases: [Range]
  let pace: [Range]
  let key, camelot: String?
  let energy: Double?
  let loudness: Loudness?

  init(_ entry: ExportTrack, _ timeline: ExportTimeline) {
    let offset = entry.offset(on: timeline)
    let track = entry.track
    file = track.path.lastComponent.displayText
    title = track.title
    artist = track.artist
    duration = Self.number(track.duration) ?? 0
    self.timeline = Timeline(name: timeline.rawValue, offset: Self.number(offset) ?? 0)
    bpm = Self.number(track.bpm)
    bpmReason = track.bpmReason
    beatsPerBar = entry.beats.isEmpty ? nil : entry.grid.beatsPerBar
    tempi = entry.grid.shifted(by: offset).stretches.map {
      Tempo(
        start: Self.number($0.start) ?? 0, bpm: Self.number($0.beatsPerMinute) ?? 0,
        beatInBar: $0.beatInBar)
    }
    beats = entry.beats.compactMap { Self.number($0.time + offset) }
    beatInBar = entry.beats.map(\.beatInBar)
    bars = entry.beats.filter { $0.beatInBar == 1 }.compactMap { Self.number($0.time + offset) }
    sections = entry.sections.map {
      Range(
        start: Self.number($0.start + offset) ?? 0, end: Self.number($0.end + offset) ?? 0,
        name: $0.name)
    }
    segments = Self.ranges(entry.result.structure?.segments ?? [], offset: offset)
    phrases = Self.ranges(entry.result.structure?.phrases ?? [], offset: offset)
    pace = (entry.result.pace?.ranges ?? []).compactMap { pace in
      guard var range = Self.range(pace.range, offset: offset) else { return nil }
      range.value = Self.number(pace.value)
      return range
    }
    key = track.key?.name
    camelot = track.key?.camelot
    energy = Self.number(track.energy)
    loudness = entry.result.loudness.map { loudness in
      Loudness(
        integrated: Self.number(track.integrated), truePeak: Self.number(track.truePeak),
        interval: 0.1,
        momentary: loudness.momentary.map { Self.number(Double($0.value), places: 2) })
    }
  }

  /// The document; empty when it cannot be written, which values that are all finite rule out.
  var json: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)).map { Array($0) + [0x0A] } ?? []
  }

  private static func ranges(_ ranges: [CMTimeRange], offset: Double) -> [Range] {
    ranges.compactMap { range($0, offset: offset) }
  }

  private static func range(_ range: CMTimeRange, offset: Double) -> Range? {
    guard let start = number(range.start.seconds + offset),
      let end = number(range.end.seconds + offset)
    else { return nil }
    return Range(start: start, end: end)
  }

  /// A number without the digits that mean nothing; nil when it is not finite.
  private static func number(_ value: Double?, places: Int = 6) -> Double? {
    guard let value else { return nil }
    return Double(DecimalText.fixed(value, places: places))
  }
}
