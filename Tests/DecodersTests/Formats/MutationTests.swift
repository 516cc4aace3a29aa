import TestSupport
import Testing

@testable import Decoders

/// Damaged copies of files of every format that is decoded here, the same ones in every run: each
/// must end in audio or in an error, never in a trap or without end. `./run fuzz` does the same with
/// more of them, each beyond reach of the next.
@Suite struct MutationTests {
  private static let mutantsPerFile = 40

  @Test("no mutant of a fixture traps, hangs, or gives more than is sane", arguments: Fixture.names)
  func mutantsOfFixtures(name: String) throws {
    try examineMutants(of: Fixture.bytes(name), name: name)
  }

  @Test(
    "nor does one of a file by another writer",
    arguments: AudioFileWriter.Kind.allCases)
  func mutantsOfWrittenFiles(kind: AudioFileWriter.Kind) throws {
    let folder = TemporaryDirectory()
    let path = folder.appending("original")
    let plane = Signals.noise(amplitude: 0.1, seconds: 0.1, sampleRate: 24000)
    let tags = AudioFileWriter.TextTags(title: "Title", artist: "Artist", year: "2001", track: "3")
    AudioFileWriter.write([plane, plane], sampleRate: 24000, to: path, as: kind, tags: tags)
    try examineMutants(of: TemporaryDirectory.contents(of: path), name: kind.rawValue)
  }

  private func examineMutants(of original: [UInt8], name: String) throws {
    let folder = TemporaryDirectory()
    let donor = Fixture.bytes(Fixture.names[(name.utf8.count * 7) % Fixture.names.count])
    let seed = name.utf8.reduce(1) { $0 &* 31 &+ UInt64($1) }
    var outcomes: Set<String> = []
    for number in 0..<Self.mutantsPerFile {
      let mutant = Mutant(of: original, donor: donor, seed: seed, number: number)
      let path = folder.write(mutant.bytes, to: "mutant")
      let asset = AudioAsset(path: path)
      let hash = try? asset.payloadHash()
      do {
        let file = try DecodedFile(path)
        // A few KB of any codec here hold less than a minute; silence for lost frames may be added.
        #expect(file.frameCount <= 11 * 60 * file.format.sampleRate)
        #expect(file.planes.allSatisfy { $0.allSatisfy(\.isFinite) })
        #expect(hash != nil, "what decodes has an identity")
        outcomes.insert("audio")
      } catch {
        #expect(!error.description.isEmpty)
        outcomes.insert(error.code)
      }
      #expect(hash == (try? asset.payloadHash()), "one file has one hash")
      let tags = asset.tags()
      #expect(tags.beatsPerMinute.map { $0 > 0 && $0 < 1000 } ?? true)
      #expect(tags.year.map { (1...9999).contains($0) } ?? true)
    }
    #expect(outcomes.count > 1, "all mutants end alike: the mutations are too coarse or too fine")
  }
}
