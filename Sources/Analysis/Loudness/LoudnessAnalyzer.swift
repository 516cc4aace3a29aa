import Decoders

/// Loudness after BS.1770-4. (Skeleton: the measurement is not here yet.)
struct LoudnessAnalyzer {
  /// Raised whenever the numbers can change.
  static let version = 0

  private var frameCount = 0
  private let format: AudioFormat

  init(format: AudioFormat) {
    self.format = format
  }

  /// Takes in a block; calls `each` once per 100 ms of audio that it completes.
  mutating func process(_ block: PCMBuffer, each: (LoudnessUpdate) -> Void) {
    frameCount += block.frameCount
  }

  consuming func finish() -> MusicUnderstandingSession.LoudnessResult {
    let end = CMTime(value: Int64(frameCount), timescale: Int32(format.sampleRate))
    return .init(
      integrated: .init(time: end, value: -.infinity), momentary: [], shortTerm: [],
      peak: .init(time: .zero, value: -.infinity), details: .init(reason: .silence))
  }
}

/// What is known after each 100 ms of audio.
struct LoudnessUpdate: Sendable {
  /// Counts the 100 ms steps from 0; the step's end is at (index + 1) / 10 s.
  var index: Int
  var momentary: Float
  var shortTerm: Float
  /// Over everything so far.
  var integrated: Float
  var truePeak: Float
  var truePeakFrame: Int
  var sampleRate: Int
}
