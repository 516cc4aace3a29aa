import TestSupport
import Testing

@testable import Decoders

@Suite struct DamagedMatroskaTests {
  @Test("a file whose tracks cannot be found is known by all its bytes")
  func noTracks() throws {
    let first = try hash(ofContent: [UInt8](repeating: 7, count: 100))
    let second = try hash(ofContent: [UInt8](repeating: 8, count: 100))
    #expect(first != second)
    #expect(try hash(ofContent: [UInt8](repeating: 7, count: 100)) == first)
  }

  /// Behind an EBML header that names the document's type.
  private func hash(ofContent content: [UInt8]) throws -> PayloadHash {
    let header: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3, 0x87, 0x42, 0x82, 0x84] + Array("webm".utf8)
    let folder = TemporaryDirectory()
    return try AudioAsset(path: folder.write(header + content, to: "damaged.webm")).payloadHash()
  }
}
