import Testing

@testable import Decoders

/// One second with clicks at 0.1, 0.45 and 0.97 s, in every codec.
@Suite struct TimelineTests {
  @Test(
    "every click is where it was, and the length is the source's",
    arguments: [
      ("clicks.flac", 44_100), ("clicks.oga", 44_100), ("clicks.ogg", 44_100),
      ("clicks.opus", 48_000), ("clicks_cbr.mp3", 44_100), ("clicks_vbr.mp3", 44_100),
      ("clicks_mpeg2.mp3", 22_050),
    ])
  func clicks(name: String, length: Int) throws {
    let file = try DecodedFile(Fixture.path(name))
    #expect(file.format.sampleRate == length)
    #expect(file.frameCount == length)
    #expect(file.report.frameCount == length)
    #expect(file.report.claimedFrameCount == length)
    #expect(file.report.corruptFrameCount == 0)
    #expect(!file.report.isTruncated)
    #expect(file.report.warnings.isEmpty)
    expectClicks(in: file, from: 0)
  }

  @Test("an MP3 without a header has its clicks where they were, by the usual delay")
  func noHeader() throws {
    let file = try DecodedFile(Fixture.path("clicks_no_header.mp3"))
    #expect(file.report.trimSource == .decoderDefault)
    #expect(file.report.trimmedHead == 1105)
    #expect(file.report.trimmedTail == 0)
    #expect(file.report.claimedFrameCount == nil)
    // The end of the last frame cannot be told from music.
    #expect(file.frameCount >= 44_100 && file.frameCount < 44_100 + 2 * 1152)
    expectClicks(in: file, from: 0)
  }

  @Test("the report says what was cut from an MP3 and on whose word")
  func trimming() throws {
    let report = try DecodedFile(Fixture.path("clicks_vbr.mp3")).report
    // LAME's delay of 576 and the decoder's of 529; whole frames less the music is the rest.
    #expect(report.trimmedHead == 1105)
    #expect((report.trimmedHead + 44_100 + report.trimmedTail) % 1152 == 0)
    #expect(report.trimSource == .lameTag)
    #expect(report.decoder == "libmpg123")
    #expect(report.codec == "MPEG 1 layer III")
    #expect(try DecodedFile(Fixture.path("clicks.opus")).report.trimSource == .preSkip)
  }

  @Test("the samples do not depend on the size of the blocks", arguments: Fixture.names)
  func blockSize(name: String) throws {
    let usual = try DecodedFile(Fixture.path(name))
    for capacity in [1000, 4095, 10_000] {
      let other = try DecodedFile(Fixture.path(name), frameCapacity: capacity)
      #expect(other.planes == usual.planes)
      #expect(other.report == usual.report)
    }
  }

  @Test("blocks follow each other without gaps, none is empty or longer than 4096")
  func blocks() throws {
    let reader = try AudioAsset(path: Fixture.path("clicks.ogg")).open()
    var buffer = PCMBuffer(format: reader.format, frameCapacity: 10_000)
    var next = 0
    while try reader.read(into: &buffer) {
      #expect(buffer.startFrame == next)
      #expect((1...4096).contains(buffer.frameCount))
      next += buffer.frameCount
    }
    #expect(try !reader.read(into: &buffer))
    #expect(buffer.frameCount == 0)
    #expect(next == reader.report.frameCount)
  }

  /// Expects the clicks of one second within 1 ms, by the centre of their energy.
  private func expectClicks(in file: DecodedFile, from second: Double) {
    let rate = Double(file.format.sampleRate)
    for time in [0.1, 0.45, 0.97] {
      let centre = (second + time) * rate
      let range =
        max(0, Int(centre - 0.02 * rate))..<min(file.frameCount, Int(centre + 0.02 * rate))
      var energy = 0.0
      var moment = 0.0
      for frame in range {
        let power = Double(file.planes[0][frame]) * Double(file.planes[0][frame])
        energy += power
        moment += power * Double(frame)
      }
      #expect(energy > 0.1)
      #expect(abs(moment / energy - centre) < 0.001 * rate, "\(time) s")
    }
  }
}
