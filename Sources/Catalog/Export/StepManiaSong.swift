import Decoders

/// A StepMania song (.ssc 0.83): offset, tempi, meter, and one empty chart to begin with.
///
/// *Source:* the ssc format's description in StepMania's wiki. Beat 0 is the beginning of a bar, at
/// the time of minus OFFSET; StepMania's measures are four beats whatever the meter.
struct StepManiaSong {
  let text: String

  init(_ entry: ExportTrack, _ timeline: ExportTimeline) {
    let grid = CountedGrid(entry, offset: entry.offset(on: timeline))
    let track = entry.track
    let tempi = grid.changes.map {
      "\($0.beat).000=" + DecimalText.fixed($0.beatsPerMinute, places: 6)
    }
    let lines: [(tag: String, value: String)] = [
      ("VERSION", "0.83"), ("TITLE", track.titleOrName), ("ARTIST", track.artist ?? ""),
      ("GENRE", track.genre ?? ""), ("CREDIT", ""),
      ("MUSIC", track.path.lastComponent.displayText),
      ("OFFSET", DecimalText.fixed(-grid.start, places: 6)), ("SAMPLESTART", "0.000"),
      ("SAMPLELENGTH", "12.000"), ("SELECTABLE", "YES"),
      ("BPMS", tempi.joined(separator: ",\n")), ("STOPS", ""),
      ("TIMESIGNATURES", "0.000=\(grid.beatsPerBar)=4"), ("LABELS", Self.labels(entry, grid)),
    ]
    let chart: [(tag: String, value: String)] = [
      ("NOTEDATA", ""), ("STEPSTYPE", "dance-single"), ("DESCRIPTION", "mucat"),
      ("DIFFICULTY", "Edit"), ("METER", "1"),
      ("NOTES", "\n0000\n0000\n0000\n0000\n"),
    ]
    text = (lines + chart).map { "#\($0.tag):\(Self.escaped($0.value, in: $0.tag));\n" }.joined()
  }

  /// Sections by the beat that is nearest to their start.
  private static func labels(_ entry: ExportTrack, _ grid: CountedGrid) -> String {
    let first = entry.beats.first.map { max(0, $0.beatInBar - 1) } ?? 0
    return entry.sections.compactMap { section in
      let nearest = entry.beats.indices.min {
        abs(entry.beats[$0].time - section.start) < abs(entry.beats[$1].time - section.start)
      }
      return nearest.map { "\($0 + first).000=\(section.name)" }
    }.joined(separator: ",\n")
  }

  /// Texts with the format's own characters behind a backslash; what counts is left as it is.
  private static func escaped(_ text: String, in tag: String) -> String {
    guard ["TITLE", "ARTIST", "GENRE", "MUSIC"].contains(tag) else { return text }
    return text.map { character in
      switch character {
      case "\\", ":", ";", "#": "\\\(character)"
      case _ where character.isNewline: " "
      default: String(character)
      }
    }.joined()
  }
}
