import TestSupport
import Testing

@testable import Decoders

@Suite("FLAC metadata, block by block") struct FLACTagTests {
  private let folder = TemporaryDirectory()

  private static func block(_ type: UInt8, _ body: [UInt8], isLast: Bool = false) -> [UInt8] {
    [type | (isLast ? 0x80 : 0)] + ID3v2Tag.bigEndian(body.count, width: 3) + body
  }

  private static func comment(_ texts: [String]) -> [UInt8] {
    let fields = (["vendor"] + texts).map { littleEndian($0.utf8.count, 4) + Array($0.utf8) }
    return fields[0] + littleEndian(texts.count, 4) + fields.dropFirst().flatMap(\.self)
  }

  private static let streamInfo = [UInt8](repeating: 7, count: 34)
  private static let texts = [
    "Title=x", "replaygain_track_gain=-1 dB", "ARTIST=é", "bpm=1", "BPM=2",
  ]

  /// Blocks in an order that nobody would write them in.
  private static func blocks(padding: Int?) -> [UInt8] {
    block(0, streamInfo) + block(6, [9, 9, 9]) + block(4, comment(texts))
      + (padding.map { block(1, [UInt8](repeating: 0, count: $0)) } ?? [])
      + block(4, comment(["second=1"])) + block(127, [1, 2], isLast: true)
  }

  @Test("comments are replaced in their places, blocks keep theirs, padding gives the room")
  func replaced() throws {
    let bytes = Self.blocks(padding: 100)
    var tag = try FLACTag(parsing: bytes)
    #expect(tag.values(of: .beatsPerMinute) == ["1", "2"])
    var changes = TagChanges()
    changes.set(.replayGainTrackGain, to: "-2.00 dB")
    changes.set(.beatsPerMinute, to: nil)
    changes.set(.initialKey, to: "8A")
    let previous = tag.previous(changes)
    for property in changes.properties { tag.set(property, to: changes[property]) }
    let new = try tag.rendered(length: tag.length)
    let texts = ["Title=x", "replaygain_track_gain=-2.00 dB", "ARTIST=é", "INITIALKEY=8A"]
    #expect(tag.pieces == texts.map { Array($0.utf8) })
    #expect(new.count == bytes.count)
    var read = try FLACTag(parsing: new)
    let isRestored = read.restore(previous, over: changes)
    #expect(isRestored)
    #expect(try read.rendered(length: previous.length) == bytes)
  }

  @Test("without padding the file grows, and shrinks back", arguments: [nil, 0, 3] as [Int?])
  func growth(padding: Int?) throws {
    let bytes = Self.blocks(padding: padding)
    var tag = try FLACTag(parsing: bytes)
    tag.set(.soundCheck, to: String(repeating: "x", count: 50))
    let new = try tag.rendered(length: tag.length)
    #expect(new.count > bytes.count + 1000)
    var read = try FLACTag(parsing: new)
    read.set(.soundCheck, to: nil)
    #expect(try read.rendered(length: bytes.count) == bytes)
  }

  @Test("a file without a comment gets one behind STREAMINFO, and loses it again")
  func absent() throws {
    let bytes = Self.block(0, Self.streamInfo, isLast: true)
    var tag = try FLACTag(parsing: bytes)
    #expect(tag.isAbsent)
    tag.set(.initialKey, to: "8A")
    let new = try tag.rendered(length: tag.length)
    #expect(new[38] & 0x7F == 4)
    let read = try FLACTag(parsing: new)
    #expect(read.values(of: .initialKey) == ["8A"])
    #expect(try read.renderedWithout(length: bytes.count) == bytes)
  }

  @Test("an ID3v2 tag before the stream stays")
  func leadingTag() throws {
    let id3 = ID3Bytes.tag(ID3Bytes.frame("TIT2", [0, 0x41]))
    let bytes = id3 + Fixture.bytes("clicks.flac")
    let path = folder.write(bytes, to: "a.flac")
    let previous = try AudioAsset(path: path).writeTags(TagSample.flac.changes)
    #expect(AudioAsset(path: path).tags().key == "8A")
    #expect(TemporaryDirectory.contents(of: path).starts(with: id3))
    try AudioAsset(path: path).restoreTags(previous, over: TagSample.flac.changes)
    #expect(TemporaryDirectory.contents(of: path) == bytes)
  }

  @Test("metadata that is broken is left alone")
  func broken() {
    let good = Self.blocks(padding: 4)
    for bytes in [[], Array(good.dropLast()), good + [0], Array(good[38...]), [0x80, 0, 0, 9, 1]] {
      #expect(throws: TagWritingError.self) { try FLACTag(parsing: bytes) }
    }
    let lying = Self.block(0, Self.streamInfo) + Self.block(4, [255, 255, 255, 0], isLast: true)
    #expect(throws: TagWritingError.self) { try FLACTag(parsing: lying) }
    let many = Self.comment([]).dropLast(4) + [255, 255, 255, 255]
    let counted = Self.block(0, Self.streamInfo) + Self.block(4, Array(many), isLast: true)
    #expect(throws: TagWritingError.self) { try FLACTag(parsing: counted) }
  }
}
