/// The kinds of audio file that are told apart by content.
enum FileFormat: String, CaseIterable, Hashable {
  case mpegAudio
  case flac, oggFLAC, oggVorbis, oggOpus
  case wave, wave64, aiff, caf, au
  case oggSpeex, oggOther
  case mp4, asf, monkeysAudio, wavPack, musepack, trueAudio, tak, optimFROG
  case dsf, dsdiff, adts, adif, ac3, matroska, amr, realAudio
  case midi, trackerModule

  /// The name for people.
  var name: String {
    switch self {
    case .mpegAudio: "MP3"
    case .flac: "FLAC"
    case .oggFLAC: "Ogg FLAC"
    case .oggVorbis: "Ogg Vorbis"
    case .oggOpus: "Opus"
    case .wave: "WAV"
    case .wave64: "Wave64"
    case .aiff: "AIFF"
    case .caf: "CAF"
    case .au: "AU"
    case .oggSpeex: "Speex"
    case .oggOther: "Ogg without a known audio stream"
    case .mp4: "M4A (AAC/ALAC)"
    case .asf: "WMA"
    case .monkeysAudio: "Monkey's Audio"
    case .wavPack: "WavPack"
    case .musepack: "Musepack"
    case .trueAudio: "True Audio"
    case .tak: "TAK"
    case .optimFROG: "OptimFROG"
    case .dsf: "DSF (DSD)"
    case .dsdiff: "DSDIFF (DSD)"
    case .adts: "AAC (ADTS)"
    case .adif: "AAC (ADIF)"
    case .ac3: "AC-3"
    case .matroska: "Matroska/WebM"
    case .amr: "AMR"
    case .realAudio: "RealAudio"
    case .midi: "MIDI"
    case .trackerModule: "tracker module"
    }
  }

  /// Opens the decoder of this format.
  ///
  /// - Throws: `unsupported` for a format that is known by sight only.
  func openDecoder(
    file: InputFile, probe: FormatProbe
  ) throws(DecodingError) -> any Decoder {
    switch self {
    case .mpegAudio: try MP3Decoder(file: file, content: probe.content, first: probe.firstFrame)
    case .flac: try FLACDecoder(file: file, content: probe.content)
    case .oggFLAC, .oggVorbis, .oggOpus: try OggDecoder(file: file, content: probe.content)
    case .wave, .wave64, .aiff, .caf, .au:
      try SndfileDecoder(file: file, content: probe.content, format: self)
    default: throw .unsupported(feature: "\(name) is not supported yet")
    }
  }
}
