/// What a codec's name says about what it costs the sound.
enum CodecQuality {
  /// Whether decoding gives back what was encoded.
  ///
  /// Names are those of `DecodeReport.codec`. WavPack is taken for lossless; its hybrid mode is rare,
  /// and the name does not tell it.
  static func isLossless(_ codec: String) -> Bool {
    if codec.contains("ADPCM") { return false }
    return losslessNames.contains { codec.contains($0) }
  }

  /// What a bit is worth, in bits of MPEG layer III: a rule of thumb by listening tests, good for
  /// telling 128 kbit/s of Opus from 128 of MP3, and no more. Meaningless for lossless codecs.
  ///
  /// *Source:* Hydrogenaudio's public listening tests at 64 to 128 kbit/s (2005 to 2014).
  static func efficiency(_ codec: String) -> Double {
    efficiencies.first { codec.contains($0.name) }?.factor ?? 1
  }

  private static let losslessNames = [
    "PCM", "float", "FLAC", "ALAC", "Monkey's Audio", "WavPack", "True Audio", "TAK", "DSD", "DST",
    "WMA Lossless",
  ]

  // Names that begin others stand behind them.
  private static let efficiencies: [(name: String, factor: Double)] = [
    ("Opus", 1.5), ("Vorbis", 1.25), ("AAC", 1.25), ("Musepack", 1.25), ("layer III", 1),
    ("layer II", 0.75), ("layer I", 0.6),
  ]
}
