import TestSupport
import Testing

@testable import Decoders

/// The identity of audio in containers that ffmpeg decodes.
@Suite struct ContainerPayloadTests {
  private let encoding = Encoding()
  private var folder: TemporaryDirectory { encoding.folder }

  static let kinds: [(name: String, options: [String])] = [
    ("a.m4a", ["-c:a", "aac", "-b:a", "96k"]), ("b.m4a", ["-c:a", "alac"]),
    ("a.wma", ["-c:a", "wmav2"]), ("a.wv", ["-c:a", "wavpack"]), ("a.tta", ["-c:a", "tta"]),
    ("a.aac", ["-c:a", "aac", "-b:a", "96k"]), ("a.ac3", ["-c:a", "ac3"]),
    ("a.mka", ["-c:a", "libopus"]), ("a.spx", ["-c:a", "libspeex", "-ar", "16000"]),
  ]

  @Test("other audio has another hash, and so has a truncated copy", arguments: kinds)
  func difference(name: String, options: [String]) throws {
    let clicks = Encoding.clicks(sampleRate: 48_000)
    func hash(_ signal: [Float]) throws -> PayloadHash {
      try AudioAsset(
        path: encoding.encode([signal], sampleRate: 48_000, to: name, options, as: .wav16)
      ).payloadHash()
    }
    let first = try hash(clicks)
    // Encoders write no dates and numbers that would change it.
    #expect(try hash(clicks) == first)
    #expect(try hash(clicks.map { 0.7 * $0 }) != first)
    let bytes = TemporaryDirectory.contents(of: folder.appending(name))
    let place = bytes.count / 2
    let changed = Array(bytes[..<place]) + [bytes[place] ^ 1] + Array(bytes[(place + 1)...])
    #expect(try AudioAsset(path: folder.write(changed, to: "x")).payloadHash() != first)
  }

  @Test("new tags and a picture keep the hash", arguments: kinds)
  func retagging(name: String, options: [String]) throws {
    let clicks = Encoding.clicks(sampleRate: 48_000)
    let path = try encoding.encode(
      [clicks], sampleRate: 48_000, to: name, options, as: .wav16)
    let before = try AudioAsset(path: path).payloadHash()
    let size = TemporaryDirectory.contents(of: path).count
    // TagLib 1.13 writes neither of these.
    guard name != "a.mka", name != "a.aac", name != "a.ac3" else {
      try expectSameInEnvelope(path, before)
      return
    }
    #expect(try setTag("TITLE", to: "Title", of: path))
    #expect(try setTag("COMMENT", to: String(repeating: "long ", count: 30_000), of: path))
    #expect(TemporaryDirectory.contents(of: path).count > size + 100_000)
    #expect(try AudioAsset(path: path).payloadHash() == before)
    #expect(try DecodedFile(path).frameCount > 15_000)
  }

  private func expectSameInEnvelope(_ path: FilePath, _ hash: PayloadHash) throws {
    guard !path.displayText.hasSuffix("mka") else {
      let titled = try encoding.convert(
        path, to: "titled.mka", ["-c", "copy", "-metadata", "title=A much longer title"])
      #expect(try AudioAsset(path: titled).payloadHash() == hash)
      return
    }
    let tag = Array("TAG".utf8) + [UInt8](repeating: 0x20, count: 125)
    let tagged = id3v2(length: 3000) + TemporaryDirectory.contents(of: path) + tag
    #expect(try AudioAsset(path: folder.write(tagged, to: "tagged")).payloadHash() == hash)
  }

  @Test("MP4: the index before or behind the media, a picture, and other containers' copies")
  func remuxing() throws {
    let noise = Signals.noise(amplitude: 0.3, seconds: 3, sampleRate: 44_100)
    let path = try encoding.encode([noise], sampleRate: 44_100, to: "a.m4a", ["-c:a", "aac"])
    let hash = try AudioAsset(path: path).payloadHash()
    let front = try encoding.convert(
      path, to: "b.m4a", ["-c", "copy", "-movflags", "faststart"])
    #expect(try AudioAsset(path: front).payloadHash() == hash)
    let cover = folder.write(Fixture.bytes("picture.mp3"), to: "cover.jpg")
    let covered = try encoding.convert(
      path, to: "c.m4a",
      [
        "-i", cover.displayText, "-map", "0", "-map", "1", "-c", "copy", "-disposition:v:0",
        "attached_pic", "-metadata", "title=New",
      ])
    #expect(try AudioAsset(path: covered).payloadHash() == hash)
    #expect(try DecodedFile(covered).frameCount == 3 * 44_100)
  }

  @Test("a table that lists the same bytes over and over is not followed for ever")
  func hostileTable() throws {
    let clicks = Encoding.clicks(sampleRate: 44_100)
    let path = try encoding.encode([clicks], sampleRate: 44_100, to: "a.m4a", ["-c:a", "alac"])
    var bytes = TemporaryDirectory.contents(of: path)
    // One size for all packets, and a number of packets a chunk that no file has.
    for (name, offset, value) in [("stsz", 8, 0x7FFF_FFFF), ("stsc", 16, 0x7FFF_FFFF)] {
      let place = try #require(bytes.indices.first { bytes[$0...].starts(with: name.utf8) })
      bytes.replaceSubrange(
        place + offset..<place + offset + 4, with: littleEndian(value, 4).reversed())
    }
    let asset = AudioAsset(path: folder.write(bytes, to: "b.m4a"))
    _ = try asset.payloadHash()
    _ = try? DecodedFile(asset.path)
  }

  @Test("Musepack's ReplayGain is no part of it")
  func musepack() throws {
    var bytes = Fixture.bytes("clicks.mpc")
    let before = try AudioAsset(path: Fixture.path("clicks.mpc")).payloadHash()
    let gain = try #require(bytes.indices.first { bytes[$0...].starts(with: "RG".utf8) })
    bytes[gain + 5] ^= 0x55
    #expect(try AudioAsset(path: folder.write(bytes, to: "a.mpc")).payloadHash() == before)
    bytes[bytes.count / 2] ^= 1
    #expect(try AudioAsset(path: folder.write(bytes, to: "a.mpc")).payloadHash() != before)
  }
}
