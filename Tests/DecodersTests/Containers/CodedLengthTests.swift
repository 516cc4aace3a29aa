import TestSupport
import Testing

@testable import Decoders

/// The counts in headers, written here as the formats' specifications have them.
@Suite struct CodedLengthTests {
  private let folder = TemporaryDirectory()

  @Test("Monkey's Audio counts frames of a number of blocks, before and since 3.98")
  func monkeysAudio() throws {
    let new =
      Array("MAC ".utf8) + littleEndian(3990, 2) + [0, 0] + littleEndian(52, 4)
      + [UInt8](repeating: 0, count: 40) + [0, 0, 0, 0] + littleEndian(73_728, 4)
      + littleEndian(1000, 4) + littleEndian(3, 4)
    #expect(try length(.monkeysAudio, new)?.frameCount == 2 * 73_728 + 1000)
    for (version, level, blocks) in [
      (3950, 2000, 4 * 73_728), (3900, 2000, 73_728), (3800, 4000, 73_728), (3800, 2000, 9216),
    ] {
      let old =
        Array("MAC ".utf8) + littleEndian(version, 2) + littleEndian(level, 2)
        + [UInt8](repeating: 0, count: 16) + littleEndian(3, 4) + littleEndian(1000, 4)
      #expect(try length(.monkeysAudio, old)?.frameCount == 2 * blocks + 1000)
    }
  }

  @Test("WavPack has forty bits, and a mark for unknown")
  func wavPack() throws {
    func header(_ count: Int, high: UInt8 = 0, flags: Int = 0) -> [UInt8] {
      Array("wvpk".utf8) + littleEndian(100, 4) + [0x10, 4, 0, high] + littleEndian(count, 4)
        + littleEndian(0, 8) + littleEndian(flags, 4) + [0, 0, 0, 0]
    }
    #expect(try length(.wavPack, header(44_100))?.frameCount == 44_100)
    #expect(try length(.wavPack, header(1, high: 2))?.frameCount == (2 << 32) + 1)
    #expect(try length(.wavPack, header(0xFFFF_FFFF)) == nil)
    #expect(try length(.wavPack, header(44_100, flags: 1 << 31)) == nil)
  }

  @Test("Musepack: version 7 by packets and the last one's length, version 8 by its packet")
  func musepack() throws {
    func seven(_ word: Int) -> [UInt8] {
      Array("MP+".utf8) + [7] + littleEndian(10, 4) + [UInt8](repeating: 0, count: 12)
        + littleEndian(word, 4) + [0, 0, 0, 0]
    }
    let exact = try length(.musepack, seven(1 << 31 | 500 << 20))
    #expect(exact?.frameCount == 9 * 1152 + 500 && exact?.delay == 481)
    #expect(try length(.musepack, seven(0))?.frameCount == 10 * 1152 - 481)
    // 44,100 in bytes of seven bits, and 100 frames of silence before the music.
    let eight = Array("MPCKSH".utf8) + [15, 1, 2, 3, 4, 8, 0x82, 0xD8, 0x44, 100, 0, 0, 0, 0]
    let counted = try length(.musepack, eight)
    #expect(counted?.frameCount == 44_000 && counted?.delay == 581)
  }

  @Test("headers of noise, cut anywhere, give a sane count or none")
  func noise() throws {
    var generator = SeededGenerator(seed: 5)
    for format in [
      FileFormat.monkeysAudio, .wavPack, .musepack, .trueAudio, .dsf, .dsdiff,
    ] {
      for _ in 0..<200 {
        let count = Int.random(in: 1...130, using: &generator)
        let extreme = Bool.random(using: &generator)
        let bytes = (0..<count).map { _ in
          extreme
            ? [0, 0xFF].randomElement(using: &generator) ?? 0
            : UInt8.random(in: 0...255, using: &generator)
        }
        let length = try length(format, bytes)
        #expect(length.map { $0.frameCount > 0 && $0.frameCount(at: 1_536_000) >= 0 } ?? true)
      }
    }
  }

  private func length(_ format: FileFormat, _ bytes: [UInt8]) throws -> CodedLength? {
    let file = try InputFile(path: folder.write(bytes, to: "a"))
    return try CodedLength(format: format, file: file, content: 0..<file.size)
  }
}
