import Decoders
import FoundationEssentials

/// The forms of a plan for other programs.
public enum MontageDocument: String, Hashable, Sendable, CaseIterable {
  case json, edl, fcpxml

  public func text(of plan: MontagePlan) -> String {
    switch self {
    case .json: Self.json(plan)
    case .edl: Self.edl(plan)
    case .fcpxml: Self.fcpxml(plan)
    }
  }

  // MARK: - JSON

  private struct Plan: Encodable {
    struct Shot: Encodable {
      let start, end, musicTime: Double
      let startFrame, endFrame: Int
      let clip: String
      let sourceStart, sourceDuration, speed: Double
    }
    struct Section: Encodable {
      let name: String
      let start, end, pace, shotLength: Double
      let shots: [Shot]
    }
    let schemaVersion = 1
    let song: String
    let duration, frameRate: Double
    let sections: [Section]
  }

  private static func json(_ plan: MontagePlan) -> String {
    let rate = plan.frameRate
    func number(_ value: Double) -> Double { Double(DecimalText.fixed(value, places: 6)) ?? 0 }
    let document = Plan(
      song: plan.song.displayText, duration: number(plan.duration),
      frameRate: number(rate.framesPerSecond),
      sections: plan.sections.map { section in
        .init(
          name: section.name, start: number(section.start), end: number(section.end),
          pace: number(section.pace), shotLength: number(section.shotLength),
          shots: section.shots.map { shot in
            .init(
              start: number(rate.seconds(ofFrame: shot.startFrame)),
              end: number(rate.seconds(ofFrame: shot.endFrame)),
              musicTime: number(shot.musicTime), startFrame: shot.startFrame,
              endFrame: shot.endFrame, clip: shot.clip.path.displayText,
              sourceStart: number(shot.sourceStart), sourceDuration: number(shot.sourceDuration),
              speed: number(shot.speed))
          })
      })
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
    let bytes = (try? encoder.encode(document)).map { Array($0) } ?? []
    return String(decoding: bytes, as: UTF8.self) + "\n"
  }

  // MARK: - EDL

  /// CMX 3600: one event a shot, retiming as M2 in frames a second, clips by their names.
  private static func edl(_ plan: MontagePlan) -> String {
    let rate = plan.frameRate
    let nominal = Int(rate.framesPerSecond.rounded())
    func timecode(_ frame: Int) -> String {
      [
        frame / nominal / 3600, frame / nominal / 60 % 60, frame / nominal % 60, frame % nominal,
      ].map { ($0 < 10 ? "0" : "") + "\($0)" }.joined(separator: ":")
    }
    var lines = ["TITLE: " + oneLine(plan.song.lastComponent.displayText), "FCM: NON-DROP FRAME"]
    for (index, shot) in plan.shots.enumerated() {
      let number = String(repeating: "0", count: max(0, 3 - "\(index + 1)".count)) + "\(index + 1)"
      let source = rate.frame(at: shot.sourceStart)
      let times = [
        source, source + max(1, rate.frame(at: shot.sourceDuration)), shot.startFrame,
        shot.endFrame,
      ].map(timecode).joined(separator: " ")
      lines.append("\(number)  AX       V     C        \(times)")
      if abs(shot.speed - 1) > 0.001 {
        let speed = DecimalText.fixed(shot.speed * rate.framesPerSecond, places: 1)
        lines.append("M2   AX       \(speed)                \(timecode(source))")
      }
      lines.append("* FROM CLIP NAME: " + oneLine(shot.clip.path.lastComponent.displayText))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func oneLine(_ text: String) -> String {
    text.map { $0.isNewline ? " " : String($0) }.joined()
  }

  // MARK: - FCPXML

  private static func fcpxml(_ plan: MontagePlan) -> String {
    let rate = plan.frameRate
    let length = rate.time(ofFrame: plan.frameCount)
    var clips: [VideoClip] = []
    for shot in plan.shots where !clips.contains(shot.clip) { clips.append(shot.clip) }
    func url(_ path: FilePath) -> String { "file://" + PercentEncoding.encoded(path.bytes) }
    func time(_ seconds: Double) -> String { rate.time(ofFrame: rate.frame(at: seconds)) }
    var writer = XMLWriter(documentType: "fcpxml")
    writer.element("fcpxml", [("version", "1.8")]) { writer in
      writer.element("resources") { writer in
        writer.element(
          "format",
          [
            ("id", "r1"), ("frameDuration", rate.time(ofFrame: 1)), ("width", "1920"),
            ("height", "1080"),
          ])
        writer.element(
          "asset",
          [
            ("id", "song"), ("name", plan.song.lastComponent.displayText),
            ("src", url(plan.song)), ("start", "0s"), ("duration", time(plan.duration)),
            ("hasAudio", "1"), ("audioSources", "1"), ("audioChannels", "2"),
          ])
        for (index, clip) in clips.enumerated() {
          writer.element(
            "asset",
            [
              ("id", "clip\(index + 1)"), ("name", clip.path.lastComponent.displayText),
              ("src", url(clip.path)), ("start", "0s"), ("duration", time(clip.duration)),
              ("hasVideo", "1"), ("format", "r1"),
            ])
        }
      }
      writer.element("library") { writer in
        writer.element("event", [("name", "mucat")]) { writer in
          writer.element("project", [("name", plan.song.lastComponent.displayText)]) { writer in
            writer.element(
              "sequence",
              [("format", "r1"), ("duration", length), ("tcStart", "0s"), ("tcFormat", "NDF")]
            ) { writer in
              writer.element("spine") { writer in
                for (index, shot) in plan.shots.enumerated() {
                  let number = (clips.firstIndex(of: shot.clip) ?? 0) + 1
                  write(shot, clip: number, hasSong: index == 0, plan, to: &writer)
                }
              }
            }
          }
        }
      }
    }
    return writer.text
  }

  /// A shot with its retiming; with the first goes the song, below the pictures.
  private static func write(
    _ shot: MontagePlan.Shot, clip: Int, hasSong: Bool, _ plan: MontagePlan,
    to writer: inout XMLWriter
  ) {
    let rate = plan.frameRate
    let length = rate.time(ofFrame: shot.frameCount)
    // Retimed, a clip's own clock runs with the film's: its start is where it would be now.
    let start = rate.time(ofFrame: rate.frame(at: shot.sourceStart / shot.speed))
    let whole = rate.frame(at: shot.clip.duration / shot.speed)
    writer.element(
      "asset-clip",
      [
        ("ref", "clip\(clip)"), ("name", shot.clip.path.lastComponent.displayText),
        ("offset", rate.time(ofFrame: shot.startFrame)), ("start", start), ("duration", length),
      ]
    ) { writer in
      writer.element("timeMap") { writer in
        writer.element("timept", [("time", "0s"), ("value", "0s"), ("interp", "linear")])
        writer.element(
          "timept",
          [
            ("time", rate.time(ofFrame: max(1, whole))),
            ("value", rate.time(ofFrame: max(1, rate.frame(at: shot.clip.duration)))),
            ("interp", "linear"),
          ])
      }
      if hasSong {
        writer.element(
          "asset-clip",
          [
            ("ref", "song"), ("name", plan.song.lastComponent.displayText), ("lane", "-1"),
            ("offset", start), ("start", "0s"),
            ("duration", rate.time(ofFrame: rate.frame(at: plan.duration))),
            ("audioRole", "music"),
          ])
      }
    }
  }
}
