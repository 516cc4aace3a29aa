import Decoders
import FoundationEssentials
import TestSupport
import Testing

@testable import mucat

/// `mucat dupes` on files that are decoded for it.
struct DupesTests {
  private struct Library {
    let folder = TemporaryDirectory()
    var mucat: MucatProcess { MucatProcess(in: folder) }

    init() {
      folder.makeFolder("music")
      let one = song("Night Ferry", tonic: 9, bpm: 126)
      let other = song("Glass Elevator", tonic: 4, bpm: 122)
      write(one, "a.wav", as: .wav16)
      write(one, "a.mp3", as: .mp3)
      write(
        one.map { Signals.scaled(Array($0.dropFirst(30_000)), by: 0.4) }, "late.ogg", as: .vorbis)
      write(other, "b.wav", as: .wav16)
      folder.write(TemporaryDirectory.contents(of: path("b.wav")), to: "music/b copy.wav")
      let silence = [Signals.silence(seconds: 25, sampleRate: 44_100)]
      write(silence, "silence.wav", as: .wav16)
      write(silence, "silence.mp3", as: .mp3)
    }

    func path(_ name: String) -> FilePath { folder.appending("music/\(name)") }

    private func song(_ title: String, tonic: Int, bpm: Double) -> [[Float]] {
      DemoSong(title: title, beatsPerMinute: bpm, tonic: tonic, isMinor: true, barCount: 12)
        .render()
    }

    private func write(_ planes: [[Float]], _ name: String, as kind: AudioFileWriter.Kind) {
      AudioFileWriter.write(planes, sampleRate: 44_100, to: path(name), as: kind)
    }
  }

  /// Made and scanned once for all tests, which only read.
  private static let scanned = Task {
    let library = Library()
    _ = try await library.mucat.run("scan", "music", "--quiet")
    return library
  }

  private func run(_ words: String...) async throws -> MucatProcess.Outcome {
    try await Self.scanned.value.mucat.run(words: words.map { Array($0.utf8) })
  }

  private func names(_ outcome: MucatProcess.Outcome) -> [String] {
    outcome.outputBytes.split(separator: 0).map {
      FilePath(bytes: Array($0)).lastComponent.displayText
    }
  }

  @Test func `groups are told with the best file first, and why the others are not`() async throws {
    let outcome = try await run("dupes")
    #expect(outcome.status == 0)
    #expect(outcome.errors.hasPrefix("2 groups, 5 files; "))
    let lines = outcome.outputLines
    let heads = lines.filter { !$0.hasPrefix(" ") && !$0.isEmpty }
    #expect(heads == ["the same music, 3 files: a.wav", "the same recording, 2 files: b.wav"])
    let marks = lines.compactMap { line in
      line.contains("/music/") ? String(line.dropFirst(2).prefix { $0 != " " }) : nil
    }
    #expect(marks == ["best", "lossy", "lossy", "best", "copy"])
    #expect(lines.contains { $0.contains("WAV") && $0.contains("1411 kbit/s, 44.1 kHz, 0:23") })
  }

  @Test func `either kind alone, a query, and paths for other programs`() async throws {
    #expect(names(try await run("dupes", "--exact", "-f", "paths0")) == ["b.wav", "b copy.wav"])
    #expect(names(try await run("dupes", "--exact", "--others", "-f", "paths0")) == ["b copy.wav"])
    let near = names(try await run("dupes", "--near", "-f", "paths0"))
    #expect(near.first == "a.wav" && Set(near) == ["a.wav", "a.mp3", "late.ogg"])
    #expect(names(try await run("dupes", "format:mp3", "-f", "paths0")) == near)
    #expect(names(try await run("dupes", "--exact", "--near", "-f", "paths0")).count == 5)
    let none = try await run("dupes", "artist:nobody")
    #expect(none.status == 1 && none.output.isEmpty && none.errors == "no duplicates\n")
    #expect(try await run("dupes", "artits:x").status == 64)
    #expect(try await run("dupes", "--json", "-f", "text").status == 64)
  }

  @Test func `JSON has a group on each line`() async throws {
    let outcome = try await run("dupes", "--json", "-q")
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    let groups = try outcome.outputLines.map { line in
      try JSONDecoder().decode(JSONValue.self, from: Data(line.utf8))
    }
    #expect(groups.map { $0["kind"] } == [.text("near"), .text("exact")])
    guard case .array(let files) = groups[0]["files"] else {
      Issue.record("no files")
      return
    }
    #expect(files.map { $0["drawback"] } == [nil, .text("lossy"), .text("lossy")])
    #expect(files.map { $0["isBest"] } == [.bool(true), .bool(false), .bool(false)])
    #expect(files[0]["track"]?["codec"] == .text("WAV, Signed 16 bit PCM"))
  }
}
