import Analysis
import Decoders
import TestSupport
import Testing

@testable import Catalog

@Suite("Planning montages")
struct MontagePlannerTests {
  private let clips = (0..<3).map { VideoClip(path: "/clips/\($0).mp4", duration: 3) }

  private func plan(
    _ track: ExportTrack, change: (inout MontagePlanner.Options) -> Void = { _ in }
  ) throws -> MontagePlan {
    var options = MontagePlanner.Options()
    change(&options)
    return try MontagePlanner(track: track, clips: clips, options: options).plan()
  }

  /// A track whose form and pace are as given; without them they are unknown.
  private func track(
    sections: [Double] = [], pace: [Double] = [], bars: Int = 32
  ) -> ExportTrack {
    var track = ExportTrack.made(start: 0, bars: bars)
    let end = track.track.duration
    func ranges(_ starts: [Double]) -> [CMTimeRange] {
      zip(starts, starts.dropFirst() + [end]).map {
        .init(
          start: CMTime(seconds: $0, preferredTimescale: 1000),
          end: CMTime(seconds: $1, preferredTimescale: 1000))
      }
    }
    track.sections = ranges(sections).enumerated().map {
      .init(start: $1.start.seconds, end: $1.end.seconds, name: "Part \($0)")
    }
    track.result.pace =
      pace.isEmpty
      ? nil : .init(ranges: zip(ranges(sections), pace).map { .init(range: $0, value: $1) })
    return track
  }

  @Test("the film is whole: shots follow each other from the first frame to the last")
  func whole() throws {
    for rate in FrameRate.named.map(\.rate) {
      let plan = try plan(track(sections: [0, 16, 40], pace: [30, 60, 20])) {
        $0.frameRate = rate
      }
      #expect(plan.shots.first?.startFrame == 0)
      #expect(plan.frameCount == rate.frame(at: 64))
      for (shot, next) in zip(plan.shots, plan.shots.dropFirst()) {
        #expect(shot.endFrame == next.startFrame && shot.frameCount > 0)
      }
    }
  }

  @Test("every list of shots begins with its section, and has shots of 60 / pace seconds")
  func paced() throws {
    let plan = try plan(track(sections: [0, 16, 40], pace: [30, 60, 20]))
    #expect(plan.sections.map(\.pace) == [30, 60, 20])
    #expect(plan.sections.map { $0.shots.first?.musicTime } == [0, 16, 40])
    #expect(plan.sections.map(\.shots.count) == [8, 24, 8])
    #expect(plan.sections.map(\.shotLength) == [2, 1, 3])
  }

  @Test("cuts are on beats, and on bars where one is near")
  func onBeats() throws {
    let track = track(sections: [0, 16], pace: [17, 43])
    let plan = try plan(track)
    let beats = track.beats.map(\.time)
    for shot in plan.shots {
      #expect(beats.contains { abs($0 - shot.musicTime) < 1e-9 })
      #expect(
        abs(FrameRate.twentyFive.seconds(ofFrame: shot.startFrame) - shot.musicTime) <= 0.0200001)
    }
    // Shots of 3.5 s in bars of 2 s: a bar is always nearer than a quarter of a shot or a beat is
    // taken.
    #expect(
      plan.sections[0].shots.contains { $0.musicTime.truncatingRemainder(dividingBy: 2) == 0 })
  }

  @Test("without form and pace there are eight bars and a shot a bar")
  func fallback() throws {
    let plan = try plan(track(bars: 20))
    #expect(plan.sections.map(\.start) == [0, 16, 32])
    #expect(plan.sections.allSatisfy { $0.pace == 30 })
    #expect(plan.shots.count == 20)
    #expect(try self.plan(track(bars: 20)) { $0.barsPerSection = 4 }.sections.count == 5)
  }

  @Test("clips fill their time: faster, slower, and not beyond the limit")
  func retimed() throws {
    let plan = try plan(track(sections: [0, 32], pace: [30, 7.5]))
    let fast = try #require(plan.sections[0].shots.first)
    #expect(fast.speed == 1.5 && fast.sourceStart == 0 && fast.sourceDuration == 3)
    let slow = try #require(plan.sections[1].shots.first)
    #expect(slow.speed == 0.375)
    let limited = try #require(
      try self.plan(track(sections: [0, 32], pace: [30, 7.5])) { $0.maximumSpeed = 1.25 }
        .shots.first)
    #expect(limited.speed == 1.25 && limited.sourceDuration == 2.5 && limited.sourceStart == 0.25)
  }

  @Test("what leads in is no section of its own unless it is a bar long")
  func leadIn() throws {
    #expect(try plan(track(sections: [1, 16])).sections.map(\.start) == [0, 16])
    #expect(try plan(track(sections: [4, 16])).sections.map(\.name).first == "Opening")
  }

  @Test("without clips or beats there is no plan, and why")
  func refused() {
    #expect(throws: MontageError.noClips) {
      try MontagePlanner(track: track(), clips: []).plan()
    }
    var silent = Track()
    silent.duration = 10
    silent.bpmReason = "silence"
    #expect(throws: MontageError.noBeats(reason: "silence")) {
      try MontagePlanner(track: ExportTrack(track: silent), clips: clips).plan()
    }
  }

  @Test("the plan's forms tell all shots", .enabled(if: ShellCommand.has("xmllint")))
  func documents() throws {
    let plan = try plan(track(sections: [0, 16, 40], pace: [30, 60, 20]))
    let edl = MontageDocument.edl.text(of: plan).split(separator: "\n").map(String.init)
    #expect(edl[0] == "TITLE: a song.mp3")
    #expect(edl[2].hasPrefix("001  AX       V     C        "))
    #expect(edl[2].hasSuffix("00:00:00:00 00:00:03:00 00:00:00:00 00:00:02:00"))
    #expect(edl[3].hasPrefix("M2   AX       37.5"))
    #expect(edl.count { $0.hasPrefix("* FROM CLIP NAME") } == plan.shots.count)
    #expect(MontageDocument.json.text(of: plan).contains(#""musicTime" : 16"#))
    let folder = TemporaryDirectory()
    let xml = Array(MontageDocument.fcpxml.text(of: plan).utf8)
    let file = ShellCommand.quoted(folder.write(xml, to: "a.fcpxml").displayText)
    #expect(ShellCommand.output(of: "xmllint --noout \(file)") != nil)
    let count = ShellCommand.output(of: "xmllint --xpath 'count(//spine/asset-clip)' \(file)")
    let counted = String(decoding: try #require(count), as: UTF8.self)
    #expect(counted.hasPrefix("\(plan.shots.count)"))
  }
}
