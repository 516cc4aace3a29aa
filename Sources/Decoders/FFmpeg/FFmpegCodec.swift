/// The codec of a stream, out of ffmpeg's description of it.
struct FFmpegCodec {
  /// ffmpeg's own name: "aac", "wmav2"; empty when ffmpeg did not say.
  let id: String
  /// For people: "AAC-LC", "ALAC, 24 bit".
  let name: String

  /// - Parameters:
  ///   - description: "alac (alac / 0x63616C61), 44100 Hz, stereo, s32p (24 bit), 840 kb/s".
  ///   - format: The kind of file, whose name stands in when there is no description.
  init(description: String?, format: FileFormat) {
    guard let description else {
      id = ""
      name = format.name
      return
    }
    let parts = description.split(separator: ",").map { $0.drop { $0 == " " } }
    let words = (parts.first ?? "").split(separator: " ")
    let id = words.first.map(String.init) ?? ""
    // A profile stands in brackets before the brackets with the container's name for the codec.
    let profile = words.dropFirst().first.flatMap { word -> Substring? in
      word.hasPrefix("(") && word.hasSuffix(")") ? word.dropFirst().dropLast() : nil
    }
    self.id = id
    if id == "aac" {
      name = Self.advancedAudioName(profile)
      return
    }
    let plain = Self.names[id] ?? (id.isEmpty ? format.name : id)
    let bits = Self.lossless.contains(id) ? Self.bitCount(parts) : nil
    name = bits.map { "\(plain), \($0) bit" } ?? plain
  }

  /// Frames that come out of this codec's decoder before the first frame of music, whoever encoded,
  /// when nothing in the file says more.
  ///
  /// A transform codec needs the block before to rebuild a block, so its first block (AAC, AC-3,
  /// DTS) or filter bank (MPEG layers) holds no music. Encoders may add more, which is not known.
  var usualDelay: Int {
    switch id {
    case "aac": name.hasPrefix("HE-") ? 2048 : 1024
    case "ac3", "eac3": 256
    case "dts": 512
    case "mp3", "mp3float": 1105
    case "mp2", "mp1", "mp2float", "mp1float": 481
    default: 0
    }
  }

  /// Frames in the longest block of WMA 1 and 2, which their versions fix by the rate; 0 for other
  /// codecs.
  func windowsMediaBlockLength(rate: Int) -> Int {
    guard id == "wmav1" || id == "wmav2" else { return 0 }
    if rate <= 16_000 { return 512 }
    if rate <= 22_050 || rate <= 32_000 && id == "wmav1" { return 1024 }
    return rate <= 48_000 ? 2048 : rate <= 96_000 ? 4096 : 8192
  }

  private static func advancedAudioName(_ profile: Substring?) -> String {
    switch profile {
    case nil: "AAC"
    case "HE-AAC": "HE-AAC"
    case "HE-AACv2": "HE-AAC v2"
    case let profile?: "AAC-\(profile)"
    }
  }

  private static func bitCount(_ parts: [Substring]) -> Int? {
    guard
      let format = parts.first(where: { part in
        ["u8", "s16", "s32"].contains { part.hasPrefix($0) }
      })
    else { return nil }
    if let exact = format.split(separator: "(").dropFirst().first?.split(separator: " ").first {
      return Int(exact)
    }
    return Int(format.dropFirst().prefix { $0.isNumber })
  }

  private static let lossless: Set<String> = [
    "alac", "ape", "flac", "tak", "tta", "wavpack", "wmalossless",
  ]

  private static let names: [String: String] = [
    "ac3": "AC-3", "adpcm_ima_wav": "IMA ADPCM", "adpcm_ms": "Microsoft ADPCM", "alac": "ALAC",
    "amrnb": "AMR", "amrwb": "AMR-WB", "amr_nb": "AMR", "amr_wb": "AMR-WB",
    "ape": "Monkey's Audio", "cook": "RealAudio Cooker", "dsd_lsbf": "DSD",
    "dsd_lsbf_planar": "DSD", "dsd_msbf": "DSD", "dsd_msbf_planar": "DSD", "dst": "DST",
    "dts": "DTS", "eac3": "E-AC-3", "flac": "FLAC", "mp1": "MPEG layer I",
    "mp2": "MPEG layer II", "mp3": "MPEG layer III", "musepack7": "Musepack SV7",
    "musepack8": "Musepack SV8", "opus": "Opus", "ra_144": "RealAudio 14.4",
    "ra_288": "RealAudio 28.8", "sipr": "RealAudio Sipro", "speex": "Speex", "tak": "TAK",
    "tta": "True Audio", "vorbis": "Vorbis", "wavpack": "WavPack", "wmalossless": "WMA Lossless",
    "wmapro": "WMA Pro", "wmav1": "WMA 1", "wmav2": "WMA 2", "wmavoice": "WMA Voice",
  ]
}
