import Analysis
import Decoders
import FoundationEssentials
import TestSupport
import Testing

@testable import mucat

/// What pages are made of.
struct LabPartsTests {
  @Test(arguments: [
    ("/m/a.flac", "/m", "./a.flac"),
    ("/m/x/a b.flac", "/m", "./x/a%20b.flac"),
    ("/m/a.flac", "/m/pages/deep", "../../a.flac"),
    ("/other/a.flac", "/m", "../other/a.flac"),
    ("/m/100%?#.mp3", "/m", "./100%25%3F%23.mp3"),
    ("/m/a:b.mp3", "/m", "./a%3Ab.mp3"),
    ("/a.mp3", "/", "./a.mp3"),
  ])
  func `a link leads from the page to the music`(file: String, folder: String, link: String) {
    #expect(RelativeLink.from(folder: FilePath(folder), to: FilePath(file)) == link)
  }

  @Test func `a link keeps bytes that are no text`() {
    let file = FilePath(bytes: Array("/m/caf".utf8) + [0xE9])
    #expect(RelativeLink.from(folder: FilePath("/m"), to: file) == "./caf%E9")
  }

  @Test(arguments: [
    ("fLaC", "FLAC", "audio/flac"), ("OggS", "Vorbis", "audio/ogg"), ("OggS", "Opus", "audio/ogg"),
    ("ID3\u{4}", "MPEG 1 layer III", "audio/mpeg"),
    ("RIFF1234WAVE", "WAV, Signed 16 bit PCM", "audio/wav"),
  ])
  func `what browsers play is left as it is`(head: String, codec: String, type: String) {
    #expect(BrowserAudio.type(ofHead: Array(head.utf8), codec: codec) == type)
  }

  @Test(arguments: [
    ("OggS", "Speex"), ("FORM1234AIFF", "AIFF, Signed 16 bit PCM"), ("ID3\u{4}", "FLAC"),
    ("RIFF1234WAVE", "WAV, 32 bit float"), ("MAC ", "Monkey's Audio"), ("", ""),
    ("\u{0}\u{0}\u{0} ftyp", "ALAC"), ("x", "MPEG 1 layer II"),
  ])
  func `what some browsers do not play is known`(head: String, codec: String) {
    #expect(BrowserAudio.type(ofHead: Array(head.utf8), codec: codec) == nil)
  }

  @Test func `an even curve needs no times, an uneven one has them`() {
    typealias Point = MusicUnderstandingSession.TimedValue<Float>
    func point(_ time: Int64, _ value: Float) -> Point {
      Point(time: CMTime(value: time, timescale: 10), value: value)
    }
    let even = PageCurve([point(1, -3), point(2, -.infinity), point(3, 0)], rate: 10)
    #expect(even.first == 1 && even.rate == 10 && even.times == nil)
    #expect(even.values == [-3, nil, 0])
    let uneven = PageCurve([point(1, 0), point(4, 0)], rate: 10)
    #expect(uneven.rate == nil && uneven.times == [0.1, 0.4])
    #expect(PageCurve([], rate: 10).values.isEmpty)
  }

  @Test func `music that is decoded for a page is a WAV file again`() throws {
    let planes = [[0, 0.5, -1, 1], [0, -0.25, 3, -3]] as [[Float]]
    let block = PCMBuffer(planes: planes, sampleRate: 22_050)
    var wave = WaveBytes(format: block.format)
    wave.append(block)
    #expect(wave.frameCount == 4)
    let folder = TemporaryDirectory()
    let file = folder.write(wave.finished(), to: "a.wav")
    let reader = try AudioAsset(path: file).open()
    #expect(reader.format.sampleRate == 22_050 && reader.format.channelCount == 2)
    var read = PCMBuffer(format: reader.format)
    #expect(try reader.read(into: &read))
    let expected = [[0, 0.5, -1, 1], [0, -0.25, 1, -1]] as [[Float]]
    for (channel, samples) in expected.enumerated() {
      read.withChannel(channel) { got in
        #expect(got.count == samples.count)
        // A step of 16 bits.
        for (left, right) in zip(got, samples) { #expect(abs(left - right) < 1 / 16_384) }
      }
    }
  }

  @Test func `a script element ends where it should, whatever the data holds`() {
    let block = LabPage.DataBlock(json: #"{"title":"</script><!--"}"#, id: "data")
    #expect(!block.text.contains("<"))
    #expect(block.text.contains(#"\u003c/script>"#))
  }
}
