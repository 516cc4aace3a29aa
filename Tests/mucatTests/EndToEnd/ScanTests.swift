import Decoders
import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// `mucat scan`, as its own process.
struct ScanTests {
  @Test func `a folder without music says so`() async throws {
    let folder = TemporaryDirectory()
    folder.makeFolder("music")
    let outcome = try await MucatProcess(in: folder).run("scan", "music")
    #expect(outcome.status == 1)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors == "mucat: no audio files found\n")
  }

  @Test func `a path that is not there is named before anything is made`() async throws {
    let folder = TemporaryDirectory()
    folder.makeFolder("music")
    let outcome = try await MucatProcess(in: folder).run("scan", "music", "misuc")
    #expect(outcome.status == 2)
    #expect(outcome.errors == "mucat: misuc: No such file or directory\n")
    #expect(!exists(folder.appending("catalog.db")))
  }

  @Test func `a file that waits for ffmpeg is told, left alone, and taken up once it is there`()
    async throws
  {
    let folder = TemporaryDirectory()
    let fixtures = FilePath(#filePath).parent.parent.parent.appending("Fixtures".utf8)
    folder.write(
      TemporaryDirectory.contents(of: fixtures.appending("clicks.mpc".utf8)),
      to: folder.makeFolder("music").appending("a.mpc".utf8))
    var mucat = MucatProcess(in: folder)
    mucat.variables["MUCAT_FFMPEG"] = ""
    let first = try await mucat.run("scan", "music")
    #expect(first.status == 2)
    #expect(first.errors.contains("a.mpc: Musepack is decoded by ffmpeg, which is not installed"))
    #expect(first.errors.contains("apt install ffmpeg"))

    let second = try await mucat.run("scan", "music")
    #expect(second.status == 0)
    #expect(second.errors.contains("1 failed before and skipped"))

    mucat.variables["MUCAT_FFMPEG"] = nil
    let third = try await mucat.run("scan", "music")
    #expect(third.status == 0)
    #expect(third.errors.contains("analysed 1 track"))
  }

  @Test func `odd files become rows, broken ones errors, and a second scan opens nothing`()
    async throws
  {
    var music = MusicFolder()
    music.addSongs()
    music.addOddMusic()
    music.addBrokenFiles()
    let mucat = MucatProcess(in: music.folder)

    let first = try await mucat.run("scan", "music")
    #expect(first.status == 2)
    #expect(first.output.isEmpty)
    #expect(first.errors.hasPrefix("mucat: \(music.broken[0]): the file is empty\n"))
    #expect(first.errors.contains("photo.mp3: not audio: "))
    #expect(first.errors.contains("analysed 7 tracks: "))
    #expect(first.errors.hasSuffix("; 2 failed\n"))

    let paths = try await mucat.run("query", "--format", "paths0")
    #expect(paths.status == 0)
    let found = paths.outputBytes.split(separator: 0).map { FilePath(bytes: $0) }
    #expect(Set(found) == Set(music.music))
    #expect(paths.errors == "7 tracks\n")

    let second = try await mucat.run("scan", "music")
    #expect(second.status == 0)
    #expect(
      second.errors
        == "7 unchanged; 2 failed before and skipped (--retry-failed tries again)\n")

    let again = try await mucat.run("scan", "music", "--retry-failed", "--quiet")
    #expect(again.status == 2)
    #expect(again.errors.split(separator: "\n").count == 2)

    let failures = try await mucat.run("errors")
    #expect(failures.status == 0)
    #expect(failures.outputLines.count == 2)
    #expect(failures.output.contains("\(music.broken[0]): the file is empty\n"))
  }

  @Test func `events are one JSON object a line, from begin to summary`() async throws {
    var music = MusicFolder()
    music.addOddMusic()
    music.addBrokenFiles()
    let outcome = try await MucatProcess(in: music.folder).run("scan", "music", "--json")
    #expect(outcome.status == 2)
    #expect(outcome.errors.isEmpty)
    let events = try outcome.outputLines.map { line in
      try JSONDecoder().decode(Event.self, from: Data(line.utf8))
    }
    #expect(events.first?.type == "begin")
    #expect(events.first?.data.schemaVersion == 1)
    #expect(events.last?.type == "summary")
    #expect(events.last?.data.analysed == 5)
    #expect(events.last?.data.failed == 2)
    #expect(events.filter { $0.type == "track" }.count == 5)
    #expect(
      Set(events.filter { $0.type == "failure" }.compactMap(\.data.code)) == ["empty", "notAudio"])
    let invalid = events.first { $0.data.pathBytes != nil }
    #expect(invalid?.data.pathBytes?.hasSuffix("636166e92e776176") == true)
  }

  private struct Event: Decodable {
    struct Payload: Decodable {
      var schemaVersion, analysed, failed: Int?
      var code, pathBytes: String?
    }
    var type: String
    var data: Payload
  }

  @Test func `a file that cannot be read fails alone`() async throws {
    // The superuser reads everything.
    guard getuid() != 0 else { return }
    var music = MusicFolder()
    music.addOddMusic()
    _ = music.music[0].withCString { chmod($0, 0) }
    let outcome = try await MucatProcess(in: music.folder).run("scan", "music")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("Permission denied"))
    #expect(outcome.errors.contains("analysed 4 tracks"))
  }

  @Test func `on a terminal the progress is erased at the end`() async throws {
    var music = MusicFolder()
    music.addOddMusic()
    let (screen, status) = try await MucatProcess(in: music.folder)
      .runOnTerminal(width: 80, "scan", "music")
    #expect(status == 0)
    let erase = "\r\u{1B}[K"
    let last = try #require(screen.components(separatedBy: erase).last)
    #expect(screen.contains(erase))
    #expect(last.hasPrefix("analysed 5 tracks: "))
    #expect(last.hasSuffix("real time\r\n"))
  }

  @Test func `an interruption keeps what was done, and the same command goes on`() async throws {
    var music = MusicFolder()
    music.addOddMusic()
    // Twenty minutes of silence, of which the disk holds next to nothing: enough to interrupt.
    music.addLongSilence(name: "zz.wav", seconds: 1200)
    let mucat = MucatProcess(in: music.folder)
    let running = try mucat.start(
      ["scan", "music", "--jobs", "1", "--json"].map { Array($0.utf8) })
    try running.interrupt(afterOutputLines: 6)
    let outcome = try await running.finished()
    #expect(outcome.status == 130)
    #expect(
      outcome.errors
        == "interrupted: 5 files are in the catalogue; run the same command to go on\n")
    #expect(outcome.outputLines.last?.contains("\"wasInterrupted\":true") == true)

    let stored = try await mucat.run("query", "--format", "paths0")
    #expect(stored.outputBytes.split(separator: 0).count == 5)
    let rest = try await mucat.run("scan", "music")
    #expect(rest.status == 0)
    #expect(rest.errors.contains("analysed 1 track: 20:00 of music"))
    #expect(rest.errors.contains("5 unchanged"))
  }

  private func exists(_ path: FilePath) -> Bool {
    path.withCString { access($0, F_OK) } == 0
  }
}
