/// What an estimate over the last seconds of a stream gave.
struct LiveEstimate: Sendable {
  let rhythm: SemanticAudioDescriptor.Rhythm
  let tonality: SemanticAudioDescriptor.Tonality
  let instrumentation: SemanticAudioDescriptor.Instrumentation
  let pace: SemanticAudioDescriptor.Pace
  let structure: SemanticAudioDescriptor.Structure

  /// Seconds at the end of the audio over which activity is averaged.
  private static let activitySpan = 1.0

  /// Listens to the audio as to a piece of its own.
  static func of(_ audio: RecentAudio) async throws -> LiveEstimate {
    let session = MusicUnderstandingSession(audioProvider: audio.provider)
    let result = try await session.analyze(
      for: [.rhythm, .key, .instrumentActivity, .pace, .structure])
    return LiveEstimate(result, basis: audio.basis)
  }

  private init(
    _ result: MusicUnderstandingSession.SessionResult, basis: SemanticAudioDescriptor.Basis
  ) {
    let found = result.rhythm ?? .init()
    rhythm = .init(
      tempoBpm: found.beatsPerMinute.map { Double($0) }, confidence: found.details.confidence,
      reason: found.details.reason, lastBeat: found.beats.last.map { $0.seconds + basis.start },
      lastBar: found.bars.last.map { $0.seconds + basis.start }, basis: basis)
    let key = result.key?.details ?? .init()
    tonality = .init(
      key: key.global, confidence: key.confidence, reason: key.reason, basis: basis)
    pace = .init(
      eventsPerMinute: result.pace?.details.mean,
      onsetsPerMinute: found.details.onsetsPerMinute, basis: basis)
    structure = .init(
      lastSection: Self.lastStart(result.structure?.sections, basis),
      lastSegment: Self.lastStart(result.structure?.segments, basis),
      lastPhrase: Self.lastStart(result.structure?.phrases, basis), basis: basis)
    let from = basis.duration - Self.activitySpan
    let activity = result.instrumentActivity?.activity ?? [:]
    instrumentation = .init(
      activities: activity.mapValues { points in
        let last = points.reversed().prefix { $0.time.seconds >= from }
        return last.isEmpty ? 0 : last.reduce(0) { $0 + $1.value } / Float(last.count)
      }, basis: basis)
  }

  /// Where the last of some parts begins, if that is not where the audio does.
  private static func lastStart(
    _ parts: [CMTimeRange]?, _ basis: SemanticAudioDescriptor.Basis
  ) -> Double? {
    guard let parts, parts.count > 1, let last = parts.last else { return nil }
    return last.start.seconds + basis.start
  }
}
