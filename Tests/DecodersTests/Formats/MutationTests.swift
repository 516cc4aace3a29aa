import TestSupport
import Testing

@testable import Decoders

/// Damaged copies of the fixtures, the same ones in every run: each must end in audio or in an
/// error, never in a trap or without end.
@Suite struct MutationTests {
  private static let mutantsPerFixture = 45

  @Test("no mutant traps, hangs, or decodes to more than is sane", arguments: Fixture.names)
  func mutants(name: String) throws {
    let folder = TemporaryDirectory()
    let original = Fixture.bytes(name)
    let donor = Fixture.bytes(Fixture.names[(name.utf8.count * 7) % Fixture.names.count])
    var generator = SeededGenerator(seed: name.utf8.reduce(1) { $0 &* 31 &+ UInt64($1) })
    var outcomes: Set<String> = []
    for _ in 0..<Self.mutantsPerFixture {
      let path = folder.write(mutant(of: original, donor: donor, using: &generator), to: "mutant")
      let asset = AudioAsset(path: path)
      do {
        let file = try DecodedFile(path)
        // 20 KB of any codec here hold less than a minute; silence for lost frames may be added.
        #expect(file.frameCount <= 11 * 60 * file.format.sampleRate)
        #expect(file.planes.allSatisfy { $0.allSatisfy(\.isFinite) })
        outcomes.insert("audio")
      } catch {
        #expect(!error.description.isEmpty)
        outcomes.insert(error.code)
      }
      _ = asset.tags()
      _ = try? asset.payloadHash()
    }
    #expect(outcomes.count > 1, "all mutants end alike: the mutations are too coarse or too fine")
  }

  private func mutant(
    of original: [UInt8], donor: [UInt8], using generator: inout SeededGenerator
  ) -> [UInt8] {
    var bytes = original
    for _ in 0...Int.random(in: 0...3, using: &generator) where !bytes.isEmpty {
      let place = Int.random(in: bytes.indices, using: &generator)
      let end = min(bytes.count, place + Int.random(in: 1...64, using: &generator))
      switch Int.random(in: 0..<8, using: &generator) {
      case 0, 1: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &generator)
      case 2: bytes[place] = [0, 0x7F, 0x80, 0xFF].randomElement(using: &generator) ?? 0
      case 3: bytes.removeSubrange(place...)
      case 4: bytes.removeSubrange(place..<end)
      case 5: bytes.insert(contentsOf: bytes[place..<end], at: place)
      case 6:
        for index in place..<end { bytes[index] = UInt8.random(in: 0...255, using: &generator) }
      default: bytes.replaceSubrange(place..., with: donor.suffix(min(donor.count, 2000)))
      }
    }
    return bytes
  }
}
