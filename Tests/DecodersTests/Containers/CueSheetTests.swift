import TestSupport
import Testing

@testable import Decoders

@Suite struct CueSheetTests {
  private static let sheet = """
    REM GENRE Techno
    FILE "album.flac" WAVE
      TRACK 01 AUDIO
        TITLE "TRACK 77 AUDIO"
        INDEX 01 00:00:00
      TRACK 02 AUDIO
        INDEX 01 03:20:00
      TRACK 03 AUDIO
    """
  private let folder = TemporaryDirectory()

  @Test("the tracks of a sheet for one file are counted")
  func counting() {
    #expect(CueSheet.trackCount(in: Array(Self.sheet.utf8)) == 3)
    #expect(CueSheet.trackCount(in: [0xEF, 0xBB, 0xBF] + Array(Self.sheet.utf8)) == 3)
    #expect(CueSheet.trackCount(in: Array((Self.sheet + "\r\nFILE \"b.wav\" WAVE").utf8)) == 0)
    #expect(CueSheet.trackCount(in: []) == 0)
  }

  @Test("a sheet beside the file is told", arguments: ["album.cue", "album.flac.cue"])
  func beside(name: String) throws {
    let path = folder.write(Fixture.bytes("clicks.flac"), to: "album.flac")
    #expect(try DecodedFile(path).report.warnings.isEmpty)
    folder.write(Array(Self.sheet.utf8), to: name)
    let warnings = try DecodedFile(path).report.warnings
    #expect(warnings == ["a cue sheet divides the file into 3 tracks"])
  }

  @Test("a sheet inside a FLAC file is told")
  func inside() throws {
    let bytes = Fixture.bytes("clicks.flac")
    // Media catalogue number, lead-in, flags, reserved; tracks of 36 bytes with an index point of 12
    // each; the lead-out has none. RFC 9639 §8.7.
    var body = [UInt8](repeating: 0, count: 128 + 8 + 1 + 258) + [4]
    for number in [1, 2, 3, 170] {
      let isLeadOut = number == 170
      body += littleEndian(isLeadOut ? 44_100 : (number - 1) * 588 * 20, 8).reversed()
      body += [UInt8(number)] + [UInt8](repeating: 0, count: 12 + 14) + [isLeadOut ? 0 : 1]
      if !isLeadOut { body += [UInt8](repeating: 0, count: 8) + [1, 0, 0, 0] }
    }
    let block = [5] + littleEndian(body.count, 3).reversed() + body
    // Behind STREAMINFO, which is not the last block.
    try #require(bytes[4] == 0)
    let path = folder.write(bytes[..<42] + block + bytes[42...], to: "a.flac")
    let report = try DecodedFile(path).report
    #expect(report.warnings == ["a cue sheet divides the file into 3 tracks"])
    #expect(report.checksum == .matches)
  }
}
