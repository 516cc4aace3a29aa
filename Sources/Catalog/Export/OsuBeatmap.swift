import Decoders

/// An osu! beatmap (file format v14) with timing points and no objects.
///
/// *Source:* ".osu (file format)", osu! wiki. Each stretch of the grid is an uninherited timing
/// point: its time in milliseconds, the length of a beat, the meter. A point begins a bar; that of
/// a stretch which does not is moved back to where its bar would have begun.
struct OsuBeatmap {
  let text: String

  init(_ entry: ExportTrack, _ timeline: ExportTimeline) {
    let offset = entry.offset(on: timeline)
    let track = entry.track
    let title = Self.line(track.titleOrName)
    let artist = Self.line(track.artist ?? "Unknown artist")
    var lines = [
      "osu file format v14", "", "[General]",
      "AudioFilename: \(Self.line(track.path.lastComponent.displayText))", "AudioLeadIn: 0",
      "PreviewTime: -1", "Countdown: 0", "SampleSet: Soft", "StackLeniency: 0.7", "Mode: 0", "",
      "[Metadata]", "Title:\(Self.ascii(title))", "TitleUnicode:\(title)",
      "Artist:\(Self.ascii(artist))", "ArtistUnicode:\(artist)", "Creator:mucat",
      "Version:Timing", "Source:", "Tags:", "", "[Difficulty]", "HPDrainRate:5", "CircleSize:4",
      "OverallDifficulty:5", "ApproachRate:5", "SliderMultiplier:1.4", "SliderTickRate:1", "",
      "[TimingPoints]",
    ]
    for stretch in entry.grid.stretches {
      let start = (stretch.time(ofBeat: 1 - stretch.beatInBar) + offset) * 1000
      lines.append(
        [
          DecimalText.fixed(start, places: 0),
          DecimalText.fixed(60_000 / stretch.beatsPerMinute, places: 12),
          "\(max(1, entry.grid.beatsPerBar))", "2", "0", "100", "1", "0",
        ].joined(separator: ","))
    }
    lines += ["", "[HitObjects]", ""]
    // The format is read by line; its own files end lines as Windows does.
    text = lines.joined(separator: "\r\n")
  }

  private static func line(_ text: String) -> String {
    text.map { $0.isNewline ? " " : String($0) }.joined()
  }

  private static func ascii(_ text: String) -> String {
    let folded = FoldedText.fold(text).filter(\.isASCII)
    return text.allSatisfy(\.isASCII) ? text : folded.isEmpty ? "Unknown" : folded
  }
}
