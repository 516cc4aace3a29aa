import TestSupport
import Testing

@testable import Decoders

/// Each kind of file comes back from the encoder with its clicks where they were.
@Suite struct FFmpegFormatTests {
  private let encoding = Encoding()

  struct Kind: CustomTestStringConvertible, Sendable {
    let name: String
    let options: [String]
    let codec: String
    var rate = 44_100
    /// Frames that the codec may round the length to a multiple of; 1 for an exact length.
    var packet = 1
    var isLossless = false

    var testDescription: String { "\(name) \(options.joined(separator: " "))" }
  }

  static let kinds = [
    Kind(name: "a.m4a", options: ["-c:a", "aac", "-b:a", "96k"], codec: "AAC-LC"),
    Kind(name: "a.m4a", options: ["-c:a", "alac"], codec: "ALAC, 16 bit", isLossless: true),
    Kind(
      name: "a.m4a", options: ["-c:a", "alac", "-sample_fmt", "s32p"], codec: "ALAC, 24 bit",
      isLossless: true),
    Kind(name: "a.mp4", options: ["-c:a", "libopus"], codec: "Opus", rate: 48_000),
    Kind(name: "a.mp4", options: ["-c:a", "libmp3lame"], codec: "MPEG layer III"),
    Kind(
      name: "a.mp4", options: ["-c:a", "flac", "-strict", "-2"], codec: "FLAC, 16 bit",
      isLossless: true),
    Kind(name: "a.aac", options: ["-c:a", "aac", "-b:a", "96k"], codec: "AAC-LC", packet: 1024),
    Kind(name: "a.wma", options: ["-c:a", "wmav1"], codec: "WMA 1", packet: 2048),
    Kind(name: "a.wma", options: ["-c:a", "wmav2"], codec: "WMA 2", packet: 2048),
    Kind(name: "a.wv", options: ["-c:a", "wavpack"], codec: "WavPack, 16 bit", isLossless: true),
    Kind(name: "a.tta", options: ["-c:a", "tta"], codec: "True Audio, 16 bit", isLossless: true),
    Kind(name: "a.ac3", options: ["-c:a", "ac3"], codec: "AC-3", rate: 48_000, packet: 1536),
    Kind(name: "a.eac3", options: ["-c:a", "eac3"], codec: "E-AC-3", rate: 48_000, packet: 1536),
    Kind(
      name: "a.dts", options: ["-strict", "-2", "-c:a", "dca"], codec: "DTS", rate: 48_000,
      packet: 512),
    Kind(name: "a.mka", options: ["-c:a", "libopus"], codec: "Opus", rate: 48_000),
    Kind(name: "a.mka", options: ["-c:a", "aac"], codec: "AAC-LC", packet: 1024),
    Kind(
      name: "a.mka", options: ["-c:a", "flac"], codec: "FLAC, 16 bit", isLossless: true),
    Kind(
      name: "a.webm", options: ["-c:a", "libvorbis"], codec: "Vorbis", rate: 48_000, packet: 1024),
    Kind(
      name: "mp3.wav", options: ["-c:a", "libmp3lame"], codec: "MPEG 1 layer III", packet: 1152),
    Kind(
      name: "ac3.wav", options: ["-c:a", "ac3"], codec: "AC-3", rate: 48_000, packet: 1536),
    Kind(
      name: "adpcm.wav", options: ["-c:a", "adpcm_yamaha"], codec: "adpcm_yamaha", packet: 2048),
  ]

  @Test("clicks are in place, and the length is that of the source", arguments: kinds)
  func clicks(kind: Kind) throws {
    let clicks = Encoding.clicks(sampleRate: kind.rate)
    // Another sound in the second channel shows that the channels keep their order.
    let path = try encoding.encode(
      [clicks, clicks.map { -0.5 * $0 }], sampleRate: kind.rate, to: kind.name, kind.options,
      as: kind.codec.hasSuffix("24 bit") ? .wav24 : .wav16)
    let file = try DecodedFile(path)
    #expect(file.format == AudioFormat(sampleRate: kind.rate, channelCount: 2))
    #expect(Encoding.areInPlace(file.planes[0], sampleRate: kind.rate))
    #expect(abs(file.frameCount - kind.rate) < kind.packet)
    #expect(file.report.codec == kind.codec)
    #expect(!file.report.isTruncated && file.report.corruptFrameCount == 0)
    #expect(file.report.warnings.isEmpty)
    let peak = try #require(Encoding.peaks(file.planes[0], sampleRate: kind.rate).first)
    #expect(abs(file.planes[1][peak] + 0.5 * file.planes[0][peak]) < 0.05)
    if kind.isLossless {
      let steps: Float = kind.codec.hasSuffix("24 bit") ? 8_388_608 : 32_768
      #expect(zip(file.planes[0], clicks).allSatisfy { abs($0 - $1) <= 1 / steps })
      #expect(file.report.claimedFrameCount == nil || file.report.claimedFrameCount == kind.rate)
    }
  }

  @Test("samples beyond full scale are kept")
  func overs() throws {
    let tone = Signals.sine(1000, amplitude: 1.5, seconds: 0.2, sampleRate: 44_100)
    let path = try encoding.encode(
      [tone], sampleRate: 44_100, to: "a.wv", ["-c:a", "wavpack", "-sample_fmt", "fltp"])
    let file = try DecodedFile(path)
    #expect(file.planes[0] == tone)
  }

  @Test("5.1 keeps its loudspeakers", arguments: [("a.ac3", "ac3"), ("a.m4a", "aac")])
  func surround(name: String, codec: String) throws {
    let levels = [0.05, 0.1, 0.15, 0.2, 0.25, 0.3]
    let planes = levels.enumerated().map { index, level in
      Signals.sine(
        index == 3 ? 60 : 1000, amplitude: level, seconds: 0.5, sampleRate: 48_000)
    }
    let path = try encoding.encode(
      planes, sampleRate: 48_000, to: name,
      ["-channel_layout", "5.1", "-c:a", codec, "-b:a", "448k"])
    let file = try DecodedFile(path)
    let positions: [ChannelLayout.Position] = [.left, .right, .center, .lowFrequency]
    #expect(file.format.channelLayout.positions.prefix(4).elementsEqual(positions))
    #expect(
      file.format.channelLayout.positions.suffix(2).allSatisfy {
        [.leftSurround, .rightSurround, .leftSide, .rightSide].contains($0)
      })
    #expect(!file.format.channelLayout.isAssumed)
    for (channel, level) in levels.enumerated() {
      // The root mean square of a sine; edges and coding change it by a few per cent.
      #expect(abs(file.level(channel) / (level / 2.0.squareRoot()) - 1) < 0.08)
    }
  }

  @Test("Musepack is cut to the length in its header")
  func musepack() throws {
    let file = try DecodedFile(Fixture.path("clicks.mpc"))
    #expect(file.frameCount == 44_100 && file.report.claimedFrameCount == 44_100)
    #expect(Encoding.areInPlace(file.planes[0], sampleRate: 44_100))
    #expect(file.report.trimmedHead == 481 && file.report.trimSource == .decoderDelay)
    #expect(file.report.codec == "Musepack SV8")
  }

  @Test("what holds no sound says so", arguments: ["film.mp4", "film.mkv"])
  func films(name: String) throws {
    let picture = encoding.folder.write(Fixture.bytes("picture.mp3"), to: "picture.jpg")
    let path = try encoding.convert(picture, to: name, ["-c:v", "mpeg4"])
    let error = #expect(throws: DecodingError.self) { try AudioAsset(path: path).open() }
    #expect(error?.code == "notAudio")
    let other = #expect(throws: DecodingError.self) { try AudioAsset(path: path).payloadHash() }
    #expect(other?.code == "notAudio")
  }

  @Test("tags around a stream do not reach ffmpeg")
  func tags() throws {
    let clicks = Encoding.clicks(sampleRate: 44_100)
    let path = try encoding.encode(
      [clicks], sampleRate: 44_100, to: "a.aac", ["-c:a", "aac", "-b:a", "96k"])
    let plain = try DecodedFile(path)
    let id3v1 = Array("TAG".utf8) + [UInt8](repeating: 0x20, count: 125)
    let tagged = encoding.folder.write(
      id3v2(length: 70_000) + TemporaryDirectory.contents(of: path) + id3v1, to: "b.aac")
    let file = try DecodedFile(tagged)
    #expect(file.planes == plain.planes && file.report == plain.report)
  }

  @Test("blocks of any capacity give the same frames", arguments: [1, 1000, 9999])
  func blocks(capacity: Int) throws {
    let clicks = Array(Encoding.clicks(sampleRate: 44_100)[..<6000])
    let path = try encoding.encode(
      [clicks], sampleRate: 44_100, to: "a.m4a", ["-c:a", "aac", "-b:a", "96k"])
    #expect(try DecodedFile(path, frameCapacity: capacity).planes == DecodedFile(path).planes)
  }
}
