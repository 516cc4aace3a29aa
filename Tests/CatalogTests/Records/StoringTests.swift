import Analysis
import Decoders
import Synchronization
import TestSupport
import Testing

@testable import Catalog

@Suite("Storing files")
struct StoringTests {
  private let temporary: TemporaryCatalog
  private var catalog: Catalog { temporary.catalog }

  init() throws {
    temporary = try TemporaryCatalog()
  }

  private func everything() async throws -> [Track] {
    try await catalog.tracks(matching: Query())
  }

  @Test("all that tags say is kept, odd values and old bytes too")
  func tags() async throws {
    var tags = Tags()
    tags.title = "Title"
    tags.composer = "Composer"
    tags.comment = "A \"comment\"\n"
    tags.date = "1999-12-31"
    tags.isCompilation = false
    tags.key = "04B -50cents"
    tags.replayGainTrackPeak = 1.25
    tags.replayGainReference = .replayGain1
    tags.r128TrackGainDB = -5
    tags.opusHeaderGainDB = 0
    tags.soundCheckGainDB = -3
    tags.isrc = "DEUM71100001"
    tags.musicBrainzArtistID = "id"
    tags.eightBitTexts = [EightBitText(source: "ID3v1", property: "TITLE", bytes: [0xCF])]
    tags.legacyEncoding = LegacyEncoding("cp1251")
    try await catalog.store(.made("/music/a.flac", payload: 1, tags: { $0 = tags }))
    try await catalog.store(.made("/music/b.flac", payload: 2))
    let tracks = try await everything()
    #expect(try await catalog.tags(of: tracks[0].fileID) == tags)
    #expect(try await catalog.tags(of: tracks[1].fileID) == Tags())
    #expect(try await catalog.tags(of: 99) == nil)
    let rows = try ForeignConnection(temporary.path).rows(
      "SELECT tag_key_cents, tag_encoding, tag_details IS NULL FROM file ORDER BY path")
    #expect(rows == [["-50", "cp1251", "0"], ["NULL", "NULL", "1"]])
  }

  @Test("a stored file comes back as a track, also after reopening")
  func roundTrip() async throws {
    let file = AnalysedFile.made(
      "/music/a.flac", payload: 1,
      tags: {
        $0.title = "Title"
        $0.artist = "Artist"
        $0.album = "Album"
        $0.albumArtist = "Various"
        $0.genre = "House"
        $0.year = 1999
        $0.trackNumber = 3
        $0.discNumber = 2
        $0.beatsPerMinute = 127.5
        $0.key = "Am"
      },
      bpm: 128.02, key: MusicalKey("8A"), lufs: -9.25, energy: 7.5, seconds: 210,
      change: { $0.setForm(pace: 17.25, sections: 3) })
    try await catalog.store(file)
    var expected = Track()
    expected.recordingID = 1
    expected.fileID = 1
    expected.path = "/music/a.flac"
    expected.title = "Title"
    expected.artist = "Artist"
    expected.album = "Album"
    expected.albumArtist = "Various"
    expected.genre = "House"
    expected.year = 1999
    expected.trackNumber = 3
    expected.discNumber = 2
    expected.tagBPM = 127.5
    expected.tagKey = MusicalKey("8A")
    expected.duration = 210
    expected.sampleRate = 44_100
    expected.channelCount = 2
    expected.codec = "FLAC"
    expected.bpm = Double(Float(128.02))
    expected.bpmConfidence = Double(Float(0.8))
    expected.beatsPerBar = 4
    expected.tempoStability = Double(Float(0.9))
    expected.key = MusicalKey("8A")
    expected.keyConfidence = Double(Float(0.6))
    expected.tuningCents = 4
    expected.startKey = MusicalKey("8A")
    expected.endKey = MusicalKey("8A")
    expected.integrated = -9.25
    expected.loudnessRange = 6
    expected.truePeak = 2.75
    expected.samplePeak = 2.25
    expected.energy = 7.5
    expected.pace = 17.25
    expected.sectionCount = 3
    expected.addedAt = TemporaryCatalog.now
    #expect(try await everything() == [expected])
    #expect(try await temporary.reopened().tracks(matching: Query()) == [expected])
  }

  @Test("what could not be decided is nil with its reason, silence included")
  func undecided() async throws {
    try await catalog.store(.made("/a", payload: 1))
    let track = try #require(try await everything().first)
    #expect(track.bpm == nil && track.bpmReason == "noClearPulse" && track.bpmConfidence == nil)
    #expect(track.key == nil && track.keyReason == "atonal" && track.keyConfidence == nil)
    #expect(track.integrated == nil && track.truePeak == nil && track.loudnessReason == "silence")
    #expect(track.pace == nil && track.sectionCount == nil)
  }

  @Test("the state of a file tells its identity to the nanosecond and the highest device bit")
  func state() async throws {
    let file = AnalysedFile.made("/a", payload: 1)
    #expect(try await catalog.fileState(at: "/a") == nil)
    try await catalog.store(file)
    let state = try #require(try await catalog.fileState(at: "/a"))
    #expect(state.identity == file.identity)
    #expect(state.status == .present && state.recordingID == 1 && state.isCurrent)
  }

  @Test("an analysis by another algorithm version is not current")
  func stale() async throws {
    try await catalog.store(.made("/a", payload: 1))
    let known = KnownRecording(id: 1, staleWork: .init(types: [], takesFingerprint: false))
    #expect(try await catalog.recording(for: .made(1)) == known)
    #expect(try await catalog.recording(for: .made(2)) == nil)
    #expect(try await catalog.staleFiles().isEmpty)
    try ForeignConnection(temporary.path).run(
      "UPDATE analysis SET algorithm_version = 999 WHERE kind = 'key'")
    #expect(try await catalog.recording(for: .made(1))?.staleWork.types == [.key])
    #expect(try await catalog.staleFiles() == ["/a"])
    #expect(try await catalog.fileState(at: "/a")?.isCurrent == false)
  }

  @Test("a recording without one of the analyses is not current")
  func partial() async throws {
    try await catalog.store(.made("/a", payload: 1, change: { $0.key = nil }))
    #expect(try await catalog.fileState(at: "/a")?.isCurrent == false)
  }

  @Test("storing one analysis anew leaves the others and the user's word alone")
  func reanalysis() async throws {
    try await catalog.store(.made("/a", payload: 1, bpm: 128, key: MusicalKey("8A"), lufs: -9))
    try ForeignConnection(temporary.path).run("UPDATE recording SET user_bpm = 64, user_key = 3")
    try await catalog.store(
      .made(
        "/a", payload: 1, bpm: 127,
        change: {
          $0.key = nil
          $0.loudness = nil
        }))
    let track = try #require(try await everything().first)
    #expect(track.bpm == 64, "the user wins")
    #expect(track.key == MusicalKey("2B"), "the user wins")
    #expect(track.integrated == -9, "not analysed again")
    let stored = try ForeignConnection(temporary.path).rows(
      "SELECT measured_bpm, measured_key FROM recording")
    #expect(stored == [["127.0", "14"]])
  }

  @Test("copies of one payload are one recording in two files")
  func copies() async throws {
    try await catalog.store(.made("/a", payload: 1, bpm: 120))
    try await catalog.store(.made("/b", payload: 1, bpm: 120))
    let tracks = try await everything()
    #expect(tracks.map(\.path.displayText) == ["/a", "/b"])
    #expect(Set(tracks.map(\.recordingID)).count == 1)
  }

  @Test("attaching a retagged file changes its tags and keeps the recording")
  func retagged() async throws {
    try await catalog.store(.made("/a", payload: 1, tags: { $0.title = "Old" }, bpm: 120))
    var tags = Tags()
    tags.title = "New"
    try await catalog.attach(.made("/a", size: 1001), tags: tags, toRecording: 1)
    let tracks = try await everything()
    #expect(tracks.map(\.title) == ["New"])
    #expect(tracks.first?.bpm == 120)
    #expect(try await catalog.tracks(matching: Query(parsing: "old")).isEmpty)
    #expect(try await catalog.tracks(matching: Query(parsing: "new")).count == 1)
    await #expect(throws: CatalogError.self) {
      try await catalog.attach(.made("/a"), tags: tags, toRecording: 99)
    }
  }

  @Test("a moved file keeps its recording and the time it was added")
  func moved() async throws {
    let temporary = try TemporaryCatalog(clock: Ticks().next)
    try await temporary.catalog.store(.made("/a", payload: 1))
    try await temporary.catalog.attach(.made("/b"), tags: Tags(), toRecording: 1)
    try await temporary.catalog.markMissing(["/a"])
    let tracks = try await temporary.catalog.tracks(matching: Query())
    #expect(tracks.map(\.path.displayText) == ["/b"])
    #expect(tracks.map(\.addedAt) == [2])
    let missing = try await temporary.catalog.tracks(matching: Query(parsing: "status:missing"))
    #expect(missing.map(\.path.displayText) == ["/a"])
  }

  @Test("a missing file that is back is present again")
  func back() async throws {
    let file = AnalysedFile.made("/a", payload: 1)
    try await catalog.store(file)
    try await catalog.markMissing(["/a"])
    #expect(try await everything().isEmpty)
    #expect(try await catalog.fileState(at: "/a")?.status == .missing)
    try await catalog.attach(file.identity, tags: Tags(), toRecording: 1)
    #expect(try await everything().count == 1)
  }

  @Test("a failed file is a row with its reason; decodable again, it is a track")
  func failure() async throws {
    let failure = FailedFile(identity: .made("/bad.mp3"), code: "notAudio", reason: "a JPEG image")
    try await catalog.store(failure)
    #expect(
      try await catalog.failures() == [
        FailureRow(
          path: "/bad.mp3", code: "notAudio", reason: "a JPEG image",
          scannedAt: TemporaryCatalog.now)
      ])
    let state = try #require(try await catalog.fileState(at: "/bad.mp3"))
    #expect(state.status == .failed && state.recordingID == nil && state.isCurrent)
    #expect(try await everything().isEmpty)
    try await catalog.store(.made("/bad.mp3", payload: 1))
    #expect(try await catalog.failures().isEmpty)
    #expect(try await everything().count == 1)
  }

  @Test("a file that waits for ffmpeg is due once ffmpeg is there, and left alone before")
  func waiting() async throws {
    let error = DecodingError.needsFFmpeg(format: "M4A")
    try await catalog.store(FailedFile(identity: .made("/a.m4a"), error: error))
    try await catalog.store(FailedFile(identity: .made("/b.mp3"), error: .empty))
    func areCurrent(hasFFmpeg: Bool) async throws -> [Bool?] {
      try await catalog.fileStates(at: ["/a.m4a", "/b.mp3"], hasFFmpeg: hasFFmpeg)
        .map { $0?.isCurrent }
    }
    #expect(try await areCurrent(hasFFmpeg: false) == [true, true])
    #expect(try await areCurrent(hasFFmpeg: true) == [false, true])
  }

  @Test("a good file that fails later loses its place in the answers, not its recording")
  func failsLater() async throws {
    try await catalog.store(.made("/a", payload: 1, tags: { $0.title = "Song" }))
    try await catalog.store(FailedFile(identity: .made("/a"), code: "io", reason: "gone bad"))
    #expect(try await everything().isEmpty)
    #expect(try await catalog.tracks(matching: Query(parsing: "song")).isEmpty)
    #expect(try await catalog.recording(for: .made(1))?.id == 1)
  }

  @Test("a failed file that is gone leaves no row")
  func failedAndGone() async throws {
    try await catalog.store(FailedFile(identity: .made("/a"), code: "io", reason: "gone bad"))
    try await catalog.markMissing(["/a"])
    #expect(try await catalog.fileState(at: "/a") == nil)
  }

  @Test("statistics count recordings once and files by status")
  func statistics() async throws {
    try await catalog.store(.made("/a", payload: 1, bpm: 120, seconds: 100))
    try await catalog.store(.made("/b", payload: 1, bpm: 120, seconds: 100))
    try await catalog.store(
      .made("/c", payload: 2, key: MusicalKey("8A"), lufs: -9, seconds: 50, codec: "Vorbis"))
    try await catalog.store(FailedFile(identity: .made("/d"), code: "io", reason: "no"))
    try await catalog.markMissing(["/b"])
    let statistics = try await catalog.statistics()
    #expect(statistics.recordingCount == 2)
    #expect(statistics.presentFileCount == 2)
    #expect(statistics.missingFileCount == 1)
    #expect(statistics.failedFileCount == 1)
    #expect(statistics.duration == 150)
    #expect(statistics.tempoCount == 1 && statistics.keyCount == 1)
    #expect(statistics.loudnessCount == 1)
    #expect(statistics.codecs.map(\.codec) == ["FLAC", "Vorbis"])
  }

  @Test("levels that are not numbers are stored as unknown")
  func nonFinite() async throws {
    try await catalog.store(
      .made(
        "/a", payload: 1,
        change: {
          $0.rhythm?.beatsPerMinute = .nan
          $0.loudness?.integrated.value = .infinity
          $0.loudness?.details.truePeak = .nan
        }))
    let track = try #require(try await everything().first)
    #expect(track.bpm == nil && track.integrated == nil && track.truePeak == nil)
    #expect(try await catalog.result(of: 1) != nil)
  }
}

/// A clock that goes on by one second each time it is asked.
private final class Ticks: Sendable {
  private let count = Mutex(Int64(0))

  @Sendable func next() -> Int64 {
    count.withLock {
      $0 += 1
      return $0
    }
  }
}
