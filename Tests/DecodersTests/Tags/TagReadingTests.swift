import TestSupport
import Testing

@testable import Decoders

@Suite struct TagReadingTests {
  private let folder = TemporaryDirectory()

  /// Files of every container that tags are written to, made from fixtures or by hand.
  static let containers = [
    "clicks_cbr.mp3", "clicks.flac", "clicks.oga", "clicks.ogg", "clicks.opus", "wav", "aiff",
  ]

  @Test("AIFF's own text chunks are read where no ID3 chunk says more")
  func aiffText() {
    let path = folder.appending("text.aiff")
    AudioFileWriter.write(
      [[0, 0.1, 0.2]], sampleRate: 44_100, to: path, as: .aiff,
      tags: .init(title: "Stairs", artist: "Row"))
    let tags = AudioAsset(path: path).tags()
    #expect(tags.title == "Stairs")
    #expect(tags.artist == "Row")
  }

  @Test("every field comes back from every container", arguments: containers)
  func fields(container: String) throws {
    let path = try copy(container, to: "odd name.xyz")
    for (name, value) in [
      ("TITLE", "Ünï 名前 🎵"), ("ARTIST", "A & B"), ("ALBUM", "Album"), ("ALBUMARTIST", "Various"),
      ("GENRE", "Techno"), ("DATE", "2011-02-03"), ("TRACKNUMBER", "3/12"), ("DISCNUMBER", "2/2"),
      ("BPM", "127.96"), ("INITIALKEY", "8A"), ("REPLAYGAIN_TRACK_GAIN", "-7.31 dB"),
      ("REPLAYGAIN_TRACK_PEAK", "1.034512"), ("REPLAYGAIN_ALBUM_GAIN", "-6,5"),
      ("REPLAYGAIN_ALBUM_PEAK", "0.99"),
    ] {
      try write(name, value, to: path)
    }
    let tags = AudioAsset(path: path).tags()
    #expect(tags.title == "Ünï 名前 🎵")
    #expect(tags.artist == "A & B")
    #expect(tags.album == "Album")
    #expect(tags.albumArtist == "Various")
    #expect(tags.genre == "Techno")
    #expect(tags.year == 2011)
    #expect(tags.trackNumber == 3)
    #expect(tags.discNumber == 2)
    #expect(tags.beatsPerMinute == 127.96)
    #expect(tags.key == "8A")
    #expect(tags.replayGainTrackGainDB == -7.31)
    #expect(tags.replayGainTrackPeak == 1.034512)
    #expect(tags.replayGainAlbumGainDB == -6.5)
    #expect(tags.replayGainAlbumPeak == 0.99)
    #expect(tags.r128TrackGainDB == nil)
  }

  @Test("Opus gains are read in dB")
  func r128() throws {
    let path = try copy("clicks.opus", to: "a.opus")
    try write("R128_TRACK_GAIN", "-1024", to: path)
    try write("R128_ALBUM_GAIN", "128", to: path)
    let tags = AudioAsset(path: path).tags()
    #expect(tags.r128TrackGainDB == -4)
    #expect(tags.r128AlbumGainDB == 0.5)
  }

  @Test("a file without tags, without audio or without itself has empty tags")
  func absent() {
    #expect(AudioAsset(path: Fixture.path("clicks_no_header.mp3")).tags() == Tags())
    #expect(AudioAsset(path: Fixture.path("picture.mp3")).tags() == Tags())
    #expect(AudioAsset(path: folder.appending("nothing")).tags() == Tags())
    #expect(AudioAsset(path: folder.path).tags() == Tags())
  }

  @Test("broken UTF-16, zero bytes, a frame twice and an empty frame harm no other field")
  func brokenText() {
    func frame(_ id: String, _ body: [UInt8]) -> [UInt8] {
      Array(id.utf8) + littleEndian(body.count, 4).reversed() + [0, 0] + body
    }
    let frames =
      frame("TIT2", [1, 0xFF, 0xFE, 0x41, 0, 0x3D, 0xD8, 0x42, 0])
      + frame("TPE1", [0] + Array("Ab\0\0".utf8)) + frame("TBPM", [0] + Array("128,00".utf8))
      + frame("TBPM", [0] + Array("99".utf8)) + frame("TKEY", [0])
    let size = frames.count
    let header = Array("ID3".utf8) + [3, 0, 0, 0, 0, UInt8(size >> 7), UInt8(size & 0x7F)]
    let path = folder.write(header + frames + Fixture.bytes("clicks_cbr.mp3"), to: "a.mp3")
    let tags = AudioAsset(path: path).tags()
    #expect(tags.artist == "Ab")
    #expect(tags.beatsPerMinute == 128)
    #expect(tags.key == nil)
  }

  @Test("the first spelling of a property that has a value is taken")
  func spellings() {
    let tags = Tags(
      TagProperties([
        "BPM": ["", "  "], "TEMPO": ["120"], "KEY": ["Fis-Moll"], "YEAR": ["1977"],
        "ALBUM ARTIST": ["X"],
      ]))
    #expect(tags.beatsPerMinute == 120)
    #expect(tags.key == "Fis-Moll")
    #expect(tags.year == 1977)
    #expect(tags.albumArtist == "X")
  }

  private func copy(_ container: String, to name: String) throws -> FilePath {
    let path = folder.appending(name)
    switch container {
    case "wav", "aiff":
      let kind: AudioFileWriter.Kind = container == "wav" ? .wav16 : .aiff
      AudioFileWriter.write([[0, 0.5, 0]], sampleRate: 8000, to: path, as: kind)
      return path
    default: return folder.write(Fixture.bytes(container), to: path)
    }
  }

  private func write(_ name: String, _ value: String, to path: FilePath) throws {
    #expect(try setTag(name, to: value, of: path))
  }
}
