import TestSupport
import Testing

@testable import Decoders

@Suite struct PayloadHashTests {
  private let folder = TemporaryDirectory()

  @Test(
    "retagging and renaming keep the hash",
    arguments: [.mp3, .flac, .oggFLAC, .vorbis, .opus, .wave, .aiff] as [TagSample])
  func retagging(sample: TagSample) throws {
    let path = sample.copy(to: folder, named: "a")
    let before = try hash(path)
    let size = TemporaryDirectory.contents(of: path).count
    #expect(try setTag("TITLE", to: "Title", of: path))
    // Longer than a page of Ogg and than any padding.
    #expect(try setTag("COMMENT", to: String(repeating: "long ", count: 30_000), of: path))
    #expect(TemporaryDirectory.contents(of: path).count > size + 100_000)
    #expect(try hash(path) == before)
    #expect(try hash(folder.write(TemporaryDirectory.contents(of: path), to: "b.x")) == before)
    #expect(try setTag("COMMENT", to: "", of: path))
    #expect(try hash(path) == before)
  }

  @Test("a picture in FLAC and tags around an MP3 keep the hash")
  func pictures() throws {
    let flac = Fixture.bytes("clicks.flac")
    // Behind STREAMINFO (4 + 4 + 34 bytes): a PICTURE block of 100 bytes.
    let picture: [UInt8] = [6, 0, 0, 100] + [UInt8](repeating: 0, count: 100)
    try expectSame(flac, Array(flac[..<42]) + picture + Array(flac[42...]))

    let mp3 = Fixture.bytes("clicks_cbr.mp3")
    let id3v1 = Array("TAG".utf8) + [UInt8](repeating: 0x20, count: 125)
    try expectSame(mp3, id3v2(length: 5000) + mp3)
    try expectSame(mp3, mp3 + id3v1)
    try expectSame(mp3, id3v2(length: 77) + mp3 + id3v1)
  }

  @Test("chunks around the audio of a wave file keep the hash")
  func chunks() throws {
    let data = [UInt8](0..<100)
    let plain = wave(data: data)
    let format = Array(plain[20..<36])
    let list = Array("LIST".utf8) + littleEndian(6, 4) + Array("INFOxx".utf8)
    let body =
      Array("WAVE".utf8) + list + Array("fmt ".utf8) + littleEndian(16, 4) + format + list
      + Array("data".utf8) + littleEndian(100, 4) + data + list
    try expectSame(plain, Array("RIFF".utf8) + littleEndian(body.count, 4) + body)
    #expect(try hash(plain) != hash(wave(rate: 8001, data: data)))
    #expect(try hash(plain) != hash(wave(data: data.reversed())))
  }

  @Test("different audio has a different hash, and so has a truncated copy")
  func difference() throws {
    var seen: Set<PayloadHash> = []
    for name in Fixture.names {
      let bytes = Fixture.bytes(name)
      seen.insert(try hash(bytes))
      seen.insert(try hash(Array(bytes.dropLast(300))))
      var flipped = bytes
      flipped[bytes.count - 100] ^= 1
      // FLAC's MD5 speaks for the audio that was encoded, not for a bit that fell over.
      if !name.hasSuffix("flac") { seen.insert(try hash(flipped)) }
    }
    #expect(seen.count == 3 * Fixture.names.count - 2)
  }

  @Test("FLAC without an MD5 is known by its frames")
  func withoutMD5() throws {
    var bytes = Fixture.bytes("clicks.flac")
    bytes.replaceSubrange(26..<42, with: [UInt8](repeating: 0, count: 16))
    var flipped = bytes
    flipped[bytes.count - 100] ^= 1
    #expect(try hash(bytes) != hash(Fixture.bytes("clicks.flac")))
    #expect(try hash(bytes) != hash(flipped))
    let picture: [UInt8] = [6, 0, 0, 9] + [UInt8](repeating: 0, count: 9)
    try expectSame(bytes, Array(bytes[..<42]) + picture + Array(bytes[42...]))
  }

  @Test("the hash is XXH3-128, written most significant byte first")
  func vector() throws {
    // XXH3_128bits of no bytes with seed 0, from the XXH3 specification's sanity checks.
    let hasher = try XXH3Hasher(marker: "")
    #expect(hasher.finish().hexText == "99aa06d3014798d86001c324468d497f")
    #expect(PayloadHash(bytes: [1]) == nil)
  }

  @Test("a file that is no audio has no hash")
  func refusals() {
    #expect(throws: DecodingError.self) { try hash(Fixture.path("picture.mp3")) }
    #expect(throws: DecodingError.empty) { try hash(folder.write([], to: "zero")) }
  }

  private func expectSame(_ first: [UInt8], _ second: [UInt8]) throws {
    #expect(try hash(first) == hash(second))
  }

  private func hash(_ bytes: [UInt8]) throws -> PayloadHash {
    try hash(folder.write(bytes, to: "hashed"))
  }

  private func hash(_ path: FilePath) throws -> PayloadHash {
    try AudioAsset(path: path).payloadHash()
  }
}
