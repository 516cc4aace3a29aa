import TestSupport
import Testing

@testable import Decoders

@Suite struct TagReadingTests {
  private let folder = TemporaryDirectory()

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

  @Test(
    "every field comes back from every container",
    // TagLib writes to neither of the first two, and to WMA not all of these.
    arguments: TagSample.allCases.filter { ![.dsf, .bigWave, .wma].contains($0) })
  func fields(sample: TagSample) throws {
    let path = sample.copy(to: folder)
    for (name, value) in [
      ("TITLE", "Ünï 名前 🎵"), ("ARTIST", "A & B"), ("ALBUM", "Album"), ("ALBUMARTIST", "Various"),
      ("GENRE", "Techno"), ("DATE", "2011-02-03"), ("TRACKNUMBER", "3/12"), ("DISCNUMBER", "2/2"),
      ("COMPOSER", "Комп"), ("COMMENT", "No comment"), ("COMPILATION", "1"),
      ("ISRC", "DEUM71100001"), ("MUSICBRAINZ_TRACKID", "b9ad642e-b012-41c7-b72a-42cf4911f9ff"),
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
    #expect(tags.date == "2011-02-03")
    #expect(tags.year == 2011)
    #expect(tags.trackNumber == 3)
    #expect(tags.discNumber == 2)
    #expect(tags.composer == "Комп")
    #expect(tags.comment == "No comment")
    #expect(tags.isCompilation == true)
    #expect(tags.isrc == "DEUM71100001")
    #expect(tags.musicBrainzRecordingID == "b9ad642e-b012-41c7-b72a-42cf4911f9ff")
    // MP4's own atom for the tempo holds whole numbers.
    let isMP4 = [.m4a, .m4aFastStart, .alac].contains(sample)
    #expect(tags.beatsPerMinute == (isMP4 ? 127 : 127.96))
    #expect(tags.notes.isEmpty)
    #expect(tags.eightBitTexts.isEmpty)
    // TagLib makes no atoms of names that it does not know; the tests of writing have them.
    guard !isMP4 else { return }
    #expect(tags.key == "8A")
    #expect(tags.replayGainTrackGainDB == -7.31)
    #expect(tags.replayGainTrackPeak == 1.034512)
    #expect(tags.replayGainAlbumGainDB == -6.5)
    #expect(tags.replayGainAlbumPeak == 0.99)
    #expect(tags.replayGainReference == .unknown)
    #expect(tags.r128TrackGainDB == nil)
  }

  @Test("Opus gains are read in dB")
  func r128() throws {
    let path = TagSample.opus.copy(to: folder)
    try write("R128_TRACK_GAIN", "-1024", to: path)
    try write("R128_ALBUM_GAIN", "128", to: path)
    let tags = AudioAsset(path: path).tags()
    #expect(tags.r128TrackGainDB == -4)
    #expect(tags.r128AlbumGainDB == 0.5)
    #expect(tags.opusHeaderGainDB == 0)
    #expect(tags.replayGainReference == nil)
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
    let frames =
      ID3Bytes.frame("TIT2", [1, 0xFF, 0xFE, 0x41, 0, 0x3D, 0xD8, 0x42, 0])
      + ID3Bytes.frame("TPE1", [0] + Array("Ab\0\0".utf8))
      + ID3Bytes.frame("TBPM", [0] + Array("128,00".utf8))
      + ID3Bytes.frame("TBPM", [0] + Array("99".utf8)) + ID3Bytes.frame("TKEY", [0])
    let path = folder.write(ID3Bytes.tag(frames) + Fixture.bytes("clicks_cbr.mp3"), to: "a.mp3")
    let tags = AudioAsset(path: path).tags()
    #expect(tags.artist == "Ab")
    #expect(tags.beatsPerMinute == 128)
    #expect(tags.key == nil)
  }

  @Test("of several tags each property is taken from the best that has it")
  func severalTags() throws {
    // mp3gain writes its gains to an APEv2 tag beside ID3v2; ID3v1 cuts after 30 letters.
    let id3v1 =
      Array("TAG".utf8) + Array("A title of thirty letters only".utf8)
      + Array("Old".utf8) + [UInt8](repeating: 0, count: 27 + 30 + 4 + 30) + [17]
    let item =
      [13, 0, 0, 0, 0, 0, 0, 0] + Array("REPLAYGAIN_TRACK_GAIN\0-3.250000 dB".utf8).map { $0 }
    let size = littleEndian(item.count + 32, 4)
    let apeEnd = Array("APETAGEX".utf8) + littleEndian(2000, 4) + size + littleEndian(1, 4)
    let ape = item + apeEnd + [UInt8](repeating: 0, count: 12)
    let id3v2 = ID3Bytes.tag(
      ID3Bytes.frame("TIT2", [0] + Array("A title of more than thirty letters".utf8)))
    let path = folder.write(id3v2 + Fixture.bytes("clicks_cbr.mp3") + ape + id3v1, to: "a.mp3")
    let tags = AudioAsset(path: path).tags()
    #expect(tags.title == "A title of more than thirty letters")
    #expect(tags.artist == "Old")
    #expect(tags.genre == "Rock")
    #expect(tags.replayGainTrackGainDB == -3.25)
  }

  @Test("what is odd about values is noted, and they are taken for absent or put right")
  func notes() {
    let tags = Tags(
      TagProperties([
        "BPM": ["14525"], "INITIALKEY": ["o"],
        "REPLAYGAIN_TRACK_GAIN": ["-305455684738429568.00 dB"],
        "REPLAYGAIN_TRACK_PEAK": ["loud"], "R128_TRACK_GAIN": ["-3.2 dB"],
        "R128_ALBUM_GAIN": ["99999"], "ITUNNORM": ["00 11"],
      ]))
    #expect(tags.beatsPerMinute == 145.25)
    #expect(tags.taggedKey == .offKey)
    #expect(tags.replayGainTrackGainDB == nil)
    #expect(tags.r128TrackGainDB == nil)
    #expect(tags.soundCheckGainDB == nil)
    #expect(
      tags.notes.map(\.problem) == [
        .decimalPointLost, .offKey, .outOfRange, .unreadable, .decibelsInQ78, .outOfRange,
        .unreadable,
      ])
    #expect(tags.notes.map(\.property).first == "BPM")
    #expect(tags.notes.allSatisfy { !$0.description.isEmpty })
    let absent = Tags(TagProperties(["BPM": ["0.00"], "INITIALKEY": [" "]]))
    #expect(absent == Tags())
  }

  @Test(
    "which ReplayGain it is is told from its reference, when there is one",
    arguments: [
      (nil, nil, .unknown), ("89.0 dB", nil, .replayGain1), ("83 dB", nil, .replayGain1),
      ("-18.00 LUFS", nil, .replayGain2), (nil, "ITU-R BS.1770", .replayGain2),
      ("loud", nil, .unknown), ("18", nil, .unknown),
    ] as [(String?, String?, ReplayGainReference)])
  func reference(loudness: String?, algorithm: String?, reference: ReplayGainReference) {
    #expect(ReplayGainReference(loudness: loudness, algorithm: algorithm) == reference)
    var properties = ["REPLAYGAIN_TRACK_GAIN": ["-3 dB"]]
    properties["REPLAYGAIN_REFERENCE_LOUDNESS"] = loudness.map { [$0] }
    properties["REPLAYGAIN_ALGORITHM"] = algorithm.map { [$0] }
    #expect(Tags(TagProperties(properties)).replayGainReference == reference)
  }

  @Test("Sound Check is read from ID3's comment and from MP4's atom")
  func soundCheck() throws {
    let words = " 000007CB 000007CB 000013CC 000013CC 00024CA8 00024CA8 00007FFF 00007FFF 0 0"
    let comment = [0] + Array("engiTunNORM\0".utf8) + Array(words.utf8)
    let path = folder.write(
      ID3Bytes.tag(ID3Bytes.frame("COMM", comment)) + Fixture.bytes("clicks_cbr.mp3"), to: "a.mp3")
    let gain = try #require(AudioAsset(path: path).tags().soundCheckGainDB)
    #expect(abs(gain + 3) < 0.01)
    #expect(AudioAsset(path: path).tags().comment == nil)
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

  private func write(_ name: String, _ value: String, to path: FilePath) throws {
    #expect(try setTag(name, to: value, of: path))
  }
}
