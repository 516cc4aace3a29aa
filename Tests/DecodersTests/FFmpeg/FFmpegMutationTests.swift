import TestSupport
import Testing

@testable import Decoders

/// Damaged files of the formats that ffmpeg decodes: each ends in audio or in an error.
@Suite struct FFmpegMutationTests {
  private static let mutantsPerFile = 20

  static let kinds: [(name: String, options: [String])] = [
    ("a.m4a", ["-c:a", "aac", "-b:a", "64k"]), ("b.m4a", ["-c:a", "alac"]),
    ("a.wma", ["-c:a", "wmav2"]), ("a.wv", ["-c:a", "wavpack"]),
    ("a.aac", ["-c:a", "aac", "-b:a", "64k"]),
    ("a.mka", ["-c:a", "libopus"]), ("a.mpc", []),
  ]

  @Test("no mutant traps, hangs, or decodes to more than is sane", arguments: kinds)
  func mutants(name: String, options: [String]) throws {
    let encoding = Encoding()
    let original =
      options.isEmpty
      ? Fixture.bytes("clicks.mpc")
      : TemporaryDirectory.contents(
        of: try encoding.encode(
          [Encoding.clicks(sampleRate: 48_000)], sampleRate: 48_000, to: name, options,
          as: .wav16))
    var generator = SeededGenerator(seed: name.utf8.reduce(1) { $0 &* 31 &+ UInt64($1) })
    var audioCount = 0
    for index in 0..<Self.mutantsPerFile {
      var bytes = original
      for _ in 0...(index % 4) where bytes.count > 64 {
        // Half of the changes go to the head, where the lengths and offsets are.
        let reach = Bool.random(using: &generator) ? min(bytes.count, 700) : bytes.count
        let place = Int.random(in: 0..<reach, using: &generator)
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: bytes.removeSubrange(max(place, 16)...)
        case 1: bytes.removeSubrange(place..<min(place + 40, bytes.count))
        case 2: bytes[place] = [0, 0x7F, 0x80, 0xFF].randomElement(using: &generator) ?? 0
        default: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &generator)
        }
      }
      let path = encoding.folder.write(bytes, to: "mutant")
      do {
        let file = try DecodedFile(path)
        #expect(file.frameCount <= 600 * file.format.sampleRate)
        #expect(file.planes.allSatisfy { $0.allSatisfy(\.isFinite) })
        audioCount += 1
      } catch {
        #expect(!error.description.isEmpty)
      }
      _ = try? AudioAsset(path: path).payloadHash()
    }
    #expect(audioCount > 0, "the mutations are too coarse")
  }

  @Test("headers of every kind with noise behind them end in an error or in audio")
  func noise() {
    let folder = TemporaryDirectory()
    var generator = SeededGenerator(seed: 11)
    for row in FormatSignature.table {
      guard case .format(let format) = row.meaning, format.refusal == nil else { continue }
      var bytes = (0..<3000).map { _ in UInt8.random(in: 0...255, using: &generator) }
      for mark in row.marks {
        bytes.replaceSubrange(mark.offset..<mark.offset + mark.bytes.count, with: mark.bytes)
      }
      let path = folder.write(bytes, to: "noise")
      _ = try? DecodedFile(path)
      _ = try? AudioAsset(path: path).payloadHash()
    }
  }
}
