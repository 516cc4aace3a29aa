import TestSupport
import Testing

@testable import Decoders

@Suite struct TagEnvelopeTests {
  private let folder = TemporaryDirectory()
  private let music = [UInt8](repeating: 0x55, count: 500)

  @Test("tags before and behind are stepped over, in any order")
  func stacks() throws {
    let id3v1 = Array("TAG".utf8) + [UInt8](repeating: 0, count: 125)
    let ape = ape(itemLength: 40)
    let lyrics = Array("LYRICSBEGIN".utf8) + Array("INDxx000016LYRICS200".utf8)
    let footer = appendedID3v2(length: 60)
    let heads: [[UInt8]] = [[], id3v2(length: 200), id3v2(length: 64) + id3v2(length: 99), ape]
    let tails: [[UInt8]] = [
      [], id3v1, ape, ape + id3v1, lyrics + id3v1, footer, footer + ape + id3v1,
    ]
    for head in heads {
      for tail in tails {
        let path = folder.write(head + music + tail, to: "x")
        let content = try TagEnvelope(file: InputFile(path: path)).content
        #expect(content == head.count..<(head.count + music.count))
      }
    }
  }

  @Test("a tag that claims more than the file is content")
  func lies() throws {
    var tag = id3v2(length: 200)
    tag[7] = 0x7F
    let path = folder.write(tag + music, to: "x")
    #expect(try TagEnvelope(file: InputFile(path: path)).content == 0..<700)
    #expect(TagEnvelope.id3v2Length(Array("ID3".utf8) + [3, 0, 0, 0x80, 0, 0, 0]) == nil)
  }

  private func ape(itemLength: Int) -> [UInt8] {
    func frame(isHeader: Bool) -> [UInt8] {
      let flags = UInt32(1) << 31 | (isHeader ? UInt32(1) << 29 : 0)
      return Array("APETAGEX".utf8) + littleEndian(2000, 4) + littleEndian(itemLength + 32, 4)
        + littleEndian(1, 4) + littleEndian(flags, 4) + [UInt8](repeating: 0, count: 8)
    }
    return frame(isHeader: true) + [UInt8](repeating: 7, count: itemLength)
      + frame(isHeader: false)
  }

  private func appendedID3v2(length: Int) -> [UInt8] {
    var tag = id3v2(length: length)
    tag[5] = 0x10
    var footer = Array(tag[..<10])
    footer.replaceSubrange(0..<3, with: Array("3DI".utf8))
    return tag + footer
  }
}
