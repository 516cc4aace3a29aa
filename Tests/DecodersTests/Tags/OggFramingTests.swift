import TestSupport
import Testing

@testable import Decoders

@Suite("How Ogg pages hang together") struct OggFramingTests {
  private let folder = TemporaryDirectory()

  private func framing(_ bytes: [UInt8]) throws -> OggFraming {
    let file = try InputFile(path: folder.write(bytes, to: "a.ogg"))
    return try OggFraming(file: file, content: 0..<file.size)
  }

  @Test(
    "sound files have right checksums and no gap",
    arguments: ["clicks.ogg", "clicks.opus", "clicks.oga", "chained.ogg"])
  func sound(name: String) throws {
    let framing = try framing(Fixture.bytes(name))
    #expect(framing.damagedPageCount == 0)
    #expect(framing.gapCount == 0)
  }

  @Test("a changed byte, a lost page and a moved granule are seen")
  func damage() throws {
    let bytes = Fixture.bytes("clicks.ogg")
    let pages = bytes.indices.filter { bytes.hasText("OggS", at: $0) }
    try #require(pages.count > 2)
    let whole = try framing(bytes)
    var flipped = bytes
    flipped[bytes.count - 1] ^= 1
    #expect(try framing(flipped).damagedPageCount == 1)
    #expect(try framing(flipped).timeline == whole.timeline)
    let lost = Array(bytes[..<pages[1]] + bytes[pages[2]...])
    #expect(try framing(lost).gapCount == 1)
    var moved = bytes
    moved[pages[pages.count - 1] + 6] ^= 1
    #expect(try framing(moved).timeline != whole.timeline)
  }

  @Test(
    "a long comment moves pages, and they still hang together",
    arguments: [TagSample.vorbis, .opus, .oggFLAC, .speex])
  func moved(sample: TagSample) throws {
    let path = sample.copy(to: folder)
    let before = try framing(TemporaryDirectory.contents(of: path))
    #expect(try setTag("COMMENT", to: String(repeating: "long ", count: 30_000), of: path))
    #expect(try framing(TemporaryDirectory.contents(of: path)) == before)
  }
}
