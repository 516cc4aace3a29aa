import TestSupport
import Testing

@testable import Decoders

/// Headers that count more than a number holds: no claim, and no trap.
@Suite struct CodedLengthLimitTests {
  private let folder = TemporaryDirectory()

  @Test("Monkey's Audio: frames and blocks whose product and sum overflow")
  func monkeysAudio() throws {
    func header(blocksPerFrame: Int, lastFrame: Int, frameCount: Int) -> [UInt8] {
      Array("MAC ".utf8) + littleEndian(3990, width: 4) + littleEndian(52, width: 4)
        + [UInt8](repeating: 0, count: 40) + littleEndian(0, width: 4)
        + littleEndian(blocksPerFrame, width: 4) + littleEndian(lastFrame, width: 4)
        + littleEndian(frameCount, width: 4) + [UInt8](repeating: 0, count: 64)
    }
    let sane = header(blocksPerFrame: 73_728, lastFrame: 1000, frameCount: 3)
    #expect(try length(sane, .monkeysAudio)?.frameCount == 2 * 73_728 + 1000)
    // The product is the largest below 2^63, and the sum is beyond.
    let beyond = header(
      blocksPerFrame: 3_037_000_500, lastFrame: 0xFFFF_FFFF, frameCount: 3_037_000_500)
    #expect(try length(beyond, .monkeysAudio) == nil)
  }

  @Test("DSDIFF: more bytes than an eighth of what a number holds")
  func dsdiff() throws {
    func header(audioLength: Int) -> [UInt8] {
      let properties =
        Array("SND FS  ".utf8) + bigEndian(4, width: 8) + bigEndian(2_822_400, width: 4)
        + Array("CHNL".utf8) + bigEndian(2, width: 8) + bigEndian(1, width: 2)
      return Array("FRM8".utf8) + bigEndian(0, width: 8) + Array("DSD PROP".utf8)
        + bigEndian(properties.count, width: 8) + properties + Array("DSD ".utf8)
        + bigEndian(audioLength, width: 8) + [UInt8](repeating: 0x69, count: 64)
    }
    #expect(try length(header(audioLength: 64), .dsdiff)?.frameCount == 64 * 8)
    #expect(try length(header(audioLength: .max), .dsdiff) == nil)
  }

  @Test("DSF: years of audio at a rate of one hertz")
  func dsf() throws {
    let count = (1 << 48) - 1
    let header =
      Array("DSD ".utf8) + [UInt8](repeating: 0, count: 52) + littleEndian(1, width: 4)
      + [UInt8](repeating: 0, count: 4) + littleEndian(count, width: 8)
      + [UInt8](repeating: 0, count: 64)
    let coded = try #require(try length(header, .dsf))
    #expect(coded.frameCount == count)
    #expect(coded.frameCount(at: 88_200) == 1 << 62)
  }

  private func length(_ bytes: [UInt8], _ format: FileFormat) throws -> CodedLength? {
    let file = try InputFile(path: folder.write(bytes, to: "file"))
    return try CodedLength(format: format, file: file, content: 0..<file.size)
  }

  private func littleEndian(_ value: Int, width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private func bigEndian(_ value: Int, width: Int) -> [UInt8] {
    littleEndian(value, width: width).reversed()
  }
}
