import Analysis
import Decoders

/// A line of `mucat analyze --follow`: what is known after another 100 ms of audio.
///
/// Units: seconds, LUFS, dBTP. A level of silence is null, as in all of `analyze`.
struct LoudnessLine: Encodable {
  let schemaVersion = JSONText.schemaVersion
  let type = "loudness"
  /// The end of the 100 ms.
  let time: Double?
  let momentary, shortTerm: Level
  /// Over everything so far.
  let integrated, truePeak: Level

  init(_ result: MusicUnderstandingSession.LoudnessResult) {
    time = JSONText.number(result.integrated.time.seconds)
    momentary = Level(result.momentary.last?.value)
    shortTerm = Level(result.shortTerm.last?.value)
    integrated = Level(result.integrated.value)
    truePeak = Level(result.peak.value)
  }

  /// A number, or null.
  struct Level: Encodable {
    let value: Double?

    init(_ level: Float?) {
      value = JSONText.number(level.map(Double.init))
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      if let value { try container.encode(value) } else { try container.encodeNil() }
    }
  }
}

/// The last line of `mucat analyze --follow`: the finished measurement.
struct LoudnessSummaryLine: Encodable {
  let schemaVersion = JSONText.schemaVersion
  let type = "summary"
  let duration: Double?
  let sampleRate, channelCount: Int?
  let integrated, truePeak, samplePeak: LoudnessLine.Level
  let loudnessRange, maxMomentary, maxShortTerm: LoudnessLine.Level
  let clippedSampleCount: Int
  let nonFiniteSampleCount: Int
  /// Why there is no integrated loudness; absent when there is.
  let reason: String?

  init(
    _ result: MusicUnderstandingSession.LoudnessResult, format: AudioFormat?,
    nonFiniteSampleCount: Int
  ) {
    duration = JSONText.number(result.integrated.time.seconds)
    sampleRate = format?.sampleRate
    channelCount = format?.channelCount
    integrated = .init(result.integrated.value)
    truePeak = .init(result.details.truePeak)
    samplePeak = .init(result.details.samplePeak)
    loudnessRange = .init(result.details.loudnessRange)
    maxMomentary = .init(result.details.maxMomentary)
    maxShortTerm = .init(result.details.maxShortTerm)
    clippedSampleCount = result.details.clippedSampleCount
    self.nonFiniteSampleCount = nonFiniteSampleCount
    reason = result.details.reason?.rawValue
  }
}
