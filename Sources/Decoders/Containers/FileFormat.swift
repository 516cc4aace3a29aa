/// The kinds of audio file that are told apart by content.
enum FileFormat: String, CaseIterable, Hashable {
  case mpegAudio
  case flac, oggFLAC, oggVorbis, oggOpus
  case wave, wave64, aiff, caf, au
  case oggSpeex, oggOther
  case mp4, asf, monkeysAudio, wavPack, musepack, trueAudio, tak, optimFROG
  case dsf, dsdiff, adts, adif, ac3, dts, matroska, amr, realAudio
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
    case .dts: "DTS"
    case .matroska: "Matroska/WebM"
    case .amr: "AMR"
    case .realAudio: "RealAudio"
    case .midi: "MIDI"
    case .trackerModule: "tracker module"
    }
  }

  /// Why a format that is known by sight is not decoded; nil for those that are.
  var refusal: DecodingError? {
    switch self {
    case .midi: .notAudio(detail: "MIDI, which holds notes and no sound")
    case .trackerModule: .unsupported(feature: "tracker modules, which are played and not decoded")
    case .optimFROG: .unsupported(feature: "OptimFROG, which only its own program decodes")
    case .adif: .unsupported(feature: "AAC in ADIF, which ffmpeg does not read")
    default: nil
    }
  }

  /// Opens the decoder of this format.
  ///
  /// - Throws: ``refusal``; `needsFFmpeg` for a format that waits for an ffmpeg program.
  func openDecoder(
    file: InputFile, probe: FormatProbe
  ) throws(DecodingError) -> any Decoder {
    if let refusal { throw refusal }
    switch self {
    case .mpegAudio:
      return try MP3Decoder(file: file, content: probe.content, first: probe.firstFrame)
    case .flac: return try FLACDecoder(file: file, content: probe.content)
    case .oggFLAC, .oggVorbis, .oggOpus:
      return try OggDecoder(file: file, content: probe.content)
    case .wave, .wave64, .aiff, .caf, .au:
      return try openSampled(file: file, content: probe.content)
    case .oggSpeex, .oggOther, .mp4, .asf, .monkeysAudio, .wavPack, .musepack, .trueAudio, .tak,
      .dsf, .dsdiff, .adts, .ac3, .dts, .matroska, .amr, .realAudio, .optimFROG, .adif, .midi,
      .trackerModule:
      return try FFmpegDecoder(
        file: file, content: probe.content, format: self, program: .installed)
    }
  }

  /// Opens a container of PCM: MPEG audio in it goes to its own decoder, and what libsndfile does
  /// not know to ffmpeg.
  private func openSampled(
    file: InputFile, content: Range<Int>
  ) throws(DecodingError) -> any Decoder {
    if let stream = try MPEGInWave(file: file, content: content) {
      return try MP3Decoder(file: file, content: stream.content, first: stream.first)
    }
    do throws(DecodingError) {
      return try SndfileDecoder(file: file, content: content, format: self)
    } catch {
      guard case .unsupported(let feature) = error else { throw error }
      guard let program = FFmpegProgram.installed else { throw .needsFFmpeg(format: feature) }
      return try FFmpegDecoder(file: file, content: content, format: self, program: program)
    }
  }
}

/// A stream of MPEG audio in the data chunk of a WAV file, as some encoders write it.
private struct MPEGInWave {
  let content: Range<Int>
  let first: MPEGFrameSearch

  /// Microsoft's numbers for MPEG layers I and II, and for layer III.
  private static let codings = [0x50, 0x55]

  init?(file: InputFile, content: Range<Int>) throws(DecodingError) {
    guard let list = try ChunkList(file: file, content: content), let format = list["fmt "],
      let data = list["data"],
      let coding = try file.bytes(at: format.body.lowerBound, count: 2).littleEndian16(at: 0),
      Self.codings.contains(coding),
      let first = try MPEGFrameSearch(file: file, in: data.body)
    else { return nil }
    self.content = data.body
    self.first = first
  }
}
