import Analysis

/// Makes a plan: sections, their pace, shots of 60 / pace seconds, cuts on the nearest beats.
///
/// *Source:* Apple's "Meet Music Understanding" (WWDC), the video timing algorithm: every list of
/// clips begins where a section begins, and clips are brought to their time.
public struct MontagePlanner: Sendable {
  public struct Options: Hashable, Sendable {
    public var frameRate = FrameRate.twentyFive
    /// How many times faster or slower a clip may be seen. Of a longer clip a part is taken; a
    /// shorter one stands still at its end.
    public var maximumSpeed = 4.0
    /// Bars in a section when the form is not known.
    public var barsPerSection = 8
    /// Shots are not shorter than this, in seconds, whatever the pace.
    public var shortestShot = 0.25

    public init() {}
  }

  private let track: ExportTrack
  private let clips: [VideoClip]
  private let options: Options

  public init(track: ExportTrack, clips: [VideoClip], options: Options = Options()) {
    self.track = track
    self.clips = clips
    self.options = options
  }

  public func plan() throws(MontageError) -> MontagePlan {
    guard !clips.isEmpty else { throw .noClips }
    guard track.beats.count > 1 else { throw .noBeats(reason: track.track.bpmReason) }
    let duration = track.track.duration
    guard options.frameRate.frame(at: duration) > 0 else { throw .tooShort }
    var next = 0
    var sections: [MontagePlan.Section] = []
    for section in sectionRanges(duration) {
      let pace = pace(from: section.start, to: section.end)
      let cuts = cuts(in: section, length: max(60 / pace, options.shortestShot))
      var shots: [MontagePlan.Shot] = []
      for (index, cut) in cuts.enumerated() {
        let end = index + 1 < cuts.count ? cuts[index + 1] : section.end
        let frames = (options.frameRate.frame(at: cut), options.frameRate.frame(at: end))
        guard frames.1 > frames.0 else { continue }
        shots.append(shot(clips[next % clips.count], at: cut, frames: frames))
        next += 1
      }
      guard !shots.isEmpty else { continue }
      sections.append(
        .init(
          name: section.name, start: section.start, end: section.end, pace: pace, shots: shots))
    }
    guard !sections.isEmpty else { throw .tooShort }
    return MontagePlan(
      song: track.track.path, duration: duration, frameRate: options.frameRate,
      songOffset: track.offset(on: .audacity), sections: sections)
  }

  // MARK: - Sections and pace

  /// The sections, without gaps from 0 to the end; of so many bars when the form is not known.
  private func sectionRanges(_ duration: Double) -> [ExportTrack.Section] {
    var starts = track.sections.map { (time: $0.start, name: $0.name) }
    if starts.isEmpty {
      let bars = track.beats.filter { $0.beatInBar == 1 }.map(\.time)
      starts = stride(from: 0, to: bars.count, by: max(1, options.barsPerSection)).enumerated()
        .map { (bars[$1], "Section \($0 + 1)") }
    }
    starts.removeAll { !($0.time >= 0 && $0.time < duration) }
    starts.sort { $0.time < $1.time }
    // What precedes the first section belongs to it when it is less than a bar; else it is one.
    let bar = 60 / max(track.track.bpm ?? 120, 1) * Double(track.grid.beatsPerBar)
    if let first = starts.first, first.time < bar {
      starts[0].time = 0
    } else {
      starts.insert((0, starts.isEmpty ? "Section 1" : "Opening"), at: 0)
    }
    return starts.enumerated().map { index, start in
      let end = index + 1 < starts.count ? starts[index + 1].time : duration
      return ExportTrack.Section(start: start.time, end: end, name: start.name)
    }.filter { $0.end > $0.start }
  }

  /// The mean pace of a stretch, each range by how long it lasts there; one event a bar when the
  /// pace is not known.
  func pace(from start: Double, to end: Double) -> Double {
    var weighted = 0.0
    var length = 0.0
    for range in track.result.pace?.ranges ?? [] {
      let overlap =
        min(end, range.range.end.seconds) - max(start, range.range.start.seconds)
      guard overlap > 0, range.value > 0, range.value.isFinite else { continue }
      weighted += range.value * overlap
      length += overlap
    }
    if length > 0 { return weighted / length }
    let tempo = track.track.bpm ?? track.grid.stretches.first?.beatsPerMinute ?? 120
    return tempo / Double(max(1, track.grid.beatsPerBar))
  }

  // MARK: - Cuts

  /// Where shots begin in a section: at its start, and then at beats near equal distances. A bar
  /// is taken for a beat where it is nearer than a quarter of a shot.
  private func cuts(in section: ExportTrack.Section, length: Double) -> [Double] {
    let count = max(1, Int(((section.end - section.start) / length).rounded()))
    let distance = (section.end - section.start) / Double(count)
    let beats = track.beats.filter { $0.time > section.start && $0.time < section.end }
    var cuts = [section.start]
    for index in 1..<max(count, 1) {
      let wanted = section.start + Double(index) * distance
      guard let beat = Self.nearest(beats.map(\.time), to: wanted) else { break }
      let bar = Self.nearest(beats.filter { $0.beatInBar == 1 }.map(\.time), to: wanted)
      let cut = bar.flatMap { abs($0 - wanted) <= distance / 4 ? $0 : nil } ?? beat
      let frame = { options.frameRate.frame(at: $0) }
      if let last = cuts.last, frame(cut) > frame(last), frame(cut) < frame(section.end) {
        cuts.append(cut)
      }
    }
    return cuts
  }

  private static func nearest(_ moments: [Double], to wanted: Double) -> Double? {
    moments.min { abs($0 - wanted) < abs($1 - wanted) }
  }

  /// A clip brought to the time it has: whole if its speed allows.
  private func shot(
    _ clip: VideoClip, at time: Double, frames: (start: Int, end: Int)
  ) -> MontagePlan.Shot {
    let length = options.frameRate.seconds(ofFrame: frames.end - frames.start)
    let limit = max(1, options.maximumSpeed)
    let speed = min(max(clip.duration / length, 1 / limit), limit)
    let used = min(clip.duration, speed * length)
    return .init(
      startFrame: frames.start, endFrame: frames.end, musicTime: time, clip: clip,
      // The middle of a clip is what it was filmed for.
      sourceStart: (clip.duration - used) / 2, sourceDuration: used, speed: speed)
  }
}
