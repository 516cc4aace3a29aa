/// Which ReplayGain a file's gains were made by. The two differ by several dB on the same music,
/// and most files do not say.
public enum ReplayGainReference: String, Hashable, Sendable, Codable {
  /// The first ReplayGain (Robinson 2001): its own loudness filter, brought to 89 dB SPL.
  case replayGain1
  /// ReplayGain 2: loudness by ITU-R BS.1770, brought to −18 LUFS.
  case replayGain2
  /// The tags do not say.
  case unknown

  /// - Parameters:
  ///   - loudness: The tag `REPLAYGAIN_REFERENCE_LOUDNESS`: "89.0 dB", "-18.00 LUFS".
  ///   - algorithm: The tag `REPLAYGAIN_ALGORITHM`: "ITU-R BS.1770".
  init(loudness: String?, algorithm: String?) {
    let words = ((algorithm ?? "") + " " + (loudness ?? "")).lowercased()
    let value = loudness.flatMap(TagNumber.decimal)
    if words.contains("1770") || words.contains("r128") || words.contains("r 128") {
      self = .replayGain2
    } else if let value, value < 0, words.contains("lufs") || words.contains("lkfs") {
      self = .replayGain2
    } else if let value, (83...89).contains(value), !words.contains("lu") {
      self = .replayGain1
    } else {
      self = .unknown
    }
  }
}
