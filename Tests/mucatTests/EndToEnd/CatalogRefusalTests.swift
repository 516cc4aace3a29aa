import Decoders
import Glibc
import TestSupport
import Testing

/// Catalogues that must be refused: one clear line, a status of its own, the file untouched.
struct CatalogRefusalTests {
  private let folder = TemporaryDirectory()
  private var mucat: MucatProcess { MucatProcess(in: folder) }

  @Test(arguments: [["query"], ["scan", "."], ["stats"], ["errors"], ["report", "loudness"]])
  func `a file that is no database is refused and left alone`(words: [String]) async throws {
    let text = Array("Dear diary, this is not a database.\n".utf8)
    let file = folder.write(text, to: "catalog.db")
    let outcome = try await mucat.run(words: words.map { Array($0.utf8) })
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("mucat: \(file): "))
    #expect(outcome.errors.split(separator: "\n").count == 1)
    #expect(TemporaryDirectory.contents(of: file) == text)
  }

  @Test func `a newer catalogue is refused and left alone`() async throws {
    folder.makeFolder("music")
    _ = try await mucat.run("scan", "music")
    let file = folder.appending("catalog.db")
    // The schema's version stands in the header's user version (SQLite file format §1.3.16).
    var bytes = TemporaryDirectory.contents(of: file)
    bytes.replaceSubrange(60..<64, with: [0, 0, 0x7F, 0xFF])
    folder.write(bytes, to: file)
    for words in [["query"], ["scan", "music"]] {
      let outcome = try await mucat.run(words: words.map { Array($0.utf8) })
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains("newer"))
      #expect(outcome.errors.split(separator: "\n").count == 1)
      #expect(TemporaryDirectory.contents(of: file) == bytes)
    }
  }

  @Test func `a scan waits for no other scan, and names its process`() async throws {
    folder.makeFolder("music")
    _ = try await mucat.run("scan", "music")
    let lock = folder.appending("catalog.db.lock")
    let descriptor = lock.withCString { open($0, O_RDWR | O_CREAT, 0o644) }
    #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    let number = Array("4711\n".utf8)
    #expect(pwrite(descriptor, number, number.count, 0) == number.count)
    defer { close(descriptor) }

    let outcome = try await mucat.run("scan", "music")
    #expect(outcome.status == 3)
    #expect(outcome.errors.contains("4711"))
    #expect(outcome.errors.split(separator: "\n").count == 1)
    // Readers are welcome meanwhile.
    #expect(try await mucat.run("stats").status == 1)
  }

  @Test func `without a catalogue the way to make one is told, and none is made`() async throws {
    let outcome = try await mucat.run("query", "bpm:120")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("'mucat scan FOLDER' makes one"))
    #expect(folder.appending("catalog.db").withCString { access($0, F_OK) } != 0)
  }
}
