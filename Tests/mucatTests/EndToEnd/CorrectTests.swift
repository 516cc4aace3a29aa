import Decoders
import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import mucat

/// The user's word against what was measured: `correct`.
struct CorrectTests {
  private func track(_ mucat: MucatProcess, _ path: String) async throws -> [String: JSONValue] {
    let outcome = try await mucat.run("show", path, "--json")
    let object = try JSONDecoder().decode([String: JSONValue].self, from: outcome.outputData)
    guard case .object(let track)? = object["track"] else { return [:] }
    return track
  }

  private func scanned() async throws -> (music: MusicFolder, mucat: MucatProcess, path: String) {
    var music = MusicFolder()
    music.addSongs()
    let mucat = MucatProcess(in: music.folder)
    #expect(try await mucat.run("scan", "music", "--quiet").status == 0)
    let listed = try await mucat.run("query", "has:bpm", "bpm+", "--format", "paths0", "-q")
    let first = try #require(listed.outputBytes.split(separator: 0).first)
    return (music, mucat, String(decoding: first, as: UTF8.self))
  }

  @Test func `what the user says counts, and survives a move`()
    async throws
  {
    let (music, mucat, path) = try await scanned()
    let before = try await track(mucat, path)
    #expect(before["bpmSource"] == .text("measured"))
    #expect(try await mucat.run("correct", path, "--bpm", "93.5", "--key", "9B").status == 0)
    let set = try await track(mucat, path)
    #expect(set["bpm"] == .number(93.5) && set["bpmSource"] == .text("user"))
    #expect(set["camelot"] == .text("9B") && set["keySource"] == .text("user"))
    let asked = try await mucat.run("query", "bpm:93.4..93.6 key:9B", "--format", "paths0", "-q")
    #expect(asked.outputBytes.split(separator: 0).count == 1)
    let shown = try await mucat.run("show", path)
    #expect(shown.output.contains("93.5 BPM, set by you (measured: "))

    let moved = music.folder.appending("music/elsewhere.wav")
    #expect(rename(path, moved.displayText) == 0)
    #expect(try await mucat.run("scan", "music").status == 0)
    let after = try await track(mucat, moved.displayText)
    #expect(after["bpm"] == .number(93.5) && after["camelot"] == .text("9B"))

    #expect(
      try await mucat.run("correct", moved.displayText, "--bpm", "measured", "--key", "measured")
        .status
        == 0)
    let back = try await track(mucat, moved.displayText)
    #expect(back["bpm"] == before["bpm"] && back["camelot"] == before["camelot"])
    #expect(back["bpmSource"] == .text("measured"))
  }

  @Test func `double and half are of the tempo there is`() async throws {
    let (_, mucat, path) = try await scanned()
    guard case .number(let tempo)? = try await track(mucat, path)["bpm"] else {
      Issue.record("no tempo")
      return
    }
    #expect(try await mucat.run("correct", path, "--bpm", "x2").status == 0)
    #expect(try await track(mucat, path)["bpm"] == .number(tempo * 2))
    #expect(try await mucat.run("correct", path, "--bpm", "/2").status == 0)
    #expect(try await track(mucat, path)["bpm"] == .number(tempo))
  }

  @Test func `slips change nothing`() async throws {
    let (_, mucat, path) = try await scanned()
    let before = try await track(mucat, path)
    for words in [
      ["correct", path], ["correct", path, "--bpm", "fast"], ["correct", path, "--bpm", "-3"],
      ["correct", path, "--key", "H major!"], ["correct", path, "--key", "x2"],
    ] {
      let outcome = try await mucat.run(words: words.map { Array($0.utf8) })
      #expect(outcome.status == 64, "\(words)")
    }
    #expect(try await mucat.run("correct", "no such song", "--bpm", "100").status == 1)
    #expect(try await track(mucat, path) == before)
  }
}
