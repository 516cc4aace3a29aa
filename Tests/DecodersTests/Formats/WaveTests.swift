import TestSupport
import Testing

@testable import Decoders

@Suite struct WaveTests {
  private let folder = TemporaryDirectory()

  @Test(
    "a ramp survives every container and sample type",
    arguments: [
      (AudioFileWriter.Kind.wav8, Float(1) / 127), (.wav16, 1 / 32_767), (.wav24, 1e-6),
      (.wavFloat, 0), (.wavDouble, 0), (.wavULaw, 0.04), (.wavALaw, 0.04), (.aiff, 1 / 32_767),
      (.caf, 1e-6),
      (.au, 1 / 32_767), (.w64, 1e-6), (.rf64, 1e-6),
    ])
  func kinds(kind: AudioFileWriter.Kind, tolerance: Float) throws {
    let left = (0..<1000).map { Float($0 - 500) / 512 }
    let right = left.map { -$0 / 2 }
    let path = folder.appending("ramp")
    AudioFileWriter.write([left, right], sampleRate: 8000, to: path, as: kind)
    let file = try DecodedFile(path)
    #expect(file.format == AudioFormat(sampleRate: 8000, channelCount: 2))
    #expect(file.frameCount == 1000)
    #expect(file.report.decoder == "libsndfile")
    #expect(file.report.claimedFrameCount == 1000)
    #expect(!file.report.isTruncated)
    for (decoded, original) in [(file.planes[0], left), (file.planes[1], right)] {
      #expect(zip(decoded, original).allSatisfy { abs($0 - $1) <= tolerance })
    }
  }

  @Test("silence in 8 bits is silence, not an offset")
  func unsignedSilence() throws {
    let path = folder.write(wave(bits: 8, data: [UInt8](repeating: 0x80, count: 100)), to: "a.wav")
    #expect(try DecodedFile(path).planes[0].allSatisfy { $0 == 0 })
  }

  @Test("floats beyond full scale are kept; NaN and infinities become 0 and are counted")
  func floats() throws {
    let samples: [Float] = [
      1.5, .nan, -3, .infinity, -.infinity, 1e30, 0.25, .leastNonzeroMagnitude,
    ]
    let data = samples.flatMap { littleEndian($0.bitPattern, 4) }
    let path = folder.write(wave(format: 3, bits: 32, data: data), to: "a.wav")
    let file = try DecodedFile(path)
    #expect(file.planes[0] == [1.5, 0, -3, 0, 0, 1e30, 0.25, .leastNonzeroMagnitude])
    #expect(file.report.nonFiniteSampleCount == 3)
  }

  @Test("one sample is one frame, no sample is none")
  func tiny() throws {
    #expect(try DecodedFile(folder.write(wave(data: [0, 0x40]), to: "1.wav")).planes == [[0.5]])
    let none = try DecodedFile(folder.write(wave(data: []), to: "0.wav"))
    #expect(none.frameCount == 0)
    #expect(!none.report.isTruncated)
  }

  @Test("a length that was never written means: up to the end", arguments: [0, 0xFFFF_FFFF])
  func unwrittenLength(length: Int) throws {
    let data = (0..<2000).flatMap { (index: Int) -> [UInt8] in littleEndian(7 * index - 7000, 2) }
    let file = try DecodedFile(folder.write(wave(data: data, claimedLength: length), to: "a.wav"))
    #expect(file.frameCount == 2000)
    #expect(!file.report.isTruncated)
    #expect(file.report.warnings.count == 1)
  }

  @Test("an empty data chunk before another chunk stays empty")
  func emptyData() throws {
    let bytes = wave(data: []) + Array("LIST".utf8) + littleEndian(4, 4) + Array("INFO".utf8)
    #expect(try DecodedFile(folder.write(bytes, to: "a.wav")).frameCount == 0)
  }

  @Test("a file shorter than its header says is decoded, and called truncated")
  func truncated() throws {
    let data = [UInt8](repeating: 1, count: 2000)
    let file = try DecodedFile(folder.write(wave(data: data, claimedLength: 5000), to: "a.wav"))
    #expect(file.frameCount == 1000)
    #expect(file.report.claimedFrameCount == 2500)
    #expect(file.report.isTruncated)
  }

  @Test("24 bits in words of 32 are full scale at the top of the word")
  func paddedWords() throws {
    let format = extensible(channels: 1, bits: 32, validBits: 24, mask: 4)
    let words = [0x4000_0000, -0x8000_0000, 0x0000_0100, 0]
    let data = words.flatMap { littleEndian($0, 4) }
    let file = try DecodedFile(folder.write(riff(format: format, data: data), to: "a.wav"))
    #expect(file.planes == [[0.5, -1, 1 / 8_388_608, 0]])
    #expect(file.format.channelLayout == .mono)
  }

  @Test("chunks before the format, of odd length, and behind the audio are stepped over")
  func otherChunks() throws {
    let plain = riff(
      format: littleEndian(1, 2) + littleEndian(1, 2) + littleEndian(8000, 4)
        + littleEndian(16_000, 4) + littleEndian(2, 2) + littleEndian(16, 2),
      data: [0, 0x40, 0, 0xC0, 0, 0x20])
    let odd = Array("junk".utf8) + littleEndian(5, 4) + [1, 2, 3, 4, 5, 0]
    let list = Array("LIST".utf8) + littleEndian(4, 4) + Array("INFO".utf8)
    let tag = Array("id3 ".utf8) + littleEndian(3, 4) + [0x49, 0x44, 0x33, 0]
    for (front, back) in [(list, []), (odd, odd), (odd + list, tag), (tag + odd, list)] {
      let body = Array(plain[8..<12]) + front + Array(plain[12...]) + back
      let bytes = Array("RIFF".utf8) + littleEndian(body.count, 4) + body
      let file = try DecodedFile(folder.write(bytes, to: "a.wav"))
      #expect(file.planes == [[0.5, -0.5, 0.25]])
      #expect(file.report.warnings.isEmpty)
      #expect(!file.report.isTruncated)
    }
  }

  @Test(
    "RF64 and BW64 take the length of the audio from their own chunk", arguments: ["RF64", "BW64"])
  func longLengths(mark: String) throws {
    let data = (0..<600).flatMap { littleEndian($0 * 40, 2) }
    let sizes =
      littleEndian(0, 8) + littleEndian(data.count, 8) + littleEndian(600, 8)
      + littleEndian(0, 4)
    let format =
      littleEndian(1, 2) + littleEndian(1, 2) + littleEndian(8000, 4)
      + littleEndian(16_000, 4) + littleEndian(2, 2) + littleEndian(16, 2)
    let bytes =
      Array(mark.utf8) + littleEndian(0xFFFF_FFFF, 4) + Array("WAVEds64".utf8)
      + littleEndian(sizes.count, 4) + sizes + Array("fmt ".utf8) + littleEndian(16, 4) + format
      + Array("data".utf8) + littleEndian(0xFFFF_FFFF, 4) + data
      + Array("LIST".utf8) + littleEndian(4, 4) + Array("INFO".utf8)
    let file = try DecodedFile(folder.write(bytes, to: "a.wav"))
    #expect(file.frameCount == 600)
    #expect(file.planes[0][500] == Float(20_000) / 32_768)
    #expect(!file.report.isTruncated)
  }

  @Test("a mask in the header names the loudspeakers")
  func extensible() throws {
    let format = extensible(channels: 3, bits: 16, validBits: 16, mask: 0xB)
    let file = try DecodedFile(
      folder.write(riff(format: format, data: [UInt8](repeating: 0, count: 60)), to: "a.wav"))
    #expect(file.format.channelLayout == ChannelLayout([.left, .right, .lowFrequency]))
    #expect(file.frameCount == 10)
  }

  @Test(
    "rates are believed as far as they are sane",
    arguments: [(1, true), (8000, true), (1_536_000, true), (1_536_001, false), (0, false)])
  func rates(rate: Int, isAccepted: Bool) throws {
    let path = folder.write(wave(rate: rate, data: [0, 0, 0, 0]), to: "a.wav")
    let file = try? DecodedFile(path)
    #expect((file?.format.sampleRate == rate) == isAccepted)
  }

  @Test("more channels than any use has are refused")
  func channels() {
    let path = folder.write(
      wave(channels: 200, data: [UInt8](repeating: 0, count: 800)), to: "a.wav")
    #expect(throws: DecodingError.self) { try DecodedFile(path) }
  }

  @Test("a wave file without audio is malformed, one with an unknown coding unsupported")
  func refusals() {
    let headless = Array("RIFF".utf8) + littleEndian(4, 4) + Array("WAVE".utf8)
    expectError("malformed", of: folder.write(headless, to: "a.wav"))
    let exotic = wave(format: 0x1234, data: [UInt8](repeating: 0, count: 100))
    expectError("unsupported", of: folder.write(exotic, to: "b.wav"))
  }

  /// A WAVEFORMATEXTENSIBLE header of PCM at 8 kHz.
  private func extensible(channels: Int, bits: Int, validBits: Int, mask: Int) -> [UInt8] {
    let frameLength = channels * bits / 8
    return littleEndian(0xFFFE, 2) + littleEndian(channels, 2) + littleEndian(8000, 4)
      + littleEndian(8000 * frameLength, 4) + littleEndian(frameLength, 2) + littleEndian(bits, 2)
      + littleEndian(22, 2) + littleEndian(validBits, 2) + littleEndian(mask, 4)
      + littleEndian(1, 4) + littleEndian(0x0010_0000, 4)
      + [0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
  }

  private func expectError(_ code: String, of path: FilePath) {
    let error = #expect(throws: DecodingError.self) { try DecodedFile(path) }
    #expect(error?.code == code)
  }
}

/// A RIFF wave file in memory.
func wave(
  format: Int = 1, channels: Int = 1, rate: Int = 8000, bits: Int = 16, data: [UInt8],
  claimedLength: Int? = nil
) -> [UInt8] {
  let frameLength = channels * bits / 8
  let header =
    littleEndian(format, 2) + littleEndian(channels, 2) + littleEndian(rate, 4)
    + littleEndian(rate * frameLength, 4) + littleEndian(frameLength, 2) + littleEndian(bits, 2)
  return riff(format: header, data: data, claimedLength: claimedLength)
}

func riff(format: [UInt8], data: [UInt8], claimedLength: Int? = nil) -> [UInt8] {
  let body =
    Array("WAVEfmt ".utf8) + littleEndian(format.count, 4) + format + Array("data".utf8)
    + littleEndian(claimedLength ?? data.count, 4) + data
  return Array("RIFF".utf8) + littleEndian(body.count, 4) + body
}

func littleEndian(_ value: some BinaryInteger, _ width: Int) -> [UInt8] {
  (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}
