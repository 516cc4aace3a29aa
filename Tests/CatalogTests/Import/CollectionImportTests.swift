import Analysis
import Decoders
import TestSupport
import Testing

@testable import Catalog

@Suite("Taking over collections")
struct CollectionImportTests {
  private let store: TemporaryCatalog
  private var catalog: Catalog { store.catalog }

  init() throws {
    store = try TemporaryCatalog()
  }

  private func add(_ path: FilePath, payload: Int) async throws -> Track {
    var file = AnalysedFile.made(path, payload: payload, bpm: 120, key: MusicalKey("8A"), lufs: -9)
    file.report.trimmedHead = 441
    file.report.trimSource = .lameTag
    file.report.codec = "MPEG 1 layer III"
    func moments(_ count: Int, every frames: Int64) -> [CMTime] {
      (0..<count).map { CMTime(value: Int64($0) * frames, timescale: 44_100) }
    }
    file.result.rhythm?.beats = moments(64, every: 22_050)
    file.result.rhythm?.bars = moments(16, every: 88_200)
    try await catalog.store(file)
    return try #require(try await catalog.track(at: path))
  }

  private func take(
    _ tracks: [ImportedTrack], change: (inout CollectionImport.Options) -> Void = { _ in }
  ) async throws -> [CollectionImport.Outcome] {
    var options = CollectionImport.Options(format: .rekordbox)
    change(&options)
    var outcomes: [CollectionImport.Outcome] = []
    try await CollectionImport(catalog: catalog, options: options).run(tracks) {
      outcomes.append($0)
    }
    return outcomes
  }

  private var imported: ImportedTrack {
    var track = ImportedTrack()
    track.path = Array("/music/a.mp3".utf8)
    track.beatsPerMinute = 93.5
    track.key = MusicalKey("3B")
    track.rating = 4
    track.grid = PiecewiseGrid(
      stretches: [.init(start: 0.51, beatsPerMinute: 93.5, beatInBar: 2)], beatsPerBar: 3)
    track.cues = [CuePoint(position: 1.01, slot: 0, name: "in"), CuePoint(position: 0)]
    return track
  }

  @Test("what the user said elsewhere counts here, on this timeline, and survives a new analysis")
  func taken() async throws {
    let track = try await add("/music/a.mp3", payload: 1)
    let outcome = try #require(try await take([imported]).first)
    #expect(outcome.status == .matched("/music/a.mp3", .path))
    #expect(outcome.values == Set(CollectionImport.Value.allCases))
    for isAgain in [false, true] {
      if isAgain { _ = try await add("/music/a.mp3", payload: 1) }
      let now = try #require(try await catalog.track(at: track.path))
      #expect(now.bpm == 93.5 && now.isUserBPM && now.key == MusicalKey("3B") && now.isUserKey)
      #expect(now.rating == 4)
      let entry = try await catalog.exportTrack(now)
      // 441 frames are 10 ms.
      #expect(abs(try #require(entry.grid.stretches.first).start - 0.5) < 1e-9)
      #expect(entry.grid.beatsPerBar == 3)
      #expect(entry.beats.prefix(3).map(\.beatInBar) == [2, 3, 1])
      #expect(entry.cues.map(\.position) == [0, 1])
      #expect(entry.cues.map(\.name) == [nil, "in"])
    }
  }

  @Test("a query finds what has stars")
  func rated() async throws {
    _ = try await add("/music/a.mp3", payload: 1)
    _ = try await add("/music/b.mp3", payload: 2)
    _ = try await take([imported])
    let found = try await catalog.tracks(matching: try Query(parsing: ["rating:>=4"]))
    #expect(found.map(\.path) == ["/music/a.mp3"])
    #expect(try await catalog.tracks(matching: try Query(parsing: ["missing:rating"])).count == 1)
  }

  @Test("only what is asked for is taken, and nothing in a trial")
  func choices() async throws {
    _ = try await add("/music/a.mp3", payload: 1)
    let trial = try await take([imported]) { $0.isDryRun = true }
    #expect(trial.first?.values.count == 5)
    var track = try #require(try await catalog.track(at: "/music/a.mp3"))
    #expect(track.bpm == 120 && track.rating == nil)
    _ = try await take([imported]) { $0.values = [.key] }
    track = try #require(try await catalog.track(at: "/music/a.mp3"))
    #expect(track.bpm == 120 && track.key == MusicalKey("3B") && track.rating == nil)
    #expect(try await catalog.cues(ofRecording: track.recordingID).isEmpty)
  }

  @Test("what is not said stays as it is")
  func unsaid() async throws {
    _ = try await add("/music/a.mp3", payload: 1)
    _ = try await take([imported])
    var silent = ImportedTrack()
    silent.path = imported.path
    #expect(try await take([silent]).first?.values == [])
    let track = try #require(try await catalog.track(at: "/music/a.mp3"))
    #expect(track.bpm == 93.5 && track.rating == 4)
    #expect(try await catalog.cues(ofRecording: track.recordingID).count == 2)
  }

  @Test("a track that is not here is told, and stops no other")
  func unmatched() async throws {
    _ = try await add("/music/a.mp3", payload: 1)
    var other = imported
    other.path = Array("/elsewhere/z.mp3".utf8)
    let outcomes = try await take([other, imported])
    #expect(outcomes.map(\.status) == [.unmatched, .matched("/music/a.mp3", .path)])
  }

  @Test("an import that fails has changed nothing")
  func whole() async throws {
    let before = [
      try await add("/music/a.mp3", payload: 1), try await add("/music/b.mp3", payload: 2),
    ]
    try ForeignConnection(store.path).rows(
      """
      CREATE TRIGGER full BEFORE INSERT ON user_cue WHEN new.name = 'last'
      BEGIN SELECT RAISE (ABORT, 'no room'); END
      """)
    var last = imported
    last.path = Array("/music/b.mp3".utf8)
    last.cues.append(CuePoint(position: 2, name: "last"))
    await #expect(throws: CatalogError.self) { try await take([imported, last]) }
    #expect(try await catalog.tracks(matching: Query()) == before)
    for track in before {
      #expect(try await catalog.cues(ofRecording: track.recordingID).isEmpty)
      #expect(try await catalog.grid(ofRecording: track.recordingID) == nil)
    }
    // And the catalogue is as open for the next one as before.
    _ = try await take([imported])
    #expect(try await catalog.track(at: "/music/a.mp3")?.rating == 4)
  }

  @Test("all can be given back")
  func forgotten() async throws {
    let before = try await add("/music/a.mp3", payload: 1)
    let beats = try await catalog.exportTrack(before).beats
    _ = try await take([imported])
    let all = Set(CollectionImport.Value.allCases)
    #expect(try await CollectionImport.forget(all, of: Query(), in: catalog) == 1)
    let after = try #require(try await catalog.track(at: before.path))
    #expect(after == before)
    #expect(try await catalog.exportTrack(after).beats == beats)
    #expect(try await catalog.cues(ofRecording: after.recordingID).isEmpty)
  }

  @Test("beats follow the tempo that the user says")
  func corrected() async throws {
    let track = try await add("/music/a.mp3", payload: 1)
    for (tempo, count) in [(240.0, 127), (60, 32), (120, 64)] {
      _ = try await catalog.setTempo(tempo, ofRecording: track.recordingID)
      let entry = try await catalog.exportTrack(
        try #require(try await catalog.track(at: track.path)))
      #expect(entry.beats.count == count)
      #expect(entry.grid.stretches.map(\.beatsPerMinute) == [tempo])
      #expect(entry.beats.first == .init(time: 0, beatInBar: 1))
    }
    _ = try await catalog.setTempo(119, ofRecording: track.recordingID)
    let steady = try await catalog.exportTrack(
      try #require(try await catalog.track(at: track.path)))
    #expect(steady.grid.stretches.map(\.beatsPerMinute) == [119])
  }
}
