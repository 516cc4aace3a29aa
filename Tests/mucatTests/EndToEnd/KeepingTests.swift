import Decoders
import Glibc
import TestSupport
import Testing

@testable import mucat

/// What keeps a catalogue and its playlists: `playlist`, `backup`, `doctor`.
struct KeepingTests {
  private struct Library {
    let music: MusicFolder
    var mucat: MucatProcess { MucatProcess(in: music.folder) }
  }

  private func scanned() async throws -> Library {
    var music = MusicFolder()
    music.addSongs()
    let library = Library(music: music)
    #expect(try await library.mucat.run("scan", "music", "--quiet").status == 0)
    return library
  }

  @Test func `a playlist is saved, asked within, written and removed`() async throws {
    let library = try await scanned()
    let mucat = library.mucat
    #expect(try await mucat.run("playlist", "save", "steady / set", "has:bpm", "bpm+").status == 0)
    let list = try await mucat.run("playlist", "list")
    #expect(list.output == "steady / set: has:bpm bpm+\n")
    let within = try await mucat.run("query", "in:steady / set", "--format", "paths0", "-q")
    #expect(within.status == 0 && within.outputBytes.contains(0))

    library.music.folder.makeFolder("lists")
    let written = try await mucat.run("playlist", "write", "--output", "lists", "--relative")
    #expect(written.status == 0)
    let file = library.music.folder.appending("lists/steady - set.m3u8")
    let text = String(decoding: TemporaryDirectory.contents(of: file), as: UTF8.self)
    #expect(text.hasPrefix("#EXTM3U\n#EXTINF:"))
    let paths = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(!paths.isEmpty && paths.allSatisfy { $0.hasPrefix("../music/") })
    // Not written again when nothing has changed.
    var (before, after) = (stat(), stat())
    _ = file.withCString { stat($0, &before) }
    _ = try await mucat.run("playlist", "write", "--output", "lists", "--relative")
    _ = file.withCString { stat($0, &after) }
    #expect(before.st_ino == after.st_ino)

    #expect(try await mucat.run("playlist", "remove", "STEADY / set").status == 0)
    let unknown = try await mucat.run("query", "in:steady")
    #expect(unknown.status == 64)
    #expect(unknown.errors.contains("playlist 'steady': there is no such playlist"))
    #expect(try await mucat.run("playlist", "list").status == 1)
  }

  @Test func `a slip in a query is told before it is kept`() async throws {
    let mucat = try await scanned().mucat
    let outcome = try await mucat.run("playlist", "save", "x", "bmp:120")
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("did you mean 'bpm'?"))
    #expect(try await mucat.run("playlist", "list").output.isEmpty)
    #expect(try await mucat.run("playlist", "save").status == 64)
    #expect(try await mucat.run("playlist", "keep", "x").status == 64)
  }

  @Test func `a backup answers like the catalogue`() async throws {
    let library = try await scanned()
    #expect(try await library.mucat.run("backup", "copy.db").status == 0)
    let original = try await library.mucat.run("query", "--json")
    let copy = try await library.mucat.run("query", "--json", "--catalog", "copy.db")
    #expect(original.status == 0 && original.output == copy.output)
    let itself = try await library.mucat.run("backup", "catalog.db")
    #expect(itself.status == 64 && itself.errors.contains("the catalogue itself"))
  }

  @Test func `the doctor finds a healthy catalogue well and a bad one damaged`() async throws {
    let library = try await scanned()
    let mucat = library.mucat
    let well = try await mucat.run("doctor")
    #expect(well.status == 0 && well.output == "all is well\n")
    #expect(try await mucat.run("doctor", "--repair").status == 0)
    #expect(try await mucat.run("backup", "bad.db").status == 0)
    var bytes = TemporaryDirectory.contents(of: library.music.folder.appending("bad.db"))
    for index in 8192..<min(bytes.count, 40_000) { bytes[index] = 0xA5 }
    library.music.folder.write(bytes, to: "bad.db")
    let ill = try await mucat.run("doctor", "--catalog", "bad.db")
    #expect(ill.status == 2)
    #expect((ill.output + ill.errors).contains("damaged"))
  }

  @Test func `relative paths lead from a folder to a file`() {
    func way(_ file: String, _ folder: String) -> String {
      String(
        decoding: TrackExport.relativePath(of: FilePath(file), from: FilePath(folder)),
        as: UTF8.self)
    }
    #expect(way("/m/a/x.mp3", "/m") == "a/x.mp3")
    #expect(way("/m/a/x.mp3", "/m/b/c") == "../../a/x.mp3")
    #expect(way("/m/x.mp3", "/") == "m/x.mp3")
    #expect(way("/m2/x.mp3", "/m") == "../m2/x.mp3")
    #expect(way("/m/#1.mp3", "/m") == "./#1.mp3")
  }
}
