/// The form of a piece, and how fast it feels, given what was kept of it and its bars.
struct StructureAnalyzer {
  typealias Session = MusicUnderstandingSession

  /// Raised whenever the answers can change.
  static let version = 4

  let result: Session.StructureResult
  /// Where sections begin and end, in seconds; the first sound and the last in between.
  let sectionEdges: [Double]
  /// What it was decided from; nil when there is no form.
  let evidence: FormEvidence?

  /// Seconds of sound that a piece must have.
  private static let shortest = 4.0

  /// - Parameters:
  ///   - curves: Of a whole piece.
  ///   - rhythm: Its beats and bars.
  init(
    curves: OnsetCurves, timbre: TimbreFrames, harmony: HarmonyFrames,
    rhythm: Session.RhythmResult
  ) {
    guard let sound = curves.soundRange else {
      (result, sectionEdges, evidence) = (.init(details: .init(reason: .silence)), [], nil)
      return
    }
    guard sound.upperBound - sound.lowerBound >= Self.shortest else {
      result = .init(details: .init(reason: .tooShort))
      sectionEdges = [sound.lowerBound, sound.upperBound]
      evidence = nil
      return
    }
    let grid = FormGrid(bars: rhythm.bars.map(\.seconds), sound: sound)
    let features = FormFeatures(harmony: harmony, timbre: timbre, grid: grid)
    let decision = FormDecision(features, grid: grid)
    evidence = FormEvidence(grid: grid, features: features, similarity: decision.similarity)
    let groups = SectionGroups(decision.path.sections, similarity: decision.similarity)
    let sections = zip(decision.path.sections, groups.numbers).map { steps, group in
      let (start, end) = (grid.edges[steps.lowerBound], grid.edges[steps.upperBound])
      return SectionRoles.Section(
        group: group, level: features.level(of: steps), seconds: end - start,
        voice: curves.activations.mean(.vocal, from: start, to: end))
    }
    let roles = SectionRoles(sections).roles
    let ranges = { (parts: [Range<Int>]) in
      parts.map { Self.range(grid.edges[$0.lowerBound], grid.edges[$0.upperBound]) }
    }
    result = .init(
      sections: ranges(decision.path.sections), segments: ranges(decision.path.segments),
      phrases: ranges(decision.path.phrases),
      details: .init(
        sections: zip(groups.numbers, roles).map { number, role in
          let letter = SectionGroups.letter(number)
          return .init(
            label: role?.label ?? Session.SectionLabel(rawValue: letter), group: letter,
            confidence: role?.confidence ?? 0)
        },
        followsBars: grid.isMetrical))
    sectionEdges =
      decision.path.sections.map { grid.edges[$0.lowerBound] } + [grid.edges[grid.stepCount]]
  }

  /// In the units that beats have, so that parts begin exactly with their bars.
  static func range(_ start: Double, _ end: Double) -> CMTimeRange {
    let time = { (seconds: Double) in CMTime(seconds: seconds, preferredTimescale: 44_100) }
    return CMTimeRange(start: time(start), end: time(end))
  }
}

extension OnsetCurves {
  /// From the first sound to the last, in seconds; nil for silence.
  var soundRange: ClosedRange<Double>? {
    guard !isSilent else { return nil }
    var (first, end) = (0, frameCount)
    if let silence = silences.first, silence.lowerBound == 0 { first = silence.upperBound }
    if let silence = silences.last, silence.upperBound == frameCount { end = silence.lowerBound }
    let start = first == 0 ? 0 : max(0, Self.time(ofFrame: Double(first)))
    let stop = end == frameCount ? duration : min(duration, Self.time(ofFrame: Double(end)))
    return start < stop ? start...stop : nil
  }
}

extension Activations {
  /// The mean over a stretch of seconds; 0 where there are no frames.
  func mean(_ channel: Channel, from start: Double, to end: Double) -> Float {
    let lead = Double(OnsetCurves.leadIn / NetworkFeatures.step)
    let first = min(max(0, Int(start * Self.frameRate + lead)), frameCount)
    let last = min(max(first, Int(end * Self.frameRate + lead)), frameCount)
    guard first < last else { return 0 }
    return (first..<last).reduce(0) { $0 + value(channel, at: $1) } / Float(last - first)
  }
}

extension FormFeatures {
  /// The mean level of some steps in dB; −60 for none.
  func level(of steps: Range<Int>) -> Float {
    guard !steps.isEmpty else { return -60 }
    return steps.reduce(0) { $0 + levels[$1] } / Float(steps.count)
  }
}
