/// What a live analysis follows.
public enum LiveDimension: String, Hashable, Sendable, Codable, CaseIterable {
  /// Known every 100 ms.
  case loudness
  /// Estimated anew every few seconds, over the audio that is kept.
  case rhythm, tonality, instrumentation, pace, structure
}

/// How often a live analysis estimates what takes longer than loudness, and over how much audio.
public struct LiveTiming: Hashable, Sendable {
  /// Seconds of audio from one estimate to the next.
  public var estimateInterval: Double
  /// Seconds of audio that an estimate rests on at most.
  public var window: Double
  /// Seconds of audio before the first estimate.
  public var firstEstimate: Double

  /// - Parameters: All are made at least a tenth of a second, and the window at least as long as
  ///   the wait for the first estimate.
  public init(estimateInterval: Double = 3, window: Double = 30, firstEstimate: Double = 5) {
    self.estimateInterval = max(estimateInterval, 0.1)
    self.firstEstimate = max(firstEstimate, 0.1)
    self.window = max(window, self.firstEstimate)
  }
}
