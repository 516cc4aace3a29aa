import FoundationEssentials
import TestSupport
import Testing

@testable import Decoders

/// The MD5 over the decoded audio that FLAC files hold.
@Suite struct ChecksumTests {
  private let folder = TemporaryDirectory()
  /// Where STREAMINFO, which stands first, has the MD5.
  private static let place = 4 + 4 + 18

  @Test(
    "whole audio matches its checksum, native and in Ogg",
    arguments: ["clicks.flac", "clicks.oga", "surround.flac"])
  func matches(name: String) throws {
    let report = try DecodedFile(Fixture.path(name)).report
    #expect(report.checksum == .matches)
    #expect(report.warnings.isEmpty)
  }

  @Test("other audio than was encoded is told, and decoded all the same")
  func differs() throws {
    var bytes = Fixture.bytes("surround.flac")
    bytes[Self.place] ^= 1
    let file = try DecodedFile(folder.write(bytes, to: "a.flac"))
    #expect(file.report.checksum == .differs)
    #expect(file.report.warnings.count == 1)
    #expect(!file.report.isTruncated)
    #expect(file.planes == (try DecodedFile(Fixture.path("surround.flac"))).planes)
  }

  @Test("a checksum that was never written is absent, not different")
  func absent() throws {
    var bytes = Fixture.bytes("surround.flac")
    bytes.replaceSubrange(Self.place..<Self.place + 16, with: [UInt8](repeating: 0, count: 16))
    let report = try DecodedFile(folder.write(bytes, to: "a.flac")).report
    #expect(report.checksum == .absent)
    #expect(report.warnings.isEmpty)
  }

  @Test("of damaged, cut or half-read audio no checksum is told")
  func unknown() throws {
    var bytes = Fixture.bytes("surround.flac")
    bytes[bytes.count / 2] ^= 1
    #expect(try DecodedFile(folder.write(bytes, to: "a.flac")).report.checksum == nil)
    bytes = Fixture.bytes("clicks.flac")
    bytes.removeLast(40)
    #expect(try DecodedFile(folder.write(bytes, to: "b.flac")).report.checksum == nil)
    let reader = try AudioAsset(path: Fixture.path("clicks.flac")).open()
    var buffer = PCMBuffer(format: reader.format)
    #expect(try reader.read(into: &buffer))
    #expect(reader.report.checksum == nil)
    #expect(try DecodedFile(Fixture.path("clicks.ogg")).report.checksum == nil)
  }

  @Test("a report that an older version stored is read")
  func olderReport() throws {
    let json = #"{"decoder":"libFLAC","codec":"FLAC","frameCount":7,"warnings":["odd"]}"#
    let report = try JSONDecoder().decode(DecodeReport.self, from: Data(json.utf8))
    #expect(report.frameCount == 7)
    #expect(report.warnings == ["odd"])
    #expect(report.checksum == nil)
    let whole = try DecodedFile(Fixture.path("clicks.flac")).report
    let again = try JSONDecoder().decode(
      DecodeReport.self, from: try JSONEncoder().encode(whole))
    #expect(again == whole)
  }
}
