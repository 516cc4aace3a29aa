import TestSupport
import Testing

@testable import Decoders

@Suite struct OggSurveyTests {
  @Test("the lengths of a chain's links add up, each at its own rate")
  func sum() throws {
    let survey = try survey(of: [(rate: 44100, granule: 44100), (rate: 8000, granule: 16000)])
    #expect(survey.links.count == 2)
    #expect(survey.frameCount(at: 44100) == 3 * 44100)
  }

  @Test("positions that add up to more than a number holds are no claim")
  func hugePositions() throws {
    let huge = OggPageHeader.maximumGranule
    let many = try survey(of: Array(repeating: (rate: 44100, granule: huge), count: 20))
    #expect(many.links.count == 20)
    #expect(many.frameCount(at: 44100) == nil)
    let slow = try survey(of: [(rate: 44100, granule: 1000), (rate: 1, granule: huge)])
    #expect(slow.frameCount(at: 44100) == nil)
  }

  @Test("one huge position alone is a claim like any other")
  func oneHugePosition() throws {
    let survey = try survey(of: [(rate: 44100, granule: 1 << 59)])
    #expect(survey.frameCount(at: 44100) == 1 << 59)
  }

  private func survey(of links: [(rate: Int, granule: Int)]) throws -> OggSurvey {
    var bytes: [UInt8] = []
    for (serial, link) in links.enumerated() {
      let head =
        [1] + Array("vorbis".utf8) + [0, 0, 0, 0, 1] + littleEndian(link.rate, width: 4)
        + [UInt8](repeating: 0, count: 14)
      bytes += page(head, serial: serial, granule: 0, flags: 2)
      bytes += page([0], serial: serial, granule: link.granule, flags: 4)
    }
    let folder = TemporaryDirectory()
    let file = try InputFile(path: folder.write(bytes, to: "chain.ogg"))
    return try OggSurvey(file: file, content: 0..<file.size)
  }

  /// A page with one short packet and no checksum.
  private func page(_ packet: [UInt8], serial: Int, granule: Int, flags: UInt8) -> [UInt8] {
    Array("OggS".utf8) + [0, flags] + littleEndian(granule, width: 8)
      + littleEndian(serial, width: 4) + [UInt8](repeating: 0, count: 8)
      + [1, UInt8(packet.count)] + packet
  }

  private func littleEndian(_ value: Int, width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
