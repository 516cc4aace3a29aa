import TestSupport
import Testing

@testable import Decoders

/// Several streams in one file: the whole is the sum of its parts, in the format of the first.
@Suite struct JoinedStreamTests {
  private let folder = TemporaryDirectory()

  @Test("a chain of one format is one stream", arguments: ["chained.ogg", "chained.opus"])
  func chain(name: String) throws {
    let file = try DecodedFile(Fixture.path(name))
    #expect(file.frameCount == 2 * file.format.sampleRate)
    #expect(file.report.claimedFrameCount == file.frameCount)
    #expect(!file.report.isTruncated)
    #expect(file.report.corruptFrameCount == 0)
    #expect(file.report.warnings == ["the file is a chain of several streams"])
    ClickTrack.second.expect(in: file)
    ClickTrack.second.expect(in: file, from: 1)
  }

  @Test("a link of another rate is converted to the first one's, and every click is in its place")
  func otherRate() throws {
    let file = try DecodedFile(Fixture.path("chained_other_rate.ogg"))
    #expect(file.frameCount == 66_150)
    #expect(file.report.claimedFrameCount == 66_150)
    #expect(!file.report.isTruncated)
    #expect(
      file.report.warnings == [
        "the file is a chain of several streams",
        "the format changes to 48000 Hz and 1 channel at 1.000 s; what follows was converted",
      ])
    ClickTrack.second.expect(in: file)
    ClickTrack(times: [0.1, 0.45], duration: 0.5).expect(in: file, from: 1)
  }

  @Test(
    "links of any codec, rate and channel count follow each other",
    arguments: [AudioFileWriter.Kind.vorbis, .opus, .flac], [44_100, 48_000, 22_050])
  func anyLinks(kind: AudioFileWriter.Kind, rate: Int) throws {
    let rate = kind == .opus ? 48_000 : rate
    let second = writeOgg(kind, rate: rate, channelCount: 1)
    for (firstKind, firstRate) in [
      (AudioFileWriter.Kind.vorbis, 32_000), (.opus, 48_000), (.flac, 44_100),
    ] {
      let first = writeOgg(firstKind, rate: firstRate, channelCount: 2)
      let path = folder.write(first + second + first, to: "chain.ogg")
      let file = try DecodedFile(path)
      #expect(file.format == AudioFormat(sampleRate: firstRate, channelCount: 2))
      #expect(file.frameCount == 15 * firstRate)
      let expected = try AudioAsset(path: path).open().expectedFrameCount
      #expect(expected == 15 * firstRate)
      #expect(!file.report.isTruncated)
      #expect(file.report.corruptFrameCount == 0)
      for channel in 0..<2 {
        for start in [0.0, 5, 10] {
          ClickTrack.fiveSeconds.expect(in: file, from: start, channel: channel)
        }
      }
      // The library flushes its filter: the end of the second link is not lost in the third.
      let peak = file.planes[0][(Int(9.899 * Double(firstRate)))...].prefix(firstRate / 100).max()
      #expect((peak ?? 0) > 0.2)
    }
  }

  @Test("a file twice in a row is twice as long, though both links have one serial number")
  func twice() throws {
    let bytes = Fixture.bytes("clicks.ogg")
    let path = folder.write(bytes + bytes, to: "a.ogg")
    #expect(try AudioAsset(path: path).open().expectedFrameCount == 88_200)
    let file = try DecodedFile(path)
    #expect(file.frameCount == 88_200)
    ClickTrack.second.expect(in: file, from: 1)
  }

  @Test("a link that cannot be decoded is left out, and told")
  func brokenLink() throws {
    var broken = OggPages(Fixture.bytes("clicks.ogg"))
    broken.pages[0][28 + 12] = 0
    broken.pages[0][28 + 13] = 0
    broken.seal(0)
    let good = Fixture.bytes("clicks.opus")
    let file = try DecodedFile(folder.write(good + broken.bytes + good, to: "a.opus"))
    #expect(file.report.warnings.contains { $0.hasPrefix("a stream of the chain cannot") })
    ClickTrack.second.expect(in: file, from: 1)
  }

  @Test("FLAC frames of another rate and of other channels are converted where they stand")
  func changingFLAC() throws {
    let track = ClickTrack.fiveSeconds
    let first = write(.flac, rate: 44_100, channelCount: 1)
    for (rate, channels) in [(32_000, 1), (44_100, 2), (96_000, 4)] {
      let path = folder.write(write(.flac, rate: rate, channelCount: channels), to: "b.flac")
      let file = try InputFile(path: path)
      let frames = try FLACMetadata(file: file, content: 0..<file.size).frames
      let bytes = try first + file.bytes(at: frames.lowerBound, count: frames.count)
      let joined = try DecodedFile(folder.write(bytes, to: "a.flac"))
      #expect(joined.format == AudioFormat(sampleRate: 44_100, channelCount: 1))
      #expect(joined.frameCount == 441_000)
      #expect(joined.report.corruptFrameCount == 0)
      #expect(!joined.report.isTruncated)
      #expect(joined.report.warnings.contains { $0.hasPrefix("the format changes to \(rate) Hz") })
      track.expect(in: joined)
      track.expect(in: joined, from: 5)
    }
  }

  @Test("two FLAC files in one, headers and all, play one after the other without damage")
  func joinedFLAC() throws {
    let bytes = Fixture.bytes("clicks.flac")
    let file = try DecodedFile(folder.write(bytes + bytes, to: "a.flac"))
    #expect(file.frameCount == 88_200)
    #expect(file.report.corruptFrameCount == 0)
    #expect(file.report.warnings == ["another stream is joined to the first"])
    ClickTrack.second.expect(in: file, from: 1)
  }

  @Test("each of two joined MP3s has its own delay and padding, with or without tags between")
  func joinedMP3() throws {
    let tag: [UInt8] =
      Array("ID3".utf8) + [3, 0, 0, 0, 0, 7, 0x68] + [UInt8](repeating: 0, count: 1000)
    for between in [[], tag, Array("TAG".utf8) + [UInt8](repeating: 32, count: 125) + tag] {
      let bytes = Fixture.bytes("clicks_cbr.mp3") + between + Fixture.bytes("clicks_vbr.mp3")
      let file = try DecodedFile(folder.write(bytes, to: "a.mp3"))
      #expect(file.frameCount == 88_200)
      #expect(file.report.claimedFrameCount == 88_200)
      #expect(file.report.warnings.contains("another stream is joined to the first"))
      #expect(file.report.corruptFrameCount == 0)
      #expect(!file.report.isTruncated)
      ClickTrack.second.expect(in: file)
      ClickTrack.second.expect(in: file, from: 1)
    }
  }

  @Test("a joined MP3 of another rate, with or without its own header, is converted")
  func otherRateMP3() throws {
    let other = Fixture.bytes("clicks_mpeg2.mp3")
    let bare = try Array(other[#require(MPEGFrameHeader(other, at: 0)?.length)...])
    for (second, tolerance) in [(other, 0), (bare, 2 * 2 * 576)] {
      let bytes = Fixture.bytes("clicks_cbr.mp3") + second
      let file = try DecodedFile(folder.write(bytes, to: "a.mp3"))
      #expect(file.frameCount >= 88_200 && file.frameCount <= 88_200 + tolerance)
      #expect(!file.report.isTruncated)
      ClickTrack.second.expect(in: file)
      ClickTrack.second.expect(in: file, from: 1)
    }
  }

  private func writeOgg(
    _ kind: AudioFileWriter.Kind, rate: Int, channelCount: Int
  ) -> [UInt8] {
    let bytes = write(kind, rate: rate, channelCount: channelCount)
    return kind == .flac ? OggPages(wrapping: bytes).bytes : bytes
  }

  private func write(_ kind: AudioFileWriter.Kind, rate: Int, channelCount: Int) -> [UInt8] {
    let path = folder.appending("link")
    let plane = ClickTrack.fiveSeconds.render(sampleRate: rate)
    AudioFileWriter.write(
      [[Float]](repeating: plane, count: channelCount), sampleRate: rate, to: path, as: kind)
    return TemporaryDirectory.contents(of: path)
  }
}
