import TestSupport
import Testing

@testable import Decoders

@Suite("ID3v2 tags, frame by frame") struct ID3v2TagTests {
  private let folder = TemporaryDirectory()

  /// Frames that programs leave in files: cp1251 in a Latin-1 frame, a picture, one of another
  /// version, one that nobody knows, a comment of the same kind as Sound Check's.
  private static func frames(_ version: UInt8) -> [[UInt8]] {
    let names =
      version == 2
      ? ["TT2", "PIC", "TSP", "XYZ", "COM"] : ["TIT2", "APIC", "TSOP", "XXXX", "COMM"]
    let picture = Array("image/png\0".utf8) + [3, 0] + (0..<200).map { UInt8($0) }
    let bodies: [[UInt8]] = [
      [0, 0xCF, 0xF0, 0xE8], [0] + picture, [1, 0xFF, 0xFE, 0x41, 0], [0xFE, 0, 0xFF, 0xE0, 0xFF],
      [0] + Array("eng\0a comment".utf8),
    ]
    return zip(names, bodies).map { ID3Bytes.frame($0, $1, version: version) }
  }

  @Test(
    "one frame is added, the others stay byte for byte, and so does the version",
    arguments: [2, 3, 4] as [UInt8])
  func versions(version: UInt8) throws {
    let frames = Self.frames(version)
    let tag = ID3Bytes.tag(frames.flatMap(\.self), version: version, padding: 300)
    let music = Fixture.bytes("clicks_cbr.mp3")
    let path = folder.write(tag + music, to: "a.mp3")
    let asset = AudioAsset(path: path)
    let previous = try asset.writeTags(TagSample.mp3.changes)
    let new = TemporaryDirectory.contents(of: path)
    // The padding gives the room: nothing moves.
    #expect(new.count == tag.count + music.count)
    #expect(new[3] == version)
    let read = try ID3v2Tag(parsing: Array(new[..<tag.count]))
    #expect(Array(read.pieces.prefix(frames.count)) == frames)
    #expect(read.frames.count == frames.count + 7)
    #expect(asset.tags().replayGainTrackGainDB == -6.52)
    #expect(asset.tags().beatsPerMinute == 127.96)
    try asset.restoreTags(previous, over: TagSample.mp3.changes)
    #expect(TemporaryDirectory.contents(of: path) == tag + music)
  }

  @Test("a tag without room grows, and shrinks back", arguments: [2, 3, 4] as [UInt8])
  func growth(version: UInt8) throws {
    let tag = ID3Bytes.tag(Self.frames(version).flatMap(\.self), version: version)
    let music = Fixture.bytes("clicks_cbr.mp3")
    let path = folder.write(tag + music, to: "a.mp3")
    let previous = try AudioAsset(path: path).writeTags(TagSample.mp3.changes)
    #expect(TemporaryDirectory.contents(of: path).suffix(music.count) == music[...])
    try AudioAsset(path: path).restoreTags(previous, over: TagSample.mp3.changes)
    #expect(TemporaryDirectory.contents(of: path) == tag + music)
  }

  @Test("ID3v1 and APEv2 behind the music stay as they are")
  func tail() throws {
    let tail = Array("TAG".utf8) + [UInt8](repeating: 0xC4, count: 125)
    let path = folder.write(Fixture.bytes("clicks_cbr.mp3") + tail, to: "a.mp3")
    _ = try AudioAsset(path: path).writeTags(TagSample.mp3.changes)
    #expect(TemporaryDirectory.contents(of: path).suffix(128) == tail[...])
  }

  @Test("a frame that is replaced keeps its place, and doubles go", arguments: [0, 40])
  func replaced(padding: Int) throws {
    func text(_ id: String, _ text: String) -> [UInt8] {
      ID3Bytes.frame(id, [0] + Array(text.utf8))
    }
    func described(_ name: String, _ value: String) -> [UInt8] {
      text("TXXX", name + "\0" + value)
    }
    let wide: [UInt8] = [1] + Array("replaygain_track_gain").flatMap { [$0.asciiValue ?? 0, 0] }
    let frames = [
      text("TBPM", "120"), described("replaygain_track_gain", "-1 dB"), text("TIT2", "x"),
      text("TKEY", "C"), text("TKEY", "D"),
      ID3Bytes.frame("TXXX", [1, 0xFF, 0xFE] + wide.dropFirst() + [0, 0, 0xFF, 0xFE, 0x39, 0]),
      described("OTHER", "y"),
    ]
    let bytes =
      ID3Bytes.tag(frames.flatMap(\.self), padding: padding) + Fixture.bytes("clicks_cbr.mp3")
    let path = folder.write(bytes, to: "a.mp3")
    var changes = TagChanges()
    changes.set(.replayGainTrackGain, to: "-2.00 dB")
    changes.set(.beatsPerMinute, to: nil)
    changes.set(.initialKey, to: "8A")
    let asset = AudioAsset(path: path)
    let previous = try asset.writeTags(changes)
    #expect(previous.values[.replayGainTrackGain] == ["-1 dB", "9"])
    #expect(previous.values[.initialKey] == ["C", "D"])
    #expect(previous.values[.beatsPerMinute] == ["120"])
    let place = try #require(
      try ID3v2Place(file: InputFile(path: path), probe: FormatProbe(file: InputFile(path: path))))
    let read = try ID3v2Tag(parsing: place.bytes)
    #expect(read.frames.map(\.id) == ["TXXX", "TIT2", "TKEY", "TXXX"])
    #expect(read.values(of: .replayGainTrackGain) == ["-2.00 dB"])
    try asset.restoreTags(previous, over: changes)
    #expect(TemporaryDirectory.contents(of: path) == bytes)
  }

  @Test("unsynchronised tags are read and written as such", arguments: [2, 3] as [UInt8])
  func unsynchronised(version: UInt8) throws {
    let body = ID3v2Tag.unsynchronised(Self.frames(version).flatMap(\.self) + [0xFF].map { _ in 0 })
    let tag = ID3Bytes.tag(body, version: version, flags: 0x80)
    let path = folder.write(tag + Fixture.bytes("clicks_cbr.mp3"), to: "a.mp3")
    let asset = AudioAsset(path: path)
    let previous = try asset.writeTags(TagSample.mp3.changes)
    #expect(asset.tags().replayGainTrackPeak == 1.034512)
    let flags = TemporaryDirectory.contents(of: path)[5]
    #expect(flags == 0x80)
    try asset.restoreTags(previous, over: TagSample.mp3.changes)
    #expect(TemporaryDirectory.contents(of: path) == tag + Fixture.bytes("clicks_cbr.mp3"))
  }

  @Test("unsynchronising is undone by synchronising")
  func synchronisation() {
    for bytes: [UInt8] in [
      [0xFF], [0xFF, 0], [0xFF, 0xE0], [0xFF, 0xFF, 0xFF], [1, 0xFF, 0x10], [],
    ] {
      let coded = ID3v2Tag.unsynchronised(bytes)
      #expect(ID3v2Tag.synchronised(coded) == bytes)
      #expect(!zip(coded, coded.dropFirst()).contains { $0 == 0xFF && $1 >= 0xE0 })
    }
  }

  @Test("plain sizes in a tag of version 2.4, as iTunes wrote them, are understood")
  func plainSizes() throws {
    let body = [0] + [UInt8](repeating: 0x41, count: 200)
    let frame = Array("TIT2".utf8) + ID3v2Tag.bigEndian(body.count, width: 4) + [0, 0] + body
    let next = ID3Bytes.frame("TKEY", [0, 0x41, 0x6D], version: 4)
    let tag = try ID3v2Tag(parsing: ID3Bytes.tag(frame + next, version: 4, padding: 10))
    #expect(tag.frames.map(\.bytes) == [frame, next])
    #expect(tag.values(of: .initialKey) == ["Am"])
  }

  @Test("an extended header stays, and the padding that it names is kept up to date")
  func extendedHeader() throws {
    let header = ID3v2Tag.bigEndian(6, width: 4) + [0, 0] + ID3v2Tag.bigEndian(50, width: 4)
    let frame = ID3Bytes.frame("TIT2", [0, 0x41])
    let bytes = ID3Bytes.tag(header + frame, flags: 0x40, padding: 50)
    var tag = try ID3v2Tag(parsing: bytes)
    tag.set(.initialKey, to: "8A")
    let new = try tag.rendered(length: tag.length)
    #expect(new.count == bytes.count)
    #expect(new.bigEndian32(at: 16) == 50 - 13)
  }

  @Test(
    "a tag that could not be put together again is left alone",
    arguments: [
      // A size beyond the file, an unknown version, a checksum.
      [0x49, 0x44, 0x33, 5, 0, 0, 0, 0, 0, 0],
      Array("ID3".utf8) + [2, 0, 0x40, 0, 0, 0, 1, 0],
      Array("ID3".utf8) + [3, 0, 0x40, 0, 0, 0, 14, 0, 0, 0, 10, 0x80, 0, 0, 0, 0, 0, 1, 2, 3, 4],
      // Unsynchronised in a way that it would not be again.
      Array("ID3".utf8) + [3, 0, 0x80, 0, 0, 0, 3, 0xFF, 0, 0x10],
    ] as [[UInt8]])
  func refused(bytes: [UInt8]) {
    #expect(throws: TagWritingError.self) { try ID3v2Tag(parsing: bytes) }
  }
}
