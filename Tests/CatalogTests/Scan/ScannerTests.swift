import Analysis
import Decoders
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Catalog

@Suite struct ScannerTests {
  private let music = TemporaryDirectory()
  private let store: TemporaryCatalog

  init() throws {
    store = try TemporaryCatalog()
  }

  /// Scans the music folder.
  private func scan(
    _ script: ScriptedReader, jobs: Int = 2, in roots: [FilePath]? = nil,
    _ change: (inout Scanner.Options) -> Void = { _ in },
    progress: @Sendable (ScanProgress) -> Void = { _ in }
  ) async throws -> ScanSummary {
    var options = Scanner.Options(roots: roots ?? [music.path], jobs: jobs)
    change(&options)
    return try await Scanner(catalog: store.catalog, options: options, reader: script.reader)
      .run(progress: progress)
  }

  private func write(_ text: String, _ name: String) {
    music.write(Array(text.utf8), to: name)
  }

  private func move(_ name: String, _ newName: String) throws {
    let outcome = music.appending(name).withCString { old in
      music.appending(newName).withCString { rename(old, $0) }
    }
    try #require(outcome == 0)
  }

  private func remove(_ name: String) throws {
    try #require(music.appending(name).withCString { unlink($0) } == 0)
  }

  private func tracks() async throws -> [Track] {
    try await store.catalog.tracks(matching: Query()).sorted { $0.path < $1.path }
  }

  private func names() async throws -> [String] {
    try await tracks().map { $0.path.lastComponent.displayText }
  }

  // MARK: - What is opened

  @Test func `files that have not changed are not opened`() async throws {
    for number in 0..<5 { write("song-00\(number)", "\(number).mp3") }
    let script = ScriptedReader()
    let first = try await scan(script)
    #expect(first.analysed == 5 && first.found == 5 && first.unchanged == 0)
    #expect(script.takeCounts() == .init(opened: 5, analysed: 5))
    let second = try await scan(script)
    #expect(second.unchanged == 5 && second.analysed == 0 && second.found == 5)
    #expect(script.takeCounts() == .init())
  }

  @Test func `old tags are read again in the code page that is named, and nothing is analysed`()
    async throws
  {
    music.write(Array("song-001".utf8) + [0xCF, 0xF0, 0xE8], to: "a.mp3")
    write("song-002Plain", "b.mp3")
    let script = ScriptedReader()
    _ = try await scan(script)
    #expect(try await tracks().map(\.title) == ["Ïðè", "Plain"])
    _ = script.takeCounts()
    let cyrillic = LegacyEncoding("cp1251")
    let second = try await scan(script) { $0.legacyEncoding = cyrillic }
    #expect(second.attached == 1 && second.analysed == 0 && second.unchanged == 1)
    #expect(script.takeCounts() == .init(opened: 1, analysed: 0))
    #expect(try await tracks().map(\.title) == ["При", "Plain"])
    // It is remembered: for the same files, and for new ones.
    music.write(Array("song-003".utf8) + [0xC4, 0xE0], to: "c.mp3")
    let third = try await scan(script)
    #expect(third.unchanged == 2 && third.analysed == 1)
    #expect(try await tracks().map(\.title) == ["При", "Plain", "Да"])
    // The bytes are kept.
    let file = try #require(try await tracks().first?.fileID)
    let tags = try #require(try await store.catalog.tags(of: file))
    #expect(tags.eightBitTexts.map(\.bytes) == [[0xCF, 0xF0, 0xE8]])
    #expect(tags.legacyEncoding == cyrillic)
  }

  @Test func `of encodings for folders within each other the inner one counts`() async throws {
    let catalog = store.catalog
    let (outer, inner) = (FilePath("/m"), FilePath("/m/ru"))
    let cyrillic = try #require(LegacyEncoding("cp1251"))
    let japanese = try #require(LegacyEncoding("shift_jis"))
    try await catalog.setLegacyEncoding(japanese, below: [outer])
    try await catalog.setLegacyEncoding(cyrillic, below: [inner])
    var encodings = try await catalog.legacyEncodings()
    #expect(encodings["/m/ru/a.mp3"] == cyrillic)
    #expect(encodings["/m/rus/a.mp3"] == japanese)
    #expect(encodings["/other"] == .windows1252)
    // A word on the outer folder is a word on all in it.
    try await catalog.setLegacyEncoding(japanese, below: [outer])
    encodings = try await catalog.legacyEncodings()
    #expect(encodings["/m/ru/a.mp3"] == japanese)
  }

  @Test func `a file that was moved, renamed and retagged keeps its recording`() async throws {
    write("song-001First", "a.mp3")
    write("song-002", "b.mp3")
    let script = ScriptedReader()
    _ = try await scan(script)
    let before = try await tracks()
    _ = script.takeCounts()
    music.makeFolder("new")
    try move("a.mp3", "new/z.mp3")
    write("song-001Second", "new/z.mp3")
    let summary = try await scan(script)
    #expect(summary.attached == 1 && summary.analysed == 0 && summary.missing == 1)
    #expect(summary.warnings.isEmpty)
    #expect(script.takeCounts() == .init(opened: 1, analysed: 0))
    let after = try await tracks()
    #expect(after.map { $0.path.lastComponent.displayText } == ["b.mp3", "z.mp3"])
    #expect(after[1].recordingID == before[0].recordingID)
    #expect(after[1].title == "Second")
  }

  @Test func `a name that changes its capitals only is a move`() async throws {
    write("song-001", "A.mp3")
    write("song-002", "b.mp3")
    let script = ScriptedReader()
    _ = try await scan(script)
    let before = try await tracks()
    _ = script.takeCounts()
    try move("A.mp3", "a.mp3")
    let summary = try await scan(script)
    #expect(summary.attached == 1 && summary.missing == 1 && summary.unchanged == 1)
    #expect(script.takeCounts() == .init(opened: 1))
    #expect(try await names() == ["a.mp3", "b.mp3"])
    #expect(try await tracks()[0].recordingID == before[0].recordingID)
  }

  @Test func `times that jump cost a look at the payload, not an analysis`() async throws {
    write("song-001", "a.mp3")
    let script = ScriptedReader()
    _ = try await scan(script)
    _ = script.takeCounts()
    for seconds in [-3600, 3600, 86_400 * 365 * 50, -86_400 * 365 * 60] {
      var times = [timeval(tv_sec: time(nil) + seconds, tv_usec: 0), timeval()]
      times[1] = times[0]
      try #require(music.appending("a.mp3").withCString { utimes($0, times) } == 0)
      let summary = try await scan(script)
      #expect(summary.attached == 1 && summary.analysed == 0)
      #expect(script.takeCounts() == .init(opened: 1, analysed: 0))
    }
  }

  @Test func `an edit that keeps size and modification time is noticed`() async throws {
    write("song-001One", "a.mp3")
    let script = ScriptedReader()
    _ = try await scan(script)
    let path = music.appending("a.mp3")
    var status = stat()
    try #require(path.withCString { stat($0, &status) } == 0)
    write("song-001Two", "a.mp3")
    let times = [status.st_atim, status.st_mtim]
    try #require(path.withCString { utimensat(AT_FDCWD, $0, times, 0) } == 0)
    _ = try await scan(script)
    #expect(try await tracks().map(\.title) == ["Two"])
  }

  @Test(arguments: [1, 4])
  func `copies are analysed once and are two files`(jobs: Int) async throws {
    for number in 0..<6 { write("song-001", "\(number).mp3") }
    let script = ScriptedReader { _, _ in await Task.yield() }
    let summary = try await scan(script, jobs: jobs)
    #expect(summary.analysed == 1 && summary.attached == 5)
    let tracks = try await tracks()
    #expect(tracks.count == 6 && Set(tracks.map(\.recordingID)).count == 1)
  }

  @Test func `one job and many give the same catalogue`() async throws {
    for number in 0..<12 { write("song-\(100 + number % 9)", "\(number).mp3") }
    write("bad", "x.mp3")
    write("", "y.mp3")
    let other = try TemporaryCatalog()
    let script = ScriptedReader { path, _ in
      // Later files first, as far as that is possible.
      for _ in 0..<(path.bytes.last == 0x33 ? 50 : 1) { await Task.yield() }
    }
    for (catalog, jobs) in [(store.catalog, 1), (other.catalog, 8)] {
      let options = Scanner.Options(roots: [music.path], jobs: jobs)
      _ = try await Scanner(catalog: catalog, options: options, reader: script.reader).run()
    }
    func content(_ catalog: Catalog) async throws -> [String] {
      let tracks = try await catalog.tracks(matching: Query()).sorted { $0.path < $1.path }
      let rows = tracks.map { track in
        var track = track
        track.recordingID = 0
        track.fileID = 0
        return "\(track)"
      }
      // Which files share a recording, whatever its number.
      let shared = tracks.map { track in
        tracks.firstIndex { $0.recordingID == track.recordingID } ?? -1
      }
      return rows + ["\(shared)", "\(try await catalog.failures())"]
    }
    #expect(try await content(store.catalog) == content(other.catalog))
  }

  // MARK: - Failures

  @Test func `a bad file is a row with its reason and stops nothing`() async throws {
    for name in ["a", "m", "z"] { write("bad file \(name)", "\(name).mp3") }
    for name in ["b", "n"] { write("song-00\(name)", "\(name).mp3") }
    write("", "empty.flac")
    let summary = try await scan(ScriptedReader())
    #expect(summary.analysed == 2)
    #expect(
      summary.failed.map { $0.path.lastComponent.displayText } == [
        "a.mp3", "empty.flac", "m.mp3", "z.mp3",
      ])
    #expect(summary.failed.map(\.code) == ["malformed", "empty", "malformed", "malformed"])
    #expect(try await store.catalog.failures().map(\.reason).contains("the file is empty"))
    #expect(try await names() == ["b.mp3", "n.mp3"])
  }

  @Test func `a failed file is tried again only when it changes or when asked`() async throws {
    write("bad", "a.mp3")
    let script = ScriptedReader()
    _ = try await scan(script)
    _ = script.takeCounts()
    let second = try await scan(script)
    #expect(script.takeCounts() == .init())
    #expect(second.failed.isEmpty && second.stillFailed == 1 && second.unchanged == 1)
    let third = try await scan(script) { $0.retriesFailed = true }
    #expect(third.failed.count == 1 && third.stillFailed == 0)
    write("song-001", "a.mp3")
    #expect(try await scan(script).analysed == 1)
    #expect(try await store.catalog.failures().isEmpty)
  }

  @Test func `a failed file is tried again by other decoders`() async throws {
    write("bad", "a.mp3")
    let script = ScriptedReader()
    _ = try await scan(script)
    _ = script.takeCounts()
    try ForeignConnection(store.path).run("UPDATE file SET decoder_version = -1")
    let summary = try await scan(script)
    #expect(summary.failed.count == 1 && summary.stillFailed == 0)
    #expect(script.takeCounts().opened == 1)
  }

  @Test func `what an older algorithm made is made again, and nothing else`() async throws {
    write("song-001", "a.mp3")
    write("song-002", "b.mp3")
    let script = ScriptedReader()
    _ = try await scan(script)
    _ = script.takeCounts()
    _ = script.takeTypes()
    let before = try await tracks()
    let kept = try await marksOfKeptAnalyses(of: 1)
    // The details of an old key may not even be readable any more.
    try ForeignConnection(store.path).run(
      """
      UPDATE analysis SET algorithm_version = -1, details = '{"old": true}'
      WHERE recording_id = 1 AND kind = 'key'
      """)
    let summary = try await scan(script)
    #expect(summary.analysed == 1 && summary.unchanged == 1)
    #expect(script.takeCounts() == .init(opened: 1, analysed: 1))
    #expect(script.takeTypes() == [.key])
    #expect(try await scan(script).unchanged == 2)
    #expect(try await tracks() == before)
    #expect(try await marksOfKeptAnalyses(of: 1) == kept)
  }

  /// What was stored about a recording that a new analysis of its key must leave alone.
  private func marksOfKeptAnalyses(of recording: Int64) async throws -> [Double] {
    let result = try #require(try await store.catalog.result(of: recording))
    let rhythm = try #require(result.rhythm)
    let loudness = try #require(result.loudness)
    return rhythm.beats.map(\.seconds) + loudness.momentary.map { Double($0.value) }
  }

  @Test func `stale analyses alone are made anew, from the catalogue's own list`() async throws {
    for number in 0..<3 { write("song-00\(number)", "\(number).mp3") }
    write("song-000", "copy.mp3")
    let script = ScriptedReader()
    _ = try await scan(script)
    write("song-009", "new.mp3")
    _ = script.takeCounts()
    _ = script.takeTypes()
    let stale = { (options: inout Scanner.Options) in options.onlyStale = true }
    #expect(try await scan(script, in: [], stale) == ScanSummary())
    try ForeignConnection(store.path).run(
      "UPDATE analysis SET algorithm_version = -1 WHERE kind <> 'loudness' AND recording_id < 3")
    let elsewhere = try await scan(script, in: [music.appending("absent")], stale)
    #expect(elsewhere == ScanSummary())
    let summary = try await scan(script, in: [], stale)
    #expect(summary.analysed == 2 && summary.found == 2 && summary.missing == 0)
    #expect(script.takeCounts() == .init(opened: 2, analysed: 2))
    #expect(script.takeTypes() == AnalysisType.available.subtracting([.loudness]))
    #expect(try await scan(script, in: [], stale) == ScanSummary())
    #expect(try await scan(script).analysed == 1)
  }

  @Test func `of a fingerprint that another release took, only the beginning is heard again`()
    async throws
  {
    for number in 0..<2 { write("song-00\(number)", "\(number).mp3") }
    let script = ScriptedReader()
    _ = try await scan(script)
    _ = script.takeCounts()
    let foreign = ForeignConnection(store.path)
    try foreign.run("UPDATE fingerprint SET algorithm_version = -1 WHERE recording_id = 1")
    let summary = try await scan(script)
    #expect(summary.fingerprinted == 1 && summary.analysed == 0 && summary.unchanged == 1)
    #expect(script.takeCounts() == .init(opened: 1, fingerprinted: 1))
    // From the catalogue's own list, and with an analysis in one pass.
    try foreign.run(
      """
      DELETE FROM fingerprint;
      UPDATE analysis SET algorithm_version = -1 WHERE recording_id = 2 AND kind = 'key'
      """)
    let stale = try await scan(script, in: []) { $0.onlyStale = true }
    #expect(stale.fingerprinted == 1 && stale.analysed == 1)
    #expect(script.takeCounts() == .init(opened: 2, analysed: 1, fingerprinted: 1))
    #expect(try await scan(script).unchanged == 2)
  }

  @Test func `what the system refused is tried again`() async throws {
    write("song-001", "a.mp3")
    let script = ScriptedReader { _, before in
      if before == 0 { throw DecodingError.io(errno: EIO) }
    }
    let first = try await scan(script)
    #expect(first.failed.map(\.code) == ["io"])
    #expect(first.failed.map(\.reason) == ["Input/output error"])
    #expect(try await scan(script).analysed == 1)
  }

  @Test func `a file that changes while it is read is read again`() async throws {
    write("song-001", "a.mp3")
    let script = ScriptedReader { [music] _, before in
      if before == 0 { music.write(Array("song-002Longer".utf8), to: "a.mp3") }
    }
    let summary = try await scan(script)
    #expect(summary.analysed == 1 && summary.failed.isEmpty)
    #expect(try await tracks().map(\.title) == ["Longer"])
    _ = script.takeCounts()
    _ = try await scan(script)
    #expect(script.takeCounts() == .init())
  }

  @Test func `a file that keeps changing is left to the next scan`() async throws {
    write("song-001", "a.mp3")
    let script = ScriptedReader { [music] _, before in
      if before < 2 { music.write(Array("song-00\(before)\(before)".utf8), to: "a.mp3") }
    }
    let first = try await scan(script)
    #expect(first.failed.map(\.code) == ["changing"])
    let second = try await scan(script)
    #expect(second.analysed == 1 && second.failed.isEmpty)
  }

  @Test func `a file that goes between the walk and its turn is no failure`() async throws {
    for number in 0..<3 { write("song-00\(number)", "\(number).mp3") }
    let script = ScriptedReader { [music] _, before in
      if before == 0 { _ = music.appending("2.mp3").withCString { unlink($0) } }
    }
    let summary = try await scan(script, jobs: 1)
    #expect(summary.analysed == 2 && summary.failed.isEmpty)
  }

  @Test func `a folder that does not exist is a failure and the rest is scanned`() async throws {
    write("song-001", "a.mp3")
    let summary = try await scan(
      ScriptedReader(), in: [music.appending("absent"), music.appending("a.mp3")])
    #expect(summary.analysed == 1)
    #expect(summary.failed.map(\.reason) == ["No such file or directory"])
  }

  @Test func `an empty folder has nothing`() async throws {
    let summary = try await scan(ScriptedReader())
    #expect(summary == ScanSummary())
  }

  // MARK: - Missing files

  @Test func `a file that is gone is missing, and present again when it comes back`() async throws {
    write("song-001", "a.mp3")
    write("song-002", "b.mp3")
    let script = ScriptedReader()
    _ = try await scan(script)
    try remove("a.mp3")
    let summary = try await scan(script)
    #expect(summary.missing == 1)
    #expect(try await names() == ["b.mp3"])
    write("song-001", "a.mp3")
    _ = script.takeCounts()
    #expect(try await scan(script).attached == 1)
    #expect(script.takeCounts().analysed == 0)
    #expect(try await names() == ["a.mp3", "b.mp3"])
  }

  @Test func `an emptied root loses nothing and is warned about`() async throws {
    for number in 0..<3 { write("song-00\(number)", "\(number).mp3") }
    let script = ScriptedReader()
    _ = try await scan(script)
    for number in 0..<3 { try remove("\(number).mp3") }
    let summary = try await scan(script)
    #expect(summary.missing == 0)
    #expect(summary.warnings == [.rootEmpty(root: music.path, knownCount: 3)])
    #expect(try await names().count == 3)
    let forced = try await scan(script) { $0.allowsBulkRemoval = true }
    #expect(forced.missing == 3 && forced.warnings.isEmpty)
    #expect(try await names().isEmpty)
  }

  @Test func `a scan of one folder says nothing about others of similar name`() async throws {
    for folder in ["m", "m2", "m_x", "m%x"] {
      music.makeFolder(folder)
      write("song-\(folder)", "\(folder)/a.mp3")
      write("tune-\(folder)", "\(folder)/b.mp3")
    }
    let script = ScriptedReader()
    _ = try await scan(script)
    for folder in ["m", "m2", "m_x", "m%x"] { try remove("\(folder)/a.mp3") }
    let summary = try await scan(script, in: [music.appending("m")])
    #expect(summary.missing == 1)
    #expect(try await tracks().count == 7)
  }

  @Test func `files that are excluded later are set aside, however many they are`() async throws {
    music.makeFolder("old")
    for number in 0..<120 { write("song-\(100 + number)", "old/\(number).mp3") }
    write("song-001", "a.mp3")
    let script = ScriptedReader()
    _ = try await scan(script)
    let summary = try await scan(script) { $0.excluded = ["old/"] }
    #expect(summary.missing == 120 && summary.warnings.isEmpty)
    #expect(try await names() == ["a.mp3"])
    _ = script.takeCounts()
    let back = try await scan(script)
    #expect(back.attached == 120 && script.takeCounts().analysed == 0)
  }

  // MARK: - Interruptions

  @Test func `a stopped scan keeps what is done, and the next does the rest`() async throws {
    for number in 0..<9 { write("song-00\(number)", "\(number).mp3") }
    let script = ScriptedReader()
    let first = try await Task {
      try await scan(
        script, jobs: 1,
        progress: { progress in
          if progress.doneCount == 3 { withUnsafeCurrentTask { $0?.cancel() } }
        })
    }.value
    #expect(first.wasCancelled)
    #expect(first.analysed == 3 && first.failed.isEmpty && first.missing == 0)
    _ = script.takeCounts()
    let second = try await scan(script)
    #expect(!second.wasCancelled)
    #expect(second.analysed == 6 && second.unchanged == 3)
    #expect(script.takeCounts() == .init(opened: 6, analysed: 6))
  }

  @Test func `a second scan is refused with the first one's process`() async throws {
    write("song-001", "a.mp3")
    let refusal = Mutex<CatalogError?>(nil)
    let script = ScriptedReader { [store, music] _, _ in
      let options = Scanner.Options(roots: [music.path])
      do throws(CatalogError) {
        _ = try await Scanner(catalog: store.catalog, options: options).run()
      } catch {
        refusal.withLock { $0 = error }
      }
    }
    #expect(try await scan(script).analysed == 1)
    #expect(refusal.withLock { $0 } == .lockedByScan(pid: getpid()))
  }

  @Test func `a catalogue that refuses ends the scan and keeps what was stored`() async throws {
    for number in 0..<4 { write("song-00\(number)", "\(number).mp3") }
    let path = store.path
    // One job, and the test waits for the scan: nothing touches this at once.
    nonisolated(unsafe) var held: ForeignConnection?
    let script = ScriptedReader { _, before in
      guard before == 2 else { return }
      let foreign = ForeignConnection(path)
      try foreign.run("BEGIN EXCLUSIVE")
      held = foreign
    }
    await #expect(throws: CatalogError.busy(path)) { try await scan(script, jobs: 1) }
    try held?.run("ROLLBACK")
    #expect(try await tracks().count == 2)
    let summary = try await scan(ScriptedReader())
    #expect(summary.analysed == 2 && summary.unchanged == 2)
  }

  @Test func `progress only grows and ends at the whole`() async throws {
    for number in 0..<6 { write("song-00\(number)", "\(number).mp3") }
    write("bad", "x.mp3")
    let seen = Mutex<[ScanProgress]>([])
    let summary = try await scan(
      ScriptedReader(), progress: { progress in seen.withLock { $0.append(progress) } })
    let steps = seen.withLock { $0 }
    for (before, after) in zip(steps, steps.dropFirst()) {
      #expect(before.doneCount <= after.doneCount && before.doneBytes <= after.doneBytes)
      #expect(before.audioSeconds <= after.audioSeconds)
      #expect(before.elapsedSeconds <= after.elapsedSeconds)
    }
    let last = try #require(steps.last)
    #expect(last.phase == .analysing && last.foundCount == 7 && last.pendingCount == 7)
    #expect(last.doneCount == 7 && last.failedCount == 1 && last.doneBytes == last.pendingBytes)
    #expect(last.audioSeconds == 1200 && summary.audioSeconds == 1200)
  }
}
