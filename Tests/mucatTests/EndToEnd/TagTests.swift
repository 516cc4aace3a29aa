import Decoders
import TestSupport
import Testing

@testable import mucat

/// `mucat tag` on real files, from trial run to undo.
struct TagTests {
  private let music: MusicFolder

  init() {
    var music = MusicFolder()
    music.addSongs()
    music.addOddMusic()
    self.music = music
  }

  @Test func `gains are tried, written under any locale, shown, and taken back`() async throws {
    var mucat = MucatProcess(in: music.folder)
    mucat.variables["LC_ALL"] = "de_DE.UTF-8"
    #expect(try await mucat.run("scan", "music", "-q").status == 0)
    let song = try #require(music.music.first)
    let bytes = TemporaryDirectory.contents(of: song)

    let trial = try await mucat.run("tag", "replaygain", "--album", "--dry-run", "ferry")
    #expect(trial.status == 0)
    #expect(trial.outputLines.first?.hasSuffix("Night Ferry.wav: would be written") == true)
    #expect(trial.outputLines.dropFirst().count == 5)
    #expect(
      trial.outputLines.contains { $0.hasPrefix("  REPLAYGAIN_TRACK_GAIN: (absent) -> ") })
    #expect(trial.errors == "1 would be written\n")
    #expect(TemporaryDirectory.contents(of: song) == bytes)

    let outcome = try await mucat.run("tag", "replaygain", "--album", "--json")
    // Silence, and what is too short, has no gain; the rest is done.
    #expect(outcome.status == 2)
    #expect(outcome.outputLines.count == 7)
    #expect(outcome.output.contains(#""code":"noLoudness""#))
    #expect(outcome.errors == "5 written, 2 refused\n")
    let tags = AudioAsset(path: song).tags()
    let gain = try #require(tags.replayGainTrackGainDB)
    #expect((-30...30).contains(gain))
    #expect(tags.replayGainAlbumGainDB != nil)
    #expect(tags.replayGainReference == .replayGain2)
    #expect(tags.title == "Night Ferry")

    let shown = try await mucat.run("show", "Night Ferry")
    #expect(shown.output.contains("ReplayGain (-18 LUFS)"))
    let rescan = try await mucat.run("scan", "music", "--json")
    #expect(rescan.output.contains(#""unchanged":7"#))

    let undone = try await mucat.run("tag", "replaygain", "--undo")
    #expect(undone.status == 0)
    #expect(undone.errors == "5 restored\n")
    #expect(TemporaryDirectory.contents(of: song) == bytes)
    let nothing = try await mucat.run("tag", "replaygain", "--undo")
    #expect(nothing.status == 1)
    #expect(nothing.errors == "nothing to undo\n")
  }

  @Test(arguments: [
    ["tag"], ["tag", "mp3gain"], ["tag", "r128", "--target", "-18"],
    ["tag", "replaygain", "--undo", "--album"], ["tag", "replaygain", "--target", "loud"],
    ["scan", ".", "--legacy-encoding", "cp9999"],
  ])
  func `what cannot be meant is refused before anything is opened`(words: [String]) async throws {
    let mucat = MucatProcess(in: music.folder)
    let outcome = try await mucat.run(words: words.map { Array($0.utf8) })
    #expect(outcome.status == 64)
    #expect(outcome.output.isEmpty)
  }

  @Test func `an unknown code page names those that are known`() async throws {
    let mucat = MucatProcess(in: music.folder)
    let outcome = try await mucat.run("scan", "music", "--legacy-encoding", "shift_jiss")
    #expect(outcome.errors.contains("cp1251, koi8-r"))
    #expect(outcome.errors.contains("did you mean 'shift_jis'?"))
  }

  @Test func `without a catalogue there is nothing to write from`() async throws {
    let outcome = try await MucatProcess(in: music.folder).run("tag", "replaygain")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("no catalogue here yet"))
  }
}
