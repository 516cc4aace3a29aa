import TestSupport
import Testing

@testable import Decoders

/// What headers and wrappings of MP3 files say, rightly or not, about the timeline.
@Suite struct MPEGTimelineTests {
  private let folder = TemporaryDirectory()

  @Test("a Xing header without counts still trims; one with other flags is found")
  func sparseHeader() throws {
    let bytes = Fixture.bytes("clicks_cbr.mp3")
    let mark = try #require(place(of: "Info", in: bytes))
    let usual = try DecodedFile(Fixture.path("clicks_cbr.mp3"))
    #expect(bytes[mark + 7] == 0x0F)
    let lame = Array(bytes[(mark + 120)..<(mark + 156)])
    for flags in [UInt8(1), 0, 4] {
      var sparse = bytes
      var fields: [UInt8] = flags & 1 != 0 ? Array(bytes[(mark + 8)..<(mark + 12)]) : []
      if flags & 4 != 0 { fields += [UInt8](repeating: 1, count: 100) }
      sparse[mark + 7] = flags
      let rest = fields + lame
      sparse.replaceSubrange(mark + 8..<mark + 8 + rest.count, with: rest)
      let file = try DecodedFile(folder.write(sparse, to: "a.mp3"))
      #expect(file.planes == usual.planes)
      #expect(file.report.trimSource == .lameTag)
      #expect(file.report.claimedFrameCount == (flags & 1 != 0 ? 44_100 : nil))
    }
  }

  @Test("a VBRI header gives the length, and its own frame is no music")
  func vbri() throws {
    let bytes = Fixture.bytes("clicks_no_header.mp3")
    let first = try #require(MPEGFrameHeader(bytes, at: 0))
    let length = try #require(first.length)
    let plain = try DecodedFile(Fixture.path("clicks_no_header.mp3"))
    let rawFrames = (plain.frameCount + 1105) / 1152
    for claimed in [rawFrames, rawFrames + 1] {
      var header = Array(bytes[..<4]) + [UInt8](repeating: 0, count: length - 4)
      let body =
        Array("VBRI".utf8) + [0, 1, 0, 0, 0, 75] + littleEndian(bytes.count, 4).reversed()
        + littleEndian(claimed, 4).reversed()
      header.replaceSubrange(36..<36 + body.count, with: body)
      let file = try DecodedFile(folder.write(header + bytes, to: "a.mp3"))
      #expect(file.planes == plain.planes)
      #expect(file.report.claimedFrameCount == claimed * 1152 - 1105)
      #expect(!file.report.isTruncated)
      #expect(file.report.warnings.isEmpty)
      ClickTrack.second.expect(in: file)
    }
  }

  @Test("frames that claim another rate of bits make no other length")
  func variableRateWithoutHeader() throws {
    let bytes = Fixture.bytes("clicks_vbr.mp3")
    let length = try #require(MPEGFrameHeader(bytes, at: 0)?.length)
    let file = try DecodedFile(folder.write(Array(bytes[length...]), to: "a.mp3"))
    #expect(file.frameCount >= 44_100 && file.frameCount < 44_100 + 2 * 1152)
    #expect(file.report.claimedFrameCount == nil)
    ClickTrack.second.expect(in: file)
  }

  @Test("delay and padding in a comment of iTunes are believed, when there is no LAME part")
  func iTunes() throws {
    let bytes = Fixture.bytes("clicks_no_header.mp3")
    let plain = try DecodedFile(Fixture.path("clicks_no_header.mp3"))
    let padding = plain.frameCount - 44_100 + 529
    let numbers = [0, 576, padding, 44_100].map { number in
      let digits = String(number, radix: 16, uppercase: true)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }
    let text = " " + numbers.joined(separator: " ")
    let latin: [UInt8] = [0] + Array("eng".utf8) + Array("iTunSMPB".utf8) + [0] + Array(text.utf8)
    let wide =
      [1] + Array("eng".utf8)
      + ([0xFEFF] + "iTunSMPB".utf16 + [0, 0xFEFF] + text.utf16).flatMap { littleEndian($0, 2) }
    for body in [latin, wide] {
      let frame = Array("COMM".utf8) + littleEndian(body.count, 4).reversed() + [0, 0] + body
      let size = [0, 0, UInt8(frame.count >> 7), UInt8(frame.count & 0x7F)]
      let tag = Array("ID3".utf8) + [3, 0, 0] + size + frame
      let file = try DecodedFile(folder.write(tag + bytes, to: "a.mp3"))
      #expect(file.report.trimSource == .iTunSMPB)
      #expect(file.report.trimmedHead == 1105)
      #expect(file.frameCount == 44_100)
      #expect(file.planes[0] == Array(plain.planes[0][..<44_100]))
    }
  }

  @Test("MP3 in a RIFF wave file is decoded as MP3", arguments: [0x50, 0x55])
  func wrapped(coding: Int) throws {
    let mp3 = Fixture.bytes("clicks_vbr.mp3")
    let format =
      littleEndian(coding, 2) + littleEndian(1, 2) + littleEndian(44_100, 4)
      + littleEndian(8000, 4) + littleEndian(1, 2) + littleEndian(0, 2) + littleEndian(12, 2)
      + [UInt8](repeating: 0, count: 12)
    let path = folder.write(riff(format: format, data: mp3), to: "a.wav")
    let file = try DecodedFile(path)
    #expect(file.report.decoder == "libmpg123")
    #expect(file.planes == (try DecodedFile(Fixture.path("clicks_vbr.mp3"))).planes)
    #expect(file.report.warnings.isEmpty)
    // It is tagged as what is around it, not as what is in it.
    let asset = AudioAsset(path: path)
    let hash = try asset.payloadHash()
    var changes = TagChanges()
    changes.set(.beatsPerMinute, to: "127.5")
    _ = try asset.writeTags(changes)
    #expect(TemporaryDirectory.contents(of: path).starts(with: Array("RIFF".utf8)))
    #expect(asset.tags().beatsPerMinute == 127.5)
    #expect(try asset.payloadHash() == hash)
    #expect(try DecodedFile(path).planes == file.planes)
  }

  @Test("tags between frames are stepped over, and are no damage")
  func tagsInside() throws {
    let bytes = Fixture.bytes("clicks_cbr.mp3")
    let usual = try DecodedFile(Fixture.path("clicks_cbr.mp3"))
    var place = 0
    for _ in 0..<10 { place += try #require(MPEGFrameHeader(bytes, at: place)?.length) }
    let id3 = Array("ID3".utf8) + [4, 0, 0, 0, 0, 2, 0x10] + [UInt8](repeating: 0x41, count: 272)
    let file = try DecodedFile(
      folder.write(Array(bytes[..<place]) + id3 + Array(bytes[place...]), to: "a.mp3"))
    #expect(file.planes == usual.planes)
    #expect(file.report.corruptFrameCount == 0)
    #expect(file.report.concealedFrameCount == 0)
    // Behind a tag that it does not know the library loses a frame: silence keeps its place.
    let ape =
      Array("APETAGEX".utf8) + littleEndian(2000, 4) + littleEndian(32, 4) + littleEndian(0, 4)
      + littleEndian(1 << 31 | 1 << 29, 4) + [UInt8](repeating: 0, count: 8)
    let other = try DecodedFile(
      folder.write(Array(bytes[..<place]) + ape + Array(bytes[place...]), to: "b.mp3"))
    #expect(other.frameCount == 44_100)
    #expect(other.report.concealedFrameCount == 1152)
    ClickTrack.second.expect(in: other)
  }

  @Test("free format, whose frames do not tell their length, is decoded")
  func freeFormat() throws {
    let file = try DecodedFile(Fixture.path("clicks_free.mp3"))
    #expect(file.frameCount >= 44_100 && file.frameCount < 44_100 + 2 * 1152)
    #expect(file.report.corruptFrameCount == 0)
    ClickTrack.second.expect(in: file)
  }

  @Test("a frame full of noise does no harm beyond its place and its neighbours'")
  func noise() throws {
    var bytes = Fixture.bytes("clicks_cbr.mp3")
    let usual = try DecodedFile(Fixture.path("clicks_cbr.mp3"))
    var place = 0
    for _ in 0..<12 { place += try #require(MPEGFrameHeader(bytes, at: place)?.length) }
    var generator = SeededGenerator(seed: 2)
    for index in place + 4..<place + 200 { bytes[index] = .random(in: 0...255, using: &generator) }
    let file = try DecodedFile(folder.write(bytes, to: "a.mp3"))
    #expect(file.frameCount == 44_100)
    for (range, name) in [(0..<9000, "before"), (22_000..<44_100, "behind")] {
      let difference = range.reduce(0) { max($0, abs(file.planes[0][$1] - usual.planes[0][$1])) }
      #expect(difference < 1e-5, "\(name)")
    }
  }

  private func place(of text: String, in bytes: [UInt8]) -> Int? {
    bytes.firstRange(of: Array(text.utf8))?.lowerBound
  }
}
