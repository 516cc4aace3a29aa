import Decoders

/// A project for Final Cut Pro (FCPXML 1.8) with the music on its timeline and markers on it:
/// chapters at sections, markers at bars and beats.
///
/// *Source:* "FCPXML Reference", Apple. Times lie on frames, as Final Cut asks: a marker is at most
/// half a frame from its beat.
struct FinalCutMarkers {
  let text: String

  init(
    _ entry: ExportTrack, _ timeline: ExportTimeline, marks: Set<BeatGridFormat.Mark>,
    frameRate: FrameRate
  ) {
    let offset = entry.offset(on: timeline)
    let track = entry.track
    let name = track.titleOrName
    let length = frameRate.time(ofFrame: max(1, frameRate.frame(at: track.duration + offset)))
    var markers: [(frame: Int, name: String, isSection: Bool)] = []
    if marks.contains(.sections) {
      markers += entry.sections.map { (frameRate.frame(at: $0.start + offset), $0.name, true) }
    }
    for beat in NumberedBeat.all(of: entry) {
      let isBar = beat.beatInBar == 1
      guard marks.contains(.beats) || (isBar && marks.contains(.bars)) else { continue }
      let text = isBar ? "Bar \(beat.bar)" : "\(beat.bar).\(beat.beatInBar)"
      markers.append((frameRate.frame(at: beat.time + offset), text, false))
    }
    markers.sort { ($0.frame, $0.isSection ? 0 : 1) < ($1.frame, $1.isSection ? 0 : 1) }

    var writer = XMLWriter(documentType: "fcpxml")
    writer.element("fcpxml", [("version", "1.8")]) { writer in
      writer.element("resources") { writer in
        writer.element(
          "format",
          [
            ("id", "r1"), ("frameDuration", frameRate.time(ofFrame: 1)), ("width", "1920"),
            ("height", "1080"),
          ])
        writer.element(
          "asset",
          [
            ("id", "r2"), ("name", name),
            ("src", "file://" + PercentEncoding.encoded(track.path.bytes)), ("start", "0s"),
            ("duration", length), ("hasAudio", "1"), ("audioSources", "1"),
            ("audioChannels", "\(track.channelCount)"), ("audioRate", "\(track.sampleRate)"),
          ])
      }
      writer.element("library") { writer in
        writer.element("event", [("name", "mucat")]) { writer in
          writer.element("project", [("name", name)]) { writer in
            writer.element(
              "sequence",
              [("format", "r1"), ("duration", length), ("tcStart", "0s"), ("tcFormat", "NDF")]
            ) { writer in
              writer.element("spine") { writer in
                writer.element(
                  "asset-clip",
                  [
                    ("ref", "r2"), ("name", name), ("offset", "0s"), ("start", "0s"),
                    ("duration", length), ("audioRole", "music"),
                  ]
                ) { writer in
                  for marker in markers {
                    writer.element(
                      marker.isSection ? "chapter-marker" : "marker",
                      [
                        ("start", frameRate.time(ofFrame: marker.frame)),
                        ("duration", frameRate.time(ofFrame: 1)), ("value", marker.name),
                        ("posterOffset", marker.isSection ? "0s" : nil),
                      ])
                  }
                }
              }
            }
          }
        }
      }
    }
    text = writer.text
  }
}
