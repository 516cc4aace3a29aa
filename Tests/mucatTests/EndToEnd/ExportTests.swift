import Catalog
import Decoders
import TestSupport
import Testing

@testable import mucat

/// `mucat export` and `mucat import` on real files, there and back.
struct ExportTests {
  private func scanned() async throws -> (music: MusicFolder, mucat: MucatProcess) {
    var music = MusicFolder()
    music.addSongs()
    let mucat = MucatProcess(in: music.folder)
    #expect(try await mucat.run("scan", "music", "--quiet").status == 0)
    return (music, mucat)
  }

  private func text(_ name: String, in music: MusicFolder) -> String {
    String(
      decoding: TemporaryDirectory.contents(of: music.folder.appending(name)), as: UTF8.self)
  }

  @Test(arguments: ["rekordbox", "traktor"])
  func `a collection goes out with a playlist, and comes back as the user's`(
    program: String
  ) async throws {
    let (music, mucat) = try await scanned()
    #expect(try await mucat.run("playlist", "save", "both", "bpm-").status == 0)
    let out = try await mucat.run(
      "export", program, "--output", "set.xml", "--playlist", "both")
    #expect(out.status == 0 && out.errors == "2 tracks\n", "\(out.errors)")
    let name = program == "traktor" ? "NAME" : "Name"
    #expect(text("set.xml", in: music).contains("\(name)=\"both\""))

    let trial = try await mucat.run("import", program, "set.xml", "--dry-run", "--json")
    #expect(trial.status == 0, "\(trial.errors)")
    #expect(trial.outputLines.count == 2)
    #expect(trial.output.contains(#""status":"matched""#))
    #expect(try await mucat.run("query", "has:rating").status == 1)
    let taken = try await mucat.run("import", program, "set.xml")
    #expect(taken.status == 0)
    #expect(
      taken.errors == "2 of 2 tracks found; taken: bpm of 2, key of 2, grid of 2, cues of 2\n",
      "\(taken.errors)")
    let shown = try await mucat.run("show", "Night Ferry")
    #expect(shown.output.contains("set by you"))

    // What comes out now is what went in.
    let again = try await mucat.run(
      "export", program, "--output", "again.xml", "--playlist", "both")
    #expect(again.status == 0)
    #expect(text("again.xml", in: music) == text("set.xml", in: music))
    #expect(try await mucat.run("import", "forget").status == 0)
    #expect(!(try await mucat.run("show", "Night Ferry")).output.contains("set by you"))
  }

  @Test func `beats go to a file each, or one to the output`() async throws {
    let (music, mucat) = try await scanned()
    let named = try await mucat.run("export", "beats", "title=Night Ferry", "-q")
    #expect(named.status == 0, "\(named.errors)")
    #expect(named.outputLines.first == "time,beat,bar,beatInBar,bpm,section")
    #expect(named.outputLines.count > 14)
    #expect(try await mucat.run("export", "osu").status == 64)
    music.folder.makeFolder("beats")
    for format in ["audacity", "game", "midi", "stepmania", "osu", "fcpxml"] {
      #expect(try await mucat.run("export", format, "-o", "beats").status == 0, "\(format)")
    }
    #expect(text("beats/Night Ferry.osu", in: music).hasPrefix("osu file format v14"))
    #expect(text("beats/Glass Elevator.mid", in: music).hasPrefix("MThd"))
  }

  @Test func `lists are tables, documents and playlists`() async throws {
    let (music, mucat) = try await scanned()
    #expect(try await mucat.run("export", "csv", "-q").outputLines.count == 3)
    let document = try await mucat.run("export", "json", "-q")
    #expect(document.output.hasPrefix(#"{"schemaVersion":1,"tracks":["#))
    music.folder.makeFolder("lists")
    let list = try await mucat.run(
      "export", "m3u8", "--relative", "-o", "lists/a.m3u8", "bpm-")
    #expect(list.status == 0)
    #expect(text("lists/a.m3u8", in: music).contains("\n../music/Night Ferry.wav\n"))
  }

  @Test(arguments: [
    ["export"], ["export", "mp3"], ["export", "csv", "--relative"],
    ["export", "m3u8", "--relative"], ["export", "csv", "--map", "a=b"],
    ["export", "csv", "--timeline", "osu"], ["export", "midi", "--marks", "bars"],
    ["export", "rekordbox", "--map", "nothing"], ["import"], ["import", "rekordbox"],
    ["import", "serato", "x"], ["import", "forget", "--dry-run"], ["montage", "a.wav"],
    ["montage", "a.wav", "--clips", ".", "-o", "film.gif"], ["tag", "bpm", "--album"],
    ["tag", "replaygain", "--notation", "open"],
  ])
  func `what cannot be meant is refused`(words: [String]) async throws {
    let music = MusicFolder()
    let outcome = try await MucatProcess(in: music.folder).run(words: words.map { Array($0.utf8) })
    #expect(outcome.status == 64, "\(words) \(outcome.errors)")
    #expect(outcome.output.isEmpty)
  }

  @Test func `what is no collection is told with its line`() async throws {
    let (music, mucat) = try await scanned()
    music.folder.write(Array("<DJ_PLAYLISTS>\n<TRACK>".utf8), to: "broken.xml")
    let broken = try await mucat.run("import", "rekordbox", "broken.xml")
    #expect(broken.status == 2 && broken.errors.contains("broken.xml: line 2: "))
    let other = try await mucat.run("import", "rekordbox", "nothing.xml")
    #expect(other.status == 2 && other.errors.contains("No such file"))
    music.folder.write(Array("<NML/>".utf8), to: "other.xml")
    #expect((try await mucat.run("import", "rekordbox", "other.xml")).errors.contains("rekordbox"))
    let nowhere = try await mucat.run("export", "csv", "-o", "no/such/folder.csv")
    #expect(nowhere.status == 2)
  }

  @Test func `tempo and key are written to tags, and taken back`() async throws {
    let (music, mucat) = try await scanned()
    let song = try #require(music.music.first)
    let bytes = TemporaryDirectory.contents(of: song)
    let catalog = try Catalog(
      path: music.folder.appending("catalog.db"), access: .existing)
    let track = try #require(try await catalog.track(at: song))
    #expect(try await catalog.setTempo(126.5, ofRecording: track.recordingID))
    #expect(try await catalog.setKey(MusicalKey("8A"), ofRecording: track.recordingID))
    let trial = try await mucat.run(
      "tag", "key", "--notation", "camelot", "-n", "title=Night Ferry")
    #expect(trial.output.contains("INITIALKEY: (absent) -> 8A"), "\(trial.output)")
    #expect(TemporaryDirectory.contents(of: song) == bytes)
    #expect(
      try await mucat.run("tag", "key", "--notation", "open", "title=Night Ferry").status == 0)
    #expect(try await mucat.run("tag", "bpm", "title=Night Ferry").status == 0)
    let tags = AudioAsset(path: song).tags()
    #expect(tags.key == "1m" && tags.beatsPerMinute == 126.5)
    #expect(try await mucat.run("query", "tagbpm:126.5", "tagkey:8A", "-q").status == 0)
    #expect(try await mucat.run("tag", "bpm", "--undo").status == 0)
    #expect(try await mucat.run("tag", "key", "--undo").status == 0)
    #expect(TemporaryDirectory.contents(of: song) == bytes)
  }
}
