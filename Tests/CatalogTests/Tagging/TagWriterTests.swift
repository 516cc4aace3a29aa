import Analysis
import Decoders
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Catalog

@Suite("Writing gains to tags")
struct TagWriterTests {
  private let store: TemporaryCatalog
  private let music = TemporaryDirectory()
  private var catalog: Catalog { store.catalog }

  init() throws {
    store = try TemporaryCatalog()
  }

  // MARK: - What is written

  @Test(
    "ReplayGain has gain and true peak, by the format's own customs",
    arguments: [AudioFileWriter.Kind.flac, .wav16, .aiff, .vorbis])
  func replayGain(kind: AudioFileWriter.Kind) async throws {
    let path = try await add("a", kind, lufs: -11.48, peak: 0.5)
    let outcome = try #require(try await write(.replaygain).first)
    #expect(outcome.status == .written)
    #expect(!outcome.isShort)
    let tags = AudioAsset(path: path).tags()
    #expect(tags.replayGainTrackGainDB == -6.52)
    // 0.5 dBTP is beyond full scale, and stays so.
    #expect(tags.replayGainTrackPeak == 1.059254)
    #expect(tags.replayGainReference == .replayGain2)
    #expect(tags.replayGainAlbumGainDB == nil)
  }

  @Test("sample peaks, another target and a ceiling are written when asked for")
  func choices() async throws {
    let path = try await add("a", .flac, lufs: -20, peak: -2)
    _ = try await write(.replaygain) {
      $0.peak = .sample
      $0.target = -14
      $0.ceiling = -1
    }
    let tags = AudioAsset(path: path).tags()
    // 6 dB are wanted; the true peak of −2 dBTP allows 1.
    #expect(tags.replayGainTrackGainDB == 1)
    // −2.5 dBFS.
    #expect(tags.replayGainTrackPeak == 0.749894)
  }

  @Test("an Opus file at -18 LUFS gets -1280, and its header's gain is left alone")
  func r128() async throws {
    let path = try await add("a", .opus, lufs: -18, peak: -3)
    let outcome = try #require(try await write(.r128).first)
    #expect(outcome.changes.map(\.new) == [["-1280"]])
    let tags = AudioAsset(path: path).tags()
    #expect(tags.r128TrackGainDB == -5)
    #expect(tags.opusHeaderGainDB == 0)
    #expect(tags.replayGainTrackGainDB == nil)
  }

  @Test("Sound Check is a power in thousandths")
  func soundCheck() async throws {
    let path = try await add("a", .wav16, lufs: -13, peak: -1)
    let outcome = try #require(try await write(.soundcheck).first)
    #expect(outcome.changes.first?.new.first?.hasPrefix(" 000007CB 000007CB") == true)
    #expect(abs(try #require(AudioAsset(path: path).tags().soundCheckGainDB) + 3) < 0.01)
  }

  @Test("three tracks at the target make an album that needs no gain")
  func album() async throws {
    for name in ["1", "2", "3"] { _ = try await add(name, .flac, lufs: -18, album: "A") }
    // One is asked for; the album is all three.
    let outcomes = try await write(.replaygain, "title:2") { $0.includesAlbum = true }
    #expect(outcomes.count == 1)
    let gain = try #require(AudioAsset(path: music.appending("2")).tags().replayGainAlbumGainDB)
    // Half a step of the histogram, rounded to the tag's two decimals.
    #expect(abs(gain) < 0.06)
    #expect(AudioAsset(path: music.appending("1")).tags() == Tags())
  }

  @Test("an album of two formats and a file that cannot be heard is partial: tracks yes, album no")
  func partialAlbum() async throws {
    _ = try await add("1.flac", .flac, lufs: -18, album: "A")
    _ = try await add("2.wav", .wav24, lufs: -10, album: "A")
    let broken = music.write([0], to: "3.mp3")
    try await catalog.store(
      FailedFile(identity: #require(FileIdentity(of: broken)), code: "malformed", reason: "x"))
    let outcomes = try await write(.replaygain) { $0.includesAlbum = true }
    #expect(outcomes.map(\.status) == [.written, .written])
    #expect(outcomes.allSatisfy { $0.isShort })
    #expect(outcomes.allSatisfy { $0.albumReason?.contains("partial") == true })
    for name in ["1.flac", "2.wav"] {
      let tags = AudioAsset(path: music.appending(name)).tags()
      #expect(tags.replayGainTrackGainDB != nil)
      #expect(tags.replayGainAlbumGainDB == nil)
    }
  }

  @Test("a track without an album has no album gain, and nothing is amiss")
  func noAlbum() async throws {
    _ = try await add("a", .flac, lufs: -18)
    let outcome = try #require(try await write(.replaygain) { $0.includesAlbum = true }.first)
    #expect(outcome.status == .written)
    #expect(!outcome.isShort)
  }

  // MARK: - What is refused

  @Test("each refusal has its reason, and stops no other file")
  func refusals() async throws {
    _ = try await add("cut", .flac, lufs: -18, isTruncated: true)
    _ = try await add("gone", .flac, lufs: -18)
    _ = try await add("linked", .flac, lufs: -18)
    _ = try await add("opus", .opus, lufs: -18)
    _ = try await add("silent", .flac, lufs: -.infinity)
    let touched = try await add("touched", .flac, lufs: -18)
    _ = try await add("whole", .flac, lufs: -18)
    #expect(music.appending("gone").withCString { unlink($0) } == 0)
    let code = music.appending("linked").withCString { from in
      music.appending("other name").withCString { link(from, $0) }
    }
    #expect(code == 0)
    // A hard link changes the inode's time: that is another reason, and the scan would see to it.
    let linked = try #require(FileIdentity(of: music.appending("linked")))
    let state = try #require(try await catalog.fileState(at: linked.path))
    try await catalog.attach(
      linked, tags: Tags(), toRecording: #require(state.recordingID))
    music.write(TemporaryDirectory.contents(of: touched) + [0], to: touched)
    let outcomes = try await write(.replaygain)
    var codes: [String: String] = [:]
    for outcome in outcomes {
      let name = outcome.path.lastComponent.displayText
      if case .refused(let code, let reason) = outcome.status {
        codes[name] = code
        #expect(!reason.isEmpty)
      } else {
        codes[name] = "\(outcome.status)"
      }
    }
    #expect(
      codes == [
        "cut": "truncated", "gone": "missing", "linked": "hardLinked", "opus": "unsupported",
        "silent": "noLoudness", "touched": "changed", "whole": "written",
      ])
    #expect(AudioAsset(path: music.appending("whole")).tags().replayGainTrackGainDB == 0)
  }

  @Test("while a scan is at work nothing is written")
  func locked() async throws {
    _ = try await add("a", .flac, lufs: -18)
    let lock = try ScanLock(catalog: store.path)
    defer { withExtendedLifetime(lock) {} }
    await #expect(throws: CatalogError.lockedByScan(pid: getpid())) {
      try await write(.replaygain)
    }
    // Looking is allowed.
    #expect(try await write(.replaygain) { $0.isDryRun = true }.count == 1)
  }

  // MARK: - What is kept

  @Test("a trial run says what would change, and changes nothing")
  func dryRun() async throws {
    let path = try await add("a", .flac, lufs: -18)
    let before = TemporaryDirectory.contents(of: path)
    let outcome = try #require(try await write(.replaygain) { $0.isDryRun = true }.first)
    #expect(outcome.status == .written)
    #expect(
      outcome.changes.first
        == .init(property: .replayGainTrackGain, old: [], new: ["0.00 dB"]))
    #expect(TemporaryDirectory.contents(of: path) == before)
    #expect(try ForeignConnection(store.path).rows("SELECT * FROM tag_write").isEmpty)
  }

  @Test("the next scan finds nothing changed, and values that stand are not written again")
  func refreshed() async throws {
    let path = try await add("a", .flac, lufs: -18)
    _ = try await write(.replaygain)
    let state = try #require(try await catalog.fileState(at: path))
    #expect(state.identity == FileIdentity(of: path))
    #expect(state.isCurrent)
    let file = try #require(try await catalog.tracks(matching: Query()).first?.fileID)
    #expect(try await catalog.tags(of: file)?.replayGainTrackGainDB == 0)
    #expect(try await write(.replaygain).map(\.status) == [.unchanged])
  }

  @Test(
    "what was there is put back, also after several writes",
    arguments: [AudioFileWriter.Kind.wav16, .flac, .mp3])
  func undo(kind: AudioFileWriter.Kind) async throws {
    let path = try await add("a", kind, lufs: -18)
    let before = TemporaryDirectory.contents(of: path)
    _ = try await write(.replaygain)
    _ = try await write(.replaygain) { $0.target = -14 }
    #expect(AudioAsset(path: path).tags().replayGainTrackGainDB == 4)
    let outcome = try #require(try await undo(.replaygain).first)
    #expect(outcome.status == .restored)
    #expect(outcome.changes.allSatisfy { $0.new.isEmpty })
    #expect(AudioAsset(path: path).tags() == Tags())
    #expect(TemporaryDirectory.contents(of: path) == before)
    #expect(try await undo(.replaygain).isEmpty)
    #expect(try await catalog.fileState(at: path)?.identity == FileIdentity(of: path))
  }

  @Test(
    "a write that never happened has nothing to take back, and one that another program changed is refused"
  )
  func interrupted() async throws {
    let path = try await add("a", .flac, lufs: -18)
    let file = try #require(try await catalog.tracks(matching: Query()).first?.fileID)
    var changes = TagChanges()
    changes.set(.replayGainTrackGain, to: "-1.00 dB")
    // As after a kill between remembering and writing.
    let previous = try AudioAsset(path: path).previousTags(for: changes)
    _ = try await catalog.rememberTagWrite(
      file: file, standard: .replaygain, changes: changes, previous: previous)
    #expect(try await undo(.replaygain).map(\.status) == [.restored])
    #expect(try await undo(.replaygain).isEmpty)

    _ = try await write(.replaygain)
    try AudioAsset(path: path).writeTags(changes)
    let identity = try #require(FileIdentity(of: path))
    let state = try #require(try await catalog.fileState(at: path))
    try await catalog.attach(
      identity, tags: AudioAsset(path: path).tags(), toRecording: #require(state.recordingID))
    let outcome = try #require(try await undo(.replaygain).first)
    guard case .refused(let code, _) = outcome.status else {
      Issue.record("\(outcome.status)")
      return
    }
    #expect(code == "changed")
    #expect(AudioAsset(path: path).tags().replayGainTrackGainDB == -1)
  }

  @Test("what is kept comes back from the catalogue as it was")
  func storedForm() throws {
    var changes = TagChanges()
    changes.set(.initialKey, to: nil)
    changes.set(.beatsPerMinute, to: "120")
    let json = try StoredTags.json(changes)
    #expect(json == #"{"values":{"BPM":"120","INITIALKEY":null}}"#)
    let read: TagChanges = try StoredTags.value(json)
    #expect(read == changes)
    #expect(read.properties == [.beatsPerMinute, .initialKey])
  }

  // MARK: - Support

  /// A file in the catalogue with levels of the test's choice; the title is its name.
  private func add(
    _ name: String, _ kind: AudioFileWriter.Kind, lufs: Float, peak: Float? = nil,
    album: String? = nil, isTruncated: Bool = false
  ) async throws -> FilePath {
    let path = music.appending(name)
    let rate = kind == .opus ? 48_000 : 44_100
    AudioFileWriter.write(
      [(0..<4410).map { Float($0 % 100) / 200 }], sampleRate: rate, to: path, as: kind)
    let payload = name.utf8.reduce(1) { $0 * 257 + Int($1) } % 1_000_003
    var file = AnalysedFile.made(
      path, payload: payload,
      tags: {
        $0.title = name
        $0.album = album
        $0.artist = album.map { _ in "Artist" }
      }, lufs: lufs,
      change: { result in
        guard let peak else { return }
        result.loudness?.details.truePeak = peak
        result.loudness?.details.samplePeak = peak - 0.5
      })
    if lufs.isFinite {
      let step = Int(((Double(lufs) + 70) * 10).rounded())
      let energy = Float(pow(10, (Double(lufs) + 0.691) / 10))
      file.result.loudness?.details.histogram = LoudnessHistogram(
        counts: [step: 40], energies: [step: 40 * energy])
    }
    file.report.isTruncated = isTruncated
    file.identity = try #require(FileIdentity(of: path))
    try await catalog.store(file)
    return path
  }

  private func writer(
    _ standard: TagStandard, _ change: (inout TagWriter.Options) -> Void
  ) -> TagWriter {
    var options = TagWriter.Options(standard: standard)
    change(&options)
    return TagWriter(catalog: catalog, options: options)
  }

  @discardableResult
  private func write(
    _ standard: TagStandard, _ query: String? = nil,
    _ change: (inout TagWriter.Options) -> Void = { _ in }
  ) async throws -> [TagOutcome] {
    let outcomes = Outcomes()
    let query = try Query(parsing: query.map { [$0] } ?? [])
    try await writer(standard, change).write(query) { outcomes.append($0) }
    return outcomes.all
  }

  private func undo(_ standard: TagStandard) async throws -> [TagOutcome] {
    let outcomes = Outcomes()
    try await writer(standard) { _ in }.undo(Query()) { outcomes.append($0) }
    return outcomes.all
  }
}

/// Outcomes as they come in, sorted by file.
private final class Outcomes: Sendable {
  private let list = Mutex<[TagOutcome]>([])

  func append(_ outcome: TagOutcome) { list.withLock { $0.append(outcome) } }
  var all: [TagOutcome] { list.withLock { $0.sorted { $0.path < $1.path } } }
}
