/// A label track of Audacity: start, end and text, parted by tabs, one label a line.
///
/// Bars are their number, beats "3.2": the second beat of the third bar. Sections are stretches, all
/// else points.
struct AudacityLabels {
  let text: String

  init(_ track: ExportTrack, _ timeline: ExportTimeline, marks: Set<BeatGridFormat.Mark>) {
    let offset = track.offset(on: timeline)
    var labels: [(start: Double, end: Double, text: String)] = []
    for beat in NumberedBeat.all(of: track) {
      let isBar = beat.beatInBar == 1
      guard marks.contains(isBar ? .bars : .beats) || (isBar && marks.contains(.beats)) else {
        continue
      }
      let time = beat.time + offset
      labels.append(
        (time, time, isBar ? "\(beat.bar)" : "\(beat.bar).\(beat.beatInBar)"))
    }
    if marks.contains(.sections) {
      for section in track.sections {
        labels.append((section.start + offset, section.end + offset, section.name))
      }
    }
    labels.sort { ($0.start, $0.end) < ($1.start, $1.end) }
    text = labels.map { label in
      let name = label.text.map { $0.isNewline || $0 == "\t" ? " " : String($0) }.joined()
      return DecimalText.fixed(label.start, places: 6) + "\t"
        + DecimalText.fixed(label.end, places: 6) + "\t\(name)\n"
    }.joined()
  }
}

/// A beat with its number and that of its bar. Bars count from 1 at the first downbeat; what comes
/// before is bar 0.
struct NumberedBeat {
  var time: Double
  var number, bar, beatInBar: Int

  static func all(of track: ExportTrack) -> [NumberedBeat] {
    var bar = 0
    return track.beats.enumerated().map { index, beat in
      if beat.beatInBar == 1 { bar += 1 }
      return NumberedBeat(
        time: beat.time, number: index + 1, bar: bar, beatInBar: beat.beatInBar)
    }
  }
}
