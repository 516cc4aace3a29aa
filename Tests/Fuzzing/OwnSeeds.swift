import Decoders
import Glibc
import TestSupport

/// Short files in every format that can be made here.
enum OwnSeeds {
  private static let sampleRate = 22050

  /// - Parameter folder: Where they are made.
  static func make(in folder: TemporaryDirectory) -> [SeedFile] {
    written(in: folder) + fixtures() + [dsdiff] + encoded(in: folder)
  }

  /// Two channels that no codec can reduce to nothing.
  private static let planes = [
    Signals.mix([
      Signals.clickTrack(beatsPerMinute: 480, seconds: 0.3, sampleRate: sampleRate),
      Signals.sine(440, amplitude: 0.3, seconds: 0.3, sampleRate: sampleRate),
    ]),
    Signals.noise(amplitude: 0.05, seconds: 0.3, sampleRate: sampleRate),
  ]

  private static func written(in folder: TemporaryDirectory) -> [SeedFile] {
    let tags = AudioFileWriter.TextTags(
      title: "Title", artist: "Artist", album: "Album", genre: "Genre", year: "2001", track: "3")
    return AudioFileWriter.Kind.allCases.map { kind in
      let path = folder.appending("written.\(kind.fileExtension)")
      // Opus knows few rates.
      let rate = kind == .opus ? 24000 : sampleRate
      AudioFileWriter.write(planes, sampleRate: rate, to: path, as: kind, tags: tags)
      return SeedFile(
        format: kind.fileExtension, name: kind.rawValue,
        bytes: TemporaryDirectory.contents(of: path))
    }
  }

  /// The fixtures of the tests: other encoders, chains, surround, pictures.
  private static func fixtures() -> [SeedFile] {
    let tests = FilePath(#filePath).parent.parent
    return SeedFile.corpus([tests.appending("Fixtures".utf8)]).filter {
      !["md", "sh", "bin", "f32"].contains($0.format)
    }
  }

  /// A DSDIFF file, which no encoder here writes: one channel of the pattern that is silence.
  private static var dsdiff: SeedFile {
    func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
      Array(name.utf8)
        + (0..<8).reversed().map { UInt8(truncatingIfNeeded: body.count >> ($0 * 8)) }
        + body
    }
    let properties =
      Array("SND ".utf8) + chunk("FS  ", [0, 0x2B, 0x11, 0]) + chunk("CHNL", [0, 1] + "C000".utf8)
      + chunk("CMPR", Array("DSD \u{0}\u{0}".utf8))
    let body =
      Array("DSD ".utf8) + chunk("FVER", [1, 5, 0, 0]) + chunk("PROP", properties)
      + chunk("DSD ", [UInt8](repeating: 0x69, count: 8192))
    return SeedFile(format: "dff", name: "dsdiff", bytes: chunk("FRM8", body))
  }

  /// Formats that only ffmpeg writes, as far as it is there: name of the row, ending, arguments.
  private static let encodings: [(format: String, ending: String, arguments: String)] = [
    ("m4a", "m4a", "-c:a aac"), ("m4a", "m4a", "-c:a alac"),
    ("m4a", "m4a", "-c:a aac -movflags +frag_keyframe+empty_moov"),
    ("aac", "aac", "-c:a aac"), ("wma", "wma", "-c:a wmav2"), ("wv", "wv", "-c:a wavpack"),
    ("tta", "tta", "-c:a tta"), ("mp2", "mp2", "-c:a mp2"), ("ac3", "ac3", "-c:a ac3 -ar 44100"),
    ("mka", "mka", "-c:a flac"), ("webm", "webm", "-c:a libvorbis"),
    ("wav", "wav", "-c:a adpcm_ms"), ("aiff", "aiff", "-c:a pcm_s24be -write_id3v2 1"),
    ("mp3", "mp3", "-c:a libmp3lame -id3v2_version 3 -write_id3v1 1"),
    ("spx", "spx", "-c:a libspeex -ar 16000"),
  ]

  private static func encoded(in folder: TemporaryDirectory) -> [SeedFile] {
    let source = folder.appending("source.wav")
    AudioFileWriter.write(planes, sampleRate: sampleRate, to: source, as: .wav16)
    return encodings.enumerated().compactMap { number, encoding in
      let path = folder.appending("encoded.\(number).\(encoding.ending)")
      let command = """
        ffmpeg -nostdin -v quiet -y -i "$0" -bitexact \(encoding.arguments) \
          -metadata title=Title -metadata artist=Artist -metadata TBPM=128 -metadata INITIALKEY=8A \
          "$1" </dev/null >/dev/null 2>&1
        """
      guard Shell.run(command, source, path) else { return nil }
      return SeedFile(
        format: encoding.format, name: encoding.arguments,
        bytes: TemporaryDirectory.contents(of: path))
    }
  }
}
