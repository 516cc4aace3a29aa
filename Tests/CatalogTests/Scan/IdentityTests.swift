import Decoders
import Glibc
import TestSupport
import Testing

@testable import Catalog

/// What is the same music, and what is the same file, from one scan to the next.
@Suite struct IdentityTests {
  private let music = TemporaryDirectory()
  private let store: TemporaryCatalog
  private let script = ScriptedReader()

  init() throws {
    store = try TemporaryCatalog()
  }

  private func scan(
    in roots: [FilePath]? = nil, _ change: (inout Scanner.Options) -> Void = { _ in }
  ) async throws -> ScanSummary {
    var options = Scanner.Options(roots: roots ?? [music.path], jobs: 2)
    change(&options)
    return try await Scanner(catalog: store.catalog, options: options, reader: script.reader)
      .run()
  }

  private func write(_ text: String, _ name: String) {
    music.write(Array(text.utf8), to: name)
  }

  private func tracks(_ text: String = "") async throws -> [Track] {
    try await store.catalog.tracks(matching: Query(parsing: text)).sorted { $0.path < $1.path }
  }

  @Test func `a name that changes only in its case is a move`() async throws {
    write("song-001Title", "A.mp3")
    _ = try await scan()
    let before = try await tracks()
    let renamed = music.appending("A.mp3").withCString { old in
      music.appending("a.mp3").withCString { rename(old, $0) }
    }
    try #require(renamed == 0)
    _ = script.takeCounts()
    let summary = try await scan()
    #expect(summary.attached == 1 && summary.analysed == 0)
    #expect(script.takeCounts().analysed == 0)
    let after = try await tracks()
    #expect(after.map(\.recordingID) == before.map(\.recordingID))
    #expect(after.map(\.path.lastComponent.displayText) == ["a.mp3"])
  }

  @Test func `names that look alike are two files, and one search finds both`() async throws {
    write("song-001", "Caf\u{E9}.mp3")
    write("song-002", "Cafe\u{301}.mp3")
    #expect(try await scan().analysed == 2)
    #expect(try await tracks().count == 2)
    for spelling in ["caf\u{E9}", "cafe\u{301}", "cafe"] {
      #expect(try await tracks("path:\(spelling)").count == 2, "\(spelling)")
    }
    #expect(try await scan().unchanged == 2)
  }

  @Test func `a hard link is another file of one analysis`() async throws {
    write("song-001", "a.mp3")
    let linked = music.appending("a.mp3").withCString { old in
      music.appending("b.mp3").withCString { link(old, $0) }
    }
    try #require(linked == 0)
    _ = try await scan()
    let found = try await tracks()
    #expect(found.count == 2 && Set(found.map(\.recordingID)).count == 1)
    #expect(script.takeCounts().analysed == 1)
    #expect(try await scan().unchanged == 2)
  }

  @Test func `what the user set stays through moves, other tags and newer algorithms`()
    async throws
  {
    write("song-001Title", "a.mp3")
    _ = try await scan()
    let recording = try #require(try await tracks().first).recordingID
    let key = MusicalKey(camelotNumber: 3, mode: .minor)
    #expect(try await store.catalog.setTempo(87.5, ofRecording: recording))
    #expect(try await store.catalog.setKey(key, ofRecording: recording))
    let moved = music.appending("a.mp3").withCString { old in
      music.appending("b.mp3").withCString { rename(old, $0) }
    }
    try #require(moved == 0)
    write("song-001Other", "b.mp3")
    _ = try await scan()
    try ForeignConnection(store.path).run("UPDATE analysis SET algorithm_version = -1")
    _ = script.takeCounts()
    #expect(try await scan { $0.onlyStale = true }.analysed == 1)
    #expect(script.takeCounts().analysed == 1)
    let track = try #require(try await tracks("bpm:87.5 key:3A").first)
    #expect(track.title == "Other" && track.recordingID == recording)
    #expect(track.isUserBPM && track.isUserKey)

    #expect(try await store.catalog.setTempo(nil, ofRecording: recording))
    let back = try #require(try await tracks().first)
    #expect(!back.isUserBPM && back.bpm != 87.5)
    #expect(try await !store.catalog.setTempo(100, ofRecording: recording + 1))
  }

  /// Needs the right to mount, as root has it outside of most containers.
  @Test func `a folder mounted at a second place is walked there, and analysed once`() async throws
  {
    music.makeFolder("real")
    music.makeFolder("again")
    write("song-001", "real/a.mp3")
    let source = music.appending("real")
    let target = music.appending("again")
    let mounted = source.withCString { from in
      target.withCString { mount(from, $0, nil, UInt(MS_BIND), nil) }
    }
    guard mounted == 0 else { return }
    defer { _ = target.withCString { umount2($0, Int32(MNT_DETACH)) } }
    _ = try await scan()
    let found = try await tracks()
    #expect(Set(found.map(\.recordingID)).count == 1)
    #expect(script.takeCounts().analysed == 1)
    #expect(found.contains { $0.path.displayText.hasSuffix("real/a.mp3") })
    let again = try await scan()
    #expect(again.analysed == 0 && again.missing == 0)
  }
}
