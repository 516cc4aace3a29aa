/// All beats as comma-separated values: the moment, the beat's and the bar's number, the beat's
/// place in the bar, the tempo up to the next beat, and the section.
struct BeatTable {
  static let header = "time,beat,bar,beatInBar,bpm,section"

  let text: String

  init(_ track: ExportTrack, _ timeline: ExportTimeline) {
    let offset = track.offset(on: timeline)
    let beats = NumberedBeat.all(of: track)
    var rows = [Self.header]
    for (index, beat) in beats.enumerated() {
      let next = index + 1 < beats.count ? beats[index + 1].time : nil
      // The last beat goes on in the tempo before it.
      let interval =
        next.map { $0 - beat.time } ?? (index > 0 ? beat.time - beats[index - 1].time : 0)
      let section = track.sections.first { $0.start <= beat.time && beat.time < $0.end }?.name ?? ""
      rows.append(
        [
          DecimalText.fixed(beat.time + offset, places: 6), "\(beat.number)", "\(beat.bar)",
          "\(beat.beatInBar)", interval > 0 ? DecimalText.fixed(60 / interval, places: 3) : "",
          Self.cell(section),
        ].joined(separator: ","))
    }
    text = rows.joined(separator: "\n") + "\n"
  }

  private static func cell(_ text: String) -> String {
    guard text.contains(where: { ",\"\r\n".contains($0) }) else { return text }
    return "\""
      + text.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"") + "\""
  }
}
