import TestSupport
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
    ClickTrack.second.expect(in: file)
  }

  @Test(
    "a longer track keeps its clicks and its length in every codec",
    arguments: [
      (AudioFileWriter.Kind.wav16, 0.5), (.flac, 0.5), (.vorbis, 0), (.vorbis, 0.5), (.opus, 0.5),
      (.mp3, 0.3), (.mp3ConstantRate, 0.5),
    ], [44_100, 48_000])
  func longer(codec: (kind: AudioFileWriter.Kind, quality: Double), rate: Int) throws {
    let rate = codec.kind == .opus ? 48_000 : rate
    let folder = TemporaryDirectory()
    let path = folder.appending("clicks")
    let plane = ClickTrack.fiveSeconds.render(sampleRate: rate)
    AudioFileWriter.write(
      [plane, plane], sampleRate: rate, to: path, as: codec.kind, quality: codec.quality)
    let file = try DecodedFile(path)
    #expect(file.format == AudioFormat(sampleRate: rate, channelCount: 2))
    #expect(file.frameCount == plane.count)
    #expect(file.report.claimedFrameCount == plane.count)
    #expect(file.report.warnings.isEmpty)
    #expect(file.report.corruptFrameCount == 0)
    #expect(!file.report.isTruncated)
    ClickTrack.fiveSeconds.expect(in: file, channel: 1)
    if codec.kind == .flac {
      let ogg = OggPages(wrapping: TemporaryDirectory.contents(of: path)).bytes
      #expect(try DecodedFile(folder.write(ogg, to: "ogg")).planes == file.planes)
    }
    guard codec.kind == .mp3 || codec.kind == .mp3ConstantRate else { return }

    // The same without its first frame, which holds the header.
    let bytes = TemporaryDirectory.contents(of: path)
    let length = try #require(MPEGFrameHeader(bytes, at: 0)?.length)
    let bare = try DecodedFile(folder.write(Array(bytes[length...]), to: "bare"))
    #expect(bare.report.trimSource == .decoderDefault)
    #expect(bare.frameCount - plane.count >= 0 && bare.frameCount - plane.count < 2 * 1152)
    ClickTrack.fiveSeconds.expect(in: bare)
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
    ClickTrack.second.expect(in: file)
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
  }

  @Test("what Vorbis and Opus cut is told, and adds up to whole packets")
  func positions() throws {
    let opus = try DecodedFile(Fixture.path("clicks.opus")).report
    #expect(opus.trimSource == .preSkip)
    #expect(opus.trimmedHead == 312)
    #expect((opus.trimmedHead + 48_000 + opus.trimmedTail) % 960 == 0)
    let vorbis = try DecodedFile(Fixture.path("clicks.ogg")).report
    #expect(vorbis.trimSource == .granulePosition)
    #expect(vorbis.trimmedHead == 0)
    #expect(vorbis.trimmedTail > 0 && vorbis.trimmedTail < 2048)
    #expect((44_100 + vorbis.trimmedTail) % 64 == 0)
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
}
