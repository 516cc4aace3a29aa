/// How a track of sound is coded.
struct MP4SampleEntry {
  /// Four characters: "mp4a", "alac", "ac-3", "drms".
  let type: String
  /// Frames in a packet before any doubling of the rate, and frames per second then, for the codecs
  /// that say so (AAC and ALAC).
  let packet: (frameCount: Int, sampleRate: Int)?

  /// Whether the audio is encrypted: songs bought with copy protection.
  var isProtected: Bool { ["drms", "enca", "p608"].contains(type) }

  /// The fields of a sample entry and of a sound, before further boxes.
  private static let fieldsLength = 8 + 20

  /// - Returns: Nil when the description has no entry.
  init?(file: InputFile, description: MP4Box) throws(DecodingError) {
    let start = min(description.body.lowerBound + 8, description.body.upperBound)
    guard let entry = try MP4Box.list(in: file, start..<description.body.upperBound).first else {
      return nil
    }
    type = entry.type
    // QuickTime's versions 1 and 2 have more fields.
    let version = try entry.bytes(in: file, count: 10).bigEndian16(at: 8) ?? 0
    let fields = Self.fieldsLength + (version == 1 ? 16 : version == 2 ? 36 : 0)
    let first = min(entry.body.lowerBound + fields, entry.body.upperBound)
    var boxes = try MP4Box.list(in: file, first..<entry.body.upperBound)
    // QuickTime puts them into a box of their own.
    if let wave = boxes["wave"] { boxes += try wave.children(in: file) }
    if type == "alac", let cookie = boxes["alac"] {
      let bytes = try cookie.bytes(in: file, count: 28)
      if let frames = bytes.bigEndian32(at: 4), let rate = bytes.bigEndian32(at: 24) {
        packet = (frames, rate)
        return
      }
    } else if let stream = boxes["esds"] {
      packet = Self.advancedAudio(try stream.bytes(in: file, count: 128))
      return
    }
    packet = nil
  }

  /// The packets of AAC, out of an elementary stream descriptor.
  ///
  /// Sources: ISO/IEC 14496-1 §7.2.6 (descriptors), 14496-3 §1.6.2.1 (AudioSpecificConfig).
  private static func advancedAudio(_ bytes: [UInt8]) -> (frameCount: Int, sampleRate: Int)? {
    var place = 4
    /// Steps over the header of a descriptor: a tag, and a length in bytes of seven bits.
    func enter(_ tag: UInt8) -> Bool {
      guard place < bytes.count, bytes[place] == tag else { return false }
      place += 1
      for _ in 0..<4 where place < bytes.count {
        place += 1
        if bytes[place - 1] & 0x80 == 0 { break }
      }
      return true
    }
    guard enter(3) else { return nil }
    let flags = place + 2 < bytes.count ? bytes[place + 2] : 0
    // Fields that hardly any file has would follow.
    guard flags & 0xE0 == 0 else { return nil }
    place += 3
    guard enter(4), place < bytes.count, bytes[place] == 0x40 else { return nil }
    place += 13
    guard enter(5), place + 8 <= bytes.count else { return nil }
    return advancedAudioConfiguration(bytes[place..<place + 8])
  }

  private static func advancedAudioConfiguration(
    _ bytes: ArraySlice<UInt8>
  ) -> (frameCount: Int, sampleRate: Int)? {
    var bits = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    func take(_ count: Int) -> Int {
      defer { bits <<= UInt64(count) }
      return Int(bits >> UInt64(64 - count))
    }
    func rate() -> Int {
      let index = take(4)
      return index == 15 ? take(24) : index < rates.count ? rates[index] : 0
    }
    var kind = take(5)
    let sampleRate = rate()
    _ = take(4)
    // Spectral band replication, with or without parametric stereo: the core's kind follows.
    if kind == 5 || kind == 29 {
      _ = rate()
      kind = take(5)
    }
    guard kind == 2, sampleRate > 0 else { return nil }
    return (take(1) == 1 ? 960 : 1024, sampleRate)
  }

  private static let rates = [
    96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000,
    7350,
  ]
}
