import Testing

@testable import Catalog

struct DuplicateRankingTests {
  private static let mp3 = "MPEG 1 layer III"

  private static func file(
    _ codec: String = "FLAC", kilobits: Double = 900,
    change: (inout DuplicateFile) -> Void = { _ in }
  ) -> DuplicateFile {
    var track = Track()
    track.codec = codec
    track.duration = 240
    track.sampleRate = 44_100
    track.channelCount = 2
    track.path = "/m/a"
    var file = DuplicateFile(
      track: track, size: 1000, bitRate: kilobits * 1000,
      isLossless: CodecQuality.isLossless(codec), isDamaged: false, tagCount: 3)
    change(&file)
    return file
  }

  /// The better one, the worse one, and why.
  private static let cases: [(DuplicateFile, DuplicateFile, DuplicateFile.Drawback)] = [
    (file(), file { $0.isDamaged = true }, .damaged),
    (file(mp3, kilobits: 128), file { $0.isDamaged = true }, .damaged),
    (file(), file("Opus", kilobits: 510), .lossy),
    (file("WAV, Signed 16 bit PCM"), file("WAV, IMA ADPCM"), .lossy),
    (file("ALAC, 16 bit"), file("AAC-LC", kilobits: 256), .lossy),
    (file(), file { $0.track.clippedSampleCount = 4000 }, .clipped),
    (file { $0.track.sampleRate = 96_000 }, file(), .sampleRate),
    (file(mp3, kilobits: 320), file(mp3, kilobits: 192), .bitRate),
    (file("Opus", kilobits: 128), file(mp3, kilobits: 128), .bitRate),
    (file(mp3, kilobits: 320), file("Opus", kilobits: 128), .bitRate),
    (file(mp3), file(mp3) { $0.track.channelCount = 1 }, .channels),
    (file(), file { $0.track.duration = 236 }, .shorter),
    (file(), file { $0.tagCount = 1 }, .tags),
    (file(), file { $0.track.path = "/m/a (copy)" }, .name),
    (file(), file { $0.track.path = "/m/b" }, .name),
  ]

  @Test(arguments: cases.indices) func `the first difference that counts decides`(index: Int) {
    let (better, worse, drawback) = Self.cases[index]
    #expect(worse.drawback(against: better) == drawback)
    #expect(better.drawback(against: worse) == nil)
  }

  @Test func `what is within the measure is no difference`() {
    let one = Self.file(Self.mp3, kilobits: 192)
    // A variable rate of about the same, some overs of a lossy decoder, a frame less at the end.
    let other = Self.file(Self.mp3, kilobits: 195) {
      $0.track.clippedSampleCount = 50
      $0.track.duration = 239.97
      $0.track.path = "/m/b"
    }
    #expect(other.drawback(against: one) == .name)
  }
}
