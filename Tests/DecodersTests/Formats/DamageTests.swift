import TestSupport
import Testing

@testable import Decoders

@Suite struct DamageTests {
  private let folder = TemporaryDirectory()

  @Test("an MP3 cut in the middle gives what is there")
  func truncatedMP3() throws {
    let bytes = Fixture.bytes("clicks_cbr.mp3")
    let file = try DecodedFile(folder.write(Array(bytes[..<(bytes.count / 2)]), to: "a.mp3"))
    #expect(file.report.isTruncated)
    #expect(file.report.claimedFrameCount == 44_100)
    #expect(file.frameCount > 18_000 && file.frameCount < 23_000)
    let whole = try DecodedFile(Fixture.path("clicks_cbr.mp3"))
    #expect(Array(whole.planes[0][..<15_000]) == Array(file.planes[0][..<15_000]))
  }

  @Test("a header that counts too many or too few frames does not change what is decoded")
  func lyingHeader() throws {
    let whole = try DecodedFile(Fixture.path("clicks_cbr.mp3"))
    for count in [1, 7, 100_000, 0x7FFF_FFFF] {
      var bytes = Fixture.bytes("clicks_cbr.mp3")
      let mark = try #require(place(of: "Info", in: bytes))
      bytes.replaceSubrange(mark + 8..<mark + 12, with: littleEndian(count, 4).reversed())
      let file = try DecodedFile(folder.write(bytes, to: "a.mp3"))
      #expect(Array(file.planes[0][..<44_100]) == whole.planes[0])
      // The padding at the end is known only when the count is right.
      #expect(file.frameCount < 44_100 + 1152)
      #expect(file.report.isTruncated == (count > 100))
    }
  }

  @Test("without a count of frames, delay and padding are still cut")
  func headerWithoutCount() throws {
    var bytes = Fixture.bytes("clicks_cbr.mp3")
    let mark = try #require(place(of: "Info", in: bytes))
    bytes.replaceSubrange(mark + 8..<mark + 12, with: [0, 0, 0, 0])
    let file = try DecodedFile(folder.write(bytes, to: "a.mp3"))
    #expect(file.planes == (try DecodedFile(Fixture.path("clicks_cbr.mp3"))).planes)
    #expect(file.report.claimedFrameCount == nil)
  }

  @Test("broken frames of an MP3 are counted, and the music behind them stays in its place")
  func brokenFrames() throws {
    var bytes = Fixture.bytes("clicks_cbr.mp3")
    let frames = frameOffsets(bytes)
    for index in [12, 15, 25] { bytes[frames[index]] = 0 }
    let file = try DecodedFile(folder.write(bytes, to: "a.mp3"))
    #expect(file.report.corruptFrameCount == 3)
    #expect(file.frameCount == 44_100)
    let whole = try DecodedFile(Fixture.path("clicks_cbr.mp3"))
    let pairs = zip(file.planes[0], whole.planes[0]).dropFirst(30_000)
    #expect(pairs.allSatisfy { abs($0 - $1) < 1e-6 })
  }

  @Test("junk before the first frame is stepped over, and told")
  func leadingJunk() throws {
    var generator = SeededGenerator(seed: 5)
    let junk = (0..<3000).map { _ in UInt8.random(in: 0...255, using: &generator) }
    let file = try DecodedFile(folder.write(junk + Fixture.bytes("clicks_vbr.mp3"), to: "a.mp3"))
    #expect(file.planes == (try DecodedFile(Fixture.path("clicks_vbr.mp3"))).planes)
    #expect(file.report.warnings == ["3000 bytes before the first frame are not audio"])
  }

  @Test("a flipped bit in FLAC is concealed and counted")
  func flippedFLAC() throws {
    var bytes = Fixture.bytes("surround.flac")
    bytes[bytes.count / 3] ^= 0x10
    let file = try DecodedFile(folder.write(bytes, to: "a.flac"))
    #expect(file.report.corruptFrameCount == 1)
    #expect(file.report.concealedFrameCount > 0)
    #expect(file.frameCount == 4800)
  }

  @Test("a truncated FLAC, Vorbis or Opus file gives what is there and says so")
  func truncatedOthers() throws {
    for name in ["surround.flac", "surround.ogg", "surround.opus", "clicks.ogg"] {
      let bytes = Fixture.bytes(name)
      let path = folder.write(Array(bytes[..<(bytes.count * 9 / 10)]), to: name)
      guard let file = try? DecodedFile(path) else { continue }
      #expect(file.report.isTruncated, "\(name)")
      #expect(file.frameCount < (try DecodedFile(Fixture.path(name))).frameCount)
    }
  }

  @Test("STREAMINFO that lies about length, rate and channels is overruled by the frames")
  func lyingStreamInfo() throws {
    var bytes = Fixture.bytes("clicks.flac")
    // Rate 32 kHz, 8 channels, 16 bits, 5 frames: the 8 bytes behind the frame sizes.
    let word = UInt64(32_000) << 44 | UInt64(7) << 41 | UInt64(15) << 36 | 5
    bytes.replaceSubrange(18..<26, with: littleEndian(word, 8).reversed())
    let file = try DecodedFile(folder.write(bytes, to: "a.flac"))
    #expect(file.planes == (try DecodedFile(Fixture.path("clicks.flac"))).planes)
    #expect(file.format.sampleRate == 44_100)
    #expect(file.report.claimedFrameCount == 5)
    #expect(file.report.warnings.count == 2)
  }

  private func place(of text: String, in bytes: [UInt8]) -> Int? {
    let pattern = Array(text.utf8)
    return (0..<bytes.count - pattern.count).first {
      bytes[$0..<$0 + pattern.count].elementsEqual(pattern)
    }
  }

  private func frameOffsets(_ bytes: [UInt8]) -> [Int] {
    var offsets: [Int] = []
    var place = 0
    while let length = MPEGFrameHeader(bytes, at: place)?.length {
      offsets.append(place)
      place += length
    }
    return offsets
  }
}
