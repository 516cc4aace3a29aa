import Decoders
import TestSupport
import Testing

@testable import Catalog

/// Where a click is for the programs that decode MP3s in different ways.
@Suite("Timelines of MP3s")
struct ExportTimelineTests {
  private static let fixtures = FilePath(#filePath).parent.parent.parent
    .appending("Fixtures".utf8)
  /// Where the first click is in the music, in seconds (Tests/Fixtures/make.sh).
  private static let click = 0.1

  private func offset(_ name: String, _ timeline: ExportTimeline) throws -> Double {
    let asset = AudioAsset(path: Self.fixtures.appending(name.utf8))
    return timeline.offset(
      report: try Self.report(of: asset), sampleRate: 44_100, header: try asset.mpegHeaderFrame())
  }

  private static func report(of asset: AudioAsset) throws -> DecodeReport {
    let reader = try asset.open()
    var buffer = PCMBuffer(format: reader.format)
    while try reader.read(into: &buffer) {}
    return reader.report
  }

  /// The moment of the loudest sample in the first quarter of a second, as ffmpeg decodes the file
  /// when it is told to cut nothing.
  private func heardByFFmpeg(_ file: FilePath) throws -> Double {
    let name = ShellCommand.quoted(try #require(file.utf8Text))
    let bytes = try #require(
      ShellCommand.output(
        of: "ffmpeg -v error -flags2 +skip_manual -i \(name) -t 0.25 -ac 1 -f s16le -"))
    let samples = stride(from: 0, to: bytes.count - 1, by: 2).map {
      Int16(truncatingIfNeeded: Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8)
    }
    let loudest = try #require(
      samples.indices.max { samples[$0].magnitude < samples[$1].magnitude })
    return Double(loudest) / 44_100
  }

  @Test(
    "rekordbox hears the encoder's delay, and no header frame",
    .enabled(if: ShellCommand.has("ffmpeg")),
    arguments: ["clicks_cbr.mp3", "clicks_vbr.mp3", "clicks_no_header.mp3"])
  func rekordbox(name: String) throws {
    let heard = try heardByFFmpeg(Self.fixtures.appending(name.utf8))
    let written = Self.click + (try offset(name, .rekordbox))
    // An MP3's click is not where it was to the sample: a tenth of a beat grid's tolerance.
    #expect(abs(heard - written) < 0.001, "\(name): \(heard) \(written)")
    #expect(try offset(name, .rekordbox) == 1105.0 / 44_100)
    #expect(try offset(name, .music) == 0)
  }

  @Test(
    "who takes the header frame for music hears one frame of silence more",
    .enabled(if: ShellCommand.has("ffmpeg")))
  func headerAsMusic() throws {
    // The mark is spoilt, so that ffmpeg decodes the frame as StepMania does.
    var bytes = TemporaryDirectory.contents(
      of: Self.fixtures.appending("clicks_cbr.mp3".utf8))
    let mark = try #require(bytes.firstRange(of: Array("Info".utf8)))
    bytes.replaceSubrange(mark, with: [0, 0, 0, 0])
    let folder = TemporaryDirectory()
    let spoilt = folder.write(bytes, to: "spoilt.mp3")
    let heard = try heardByFFmpeg(spoilt)
    let written = Self.click + (try offset("clicks_cbr.mp3", .stepmania))
    #expect(abs(heard - written) < 0.001, "\(heard) \(written)")
    #expect(abs((try offset("clicks_cbr.mp3", .stepmania)) - 2257.0 / 44_100) < 1e-9)
    // A Xing frame is known to all.
    #expect(try offset("clicks_vbr.mp3", .stepmania) == 1105.0 / 44_100)
  }

  @Test("Traktor takes only a sound LAME tag for what it is")
  func traktor() throws {
    let asset = AudioAsset(path: Self.fixtures.appending("clicks_cbr.mp3".utf8))
    let report = try Self.report(of: asset)
    var header = try #require(try asset.mpegHeaderFrame())
    #expect(header.kind == .info && header.soundLength == 1152)
    #expect(header.isOfLAME && header.isChecksumRight)
    let sound = ExportTimeline.traktor.offset(report: report, sampleRate: 44_100, header: header)
    #expect(sound == 1105.0 / 44_100)
    header.isChecksumRight = false
    let broken = ExportTimeline.traktor.offset(report: report, sampleRate: 44_100, header: header)
    #expect(abs(broken - sound - 1152.0 / 44_100) < 1e-12)
    header.isChecksumRight = true
    header.isOfLAME = false
    #expect(
      ExportTimeline.traktor.offset(report: report, sampleRate: 44_100, header: header) == broken)
    #expect(
      ExportTimeline.traktor.offset(report: report, sampleRate: 44_100, header: nil) == sound)
  }

  @Test("osu! and Audacity cut what the header tells, and nothing that was guessed")
  func told() throws {
    for timeline in [ExportTimeline.osu, .audacity] {
      #expect(try offset("clicks_cbr.mp3", timeline) == 0)
      #expect(try offset("clicks_vbr.mp3", timeline) == 0)
      #expect(try offset("clicks_no_header.mp3", timeline) == 1105.0 / 44_100)
    }
  }

  @Test("other formats have one timeline", arguments: ["clicks.flac", "clicks.ogg", "clicks.opus"])
  func others(name: String) throws {
    for timeline in ExportTimeline.allCases { #expect(try offset(name, timeline) == 0) }
  }
}
