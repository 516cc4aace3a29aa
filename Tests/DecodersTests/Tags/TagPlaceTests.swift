import TestSupport
import Testing

@testable import Decoders

/// Files whose tag stands where none can be, or whose lengths contradict each other: writing to them
/// as they ask would trap, or fill the disk.
@Suite struct TagPlaceTests {
  private let folder = TemporaryDirectory()
  /// An empty ID3v2.3 tag.
  private let tag: [UInt8] = Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, 0]

  @Test("an RF64 file whose tag stands before its lengths is refused and left alone")
  func lengthsBehindTag() throws {
    let format: [UInt8] = [1, 0, 1, 0, 0x40, 0x1F, 0, 0, 0x80, 0x3E, 0, 0, 2, 0, 16, 0]
    let audio = [UInt8](repeating: 1, count: 400)
    var chunks = chunk("id3 ", tag) + chunk("fmt ", format)
    let lengths = littleEndian(4 + chunks.count + 8 + 28 + 8 + audio.count, width: 8)
    chunks += chunk(
      "ds64", lengths + littleEndian(audio.count, width: 8) + [UInt8](repeating: 0, count: 12))
    chunks += chunk("data", audio)
    let file = Array("RF64".utf8) + [0xFF, 0xFF, 0xFF, 0xFF] + Array("WAVE".utf8) + chunks
    expectRefusal(of: file)
  }

  @Test("a DSF file whose header takes its own fields for a tag is refused and left alone")
  func tagInsideHeader() {
    var file = Array("DSD ".utf8) + tag.prefix(8) + [UInt8](repeating: 0, count: 88)
    file.replaceSubrange(12..<20, with: [0, 0] + littleEndian(file.count, width: 6))
    file.replaceSubrange(20..<28, with: littleEndian(4, width: 8))
    expectRefusal(of: file)
  }

  @Test(
    "a WMA file whose header is shorter than its own fields does not grow without end",
    arguments: [0, 10, -1000])
  func shortHeader(length: Int) {
    var file = Fixture.bytes("tags/tone.wma")
    file.replaceSubrange(16..<24, with: littleEndian(length, width: 8))
    expectRefusal(of: file)
  }

  private func expectRefusal(of bytes: [UInt8]) {
    let path = folder.write(bytes, to: "file")
    var changes = TagChanges()
    changes.set(.beatsPerMinute, to: "128")
    #expect(throws: TagWritingError.self) { try AudioAsset(path: path).writeTags(changes) }
    #expect(TemporaryDirectory.contents(of: path) == bytes)
  }

  private func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
    Array(name.utf8) + littleEndian(body.count, width: 4) + body
  }

  private func littleEndian(_ value: Int, width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
