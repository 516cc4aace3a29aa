import TestSupport
import Testing

@testable import Decoders

/// Damaged tags, the same ones in every run: reading ends, and writing ends in a file with the
/// same audio or in an error and the same file.
@Suite("Damaged tags") struct TagMutationTests {
  private static let mutantsPerSample = 40

  @Test("no mutant traps, hangs or loses its audio", arguments: TagSample.allCases)
  func mutants(sample: TagSample) throws {
    let folder = TemporaryDirectory()
    let path = sample.copy(to: folder, named: "original")
    for (name, value) in [("TITLE", "Title"), ("COMMENT", "123"), ("BPM", "120")]
    where sample != .dsf && sample != .bigWave {
      #expect(try setTag(name, to: value, of: path))
    }
    _ = try AudioAsset(path: path).writeTags(sample.changes)
    let original = TemporaryDirectory.contents(of: path)
    let tagged = tagged(original)
    var generator = SeededGenerator(seed: sample.rawValue.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) })
    var outcomes: Set<String> = []
    for index in 0..<Self.mutantsPerSample {
      var bytes = original
      for _ in 0...Int.random(in: 0...2, using: &generator) where !bytes.isEmpty {
        let place = min(tagged.randomElement(using: &generator) ?? 0, bytes.count - 1)
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &generator)
        case 1: bytes[place] = [0, 0x7F, 0x80, 0xFF].randomElement(using: &generator) ?? 0
        case 2: bytes.remove(at: place)
        case 3: bytes.insert(0xFF, at: place)
        default: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        }
      }
      let mutant = folder.write(bytes, to: "mutant \(index)")
      let asset = AudioAsset(path: mutant)
      _ = asset.tags()
      let audio = try? asset.payloadHash()
      var changes = TagChanges()
      changes.set(.initialKey, to: "1A")
      do throws(TagWritingError) {
        _ = try asset.writeTags(changes)
        outcomes.insert("written")
        #expect(try asset.previousTags(for: changes).values[.initialKey] == ["1A"])
        #expect((try? asset.payloadHash()) == audio)
      } catch {
        outcomes.insert(error.code)
        #expect(TemporaryDirectory.contents(of: mutant) == bytes)
      }
    }
    #expect(outcomes.contains("written"), "\(outcomes)")
  }

  /// The places around everything that looks like a tag.
  private func tagged(_ bytes: [UInt8]) -> [Int] {
    let marks = [
      "8A", "120", "127", "128", "Title", "TITLE", "REPLAYGAIN", "R128", "ID3", "APETAGEX",
    ]
    var places: Set<Int> = []
    for mark in marks.map({ Array($0.utf8) }) {
      for start in bytes.indices.dropLast(mark.count) where bytes[start...].starts(with: mark) {
        places.formUnion(max(0, start - 24)..<min(bytes.count, start + 24))
      }
    }
    return places.sorted()
  }
}
