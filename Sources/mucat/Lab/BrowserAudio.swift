/// Which files browsers play as they are.
enum BrowserAudio {
  /// The MIME type under which the usual browsers play a file; nil when some do not.
  ///
  /// - Parameters:
  ///   - head: The first bytes of the file, 12 and more.
  ///   - codec: As the decoder calls it (`DecodeReport.codec`).
  static func type(ofHead head: [UInt8], codec: String) -> String? {
    func has(_ mark: String, at offset: Int) -> Bool {
      head.dropFirst(offset).starts(with: mark.utf8)
    }
    if has("fLaC", at: 0) { return "audio/flac" }
    if has("OggS", at: 0) {
      return ["Vorbis", "Opus", "Ogg FLAC"].contains(codec) ? "audio/ogg" : nil
    }
    if has("RIFF", at: 0), has("WAVE", at: 8) {
      // Floats and the odd compressions are played by some only.
      return codec.contains("16 bit") || codec.contains("24 bit") ? "audio/wav" : nil
    }
    if has("ftyp", at: 4) { return codec.contains("AAC") ? "audio/mp4" : nil }
    return codec.hasPrefix("MPEG") && codec.hasSuffix("layer III") ? "audio/mpeg" : nil
  }
}
