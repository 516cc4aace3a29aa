import Decoders

/// What one rule of normalisation makes of a level: the gain that its tag can hold, and how loud
/// that plays.
public struct NormalisationRule: Codable, Hashable, Sendable {
  /// In dB, rounded as the tag rounds it.
  public var gain: Double
  /// The tag's value: `-4.00 dB`, `-1280`, `000007CB`.
  public var tagValue: String
  /// The loudness in LUFS at which it plays, where the player keeps the true peak at or below the
  /// report's ceiling.
  public var playbackLevel: Double

  private init(
    gain: Double, tagValue: String, integrated: Double, peakRoom: Double?
  ) {
    self.gain = gain.roundedForReport
    self.tagValue = tagValue
    playbackLevel = (integrated + min(gain, peakRoom ?? gain)).roundedForReport
  }

  /// ReplayGain 2: to −18 LUFS, in hundredths of a dB.
  ///
  /// *Source:* the ReplayGain 2.0 specification.
  static func replayGain(integrated: Double, peakRoom: Double?) -> NormalisationRule {
    let gain = ((-18 - integrated) * 100).rounded() / 100
    return NormalisationRule(
      gain: gain, tagValue: DecimalText.fixed(gain, places: 2) + " dB", integrated: integrated,
      peakRoom: peakRoom)
  }

  /// `R128_TRACK_GAIN` of Opus: to −23 LUFS, in 256ths of a dB (Q7.8), −128 to 128 dB.
  ///
  /// *Source:* RFC 7845 §5.2.1.
  static func r128(integrated: Double, peakRoom: Double?) -> NormalisationRule {
    let steps = Int(min(max(((-23 - integrated) * 256).rounded(), -32_768), 32_767))
    return NormalisationRule(
      gain: Double(steps) / 256, tagValue: String(steps), integrated: integrated,
      peakRoom: peakRoom)
  }

  /// Apple's Sound Check, `iTunNORM`: the gain of ReplayGain as a number of ``SoundCheck``. The
  /// tag's other numbers say nothing more of loudness.
  static func soundCheck(integrated: Double, peakRoom: Double?) -> NormalisationRule {
    let value = SoundCheck(gainDB: -18 - integrated, peak: 0)
    let word = value.text.split(separator: " ").first.map(String.init) ?? ""
    return NormalisationRule(
      gain: value.gainDB, tagValue: word, integrated: integrated, peakRoom: peakRoom)
  }
}

extension Double {
  /// To a thousandth: beyond that lies only the noise of conversions.
  var roundedForReport: Double {
    let scaled = (self * 1000).rounded()
    // Adding 0 turns −0 into 0.
    return abs(scaled) < 9e15 ? scaled / 1000 + 0 : self
  }
}
