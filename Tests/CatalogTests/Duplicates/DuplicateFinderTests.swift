import Analysis
import Decoders
import TestSupport
import Testing

@testable import Catalog

struct DuplicateFinderTests {
  private let temporary: TemporaryCatalog
  private var catalog: Catalog { temporary.catalog }

  init() throws {
    temporary = try TemporaryCatalog()
  }

  /// A fingerprint of music that is like no other seed's, some of its bits turned over.
  private func fingerprint(_ seed: UInt64, noise: UInt64 = 0) -> AcousticFingerprint {
    var (music, errors) = (SeededGenerator(seed: seed), SeededGenerator(seed: noise))
    return AcousticFingerprint(
      values: (0..<500).map { _ in
        let value = UInt32.random(in: 0...(.max), using: &music)
        let bit = UInt32.random(in: 0..<32, using: &errors)
        return noise == 0 || bit % 2 == 0 ? value : value ^ 1 << bit
      })
  }

  private func store(
    _ path: FilePath, payload: Int, music: UInt64, noise: UInt64 = 0, seconds: Int = 200,
    codec: String = "FLAC", change: (inout AnalysedFile) -> Void = { _ in }
  ) async throws {
    var file = AnalysedFile.made(
      path, payload: payload, lufs: -10, seconds: seconds, codec: codec,
      fingerprint: fingerprint(music, noise: noise))
    file.identity.inode = path.bytes.reduce(0) { $0 &* 31 &+ UInt64($1) }
    change(&file)
    try await catalog.store(file)
  }

  private func groups(
    _ kinds: Set<DuplicateGroup.Kind> = [.exact, .near], _ query: String? = nil
  ) async throws -> [DuplicateGroup] {
    var options = DuplicateFinder.Options()
    options.kinds = kinds
    if let query { options.filter = try Query(parsing: query) }
    return try await DuplicateFinder(catalog: catalog, options: options).find().groups
  }

  private func paths(_ group: DuplicateGroup) -> [String] {
    group.files.map(\.track.path.displayText)
  }

  @Test func `copies of one encoding are an exact group, in the order of their paths`()
    async throws
  {
    try await store("/m/long name.flac", payload: 1, music: 1)
    try await store("/m/b.flac", payload: 1, music: 1)
    try await store("/m/a.flac", payload: 1, music: 1) { $0.tags.title = "A" }
    try await store("/m/other.flac", payload: 2, music: 2)
    let found = try await groups()
    #expect(found.map(\.kind) == [.exact])
    #expect(paths(found[0]) == ["/m/a.flac", "/m/b.flac", "/m/long name.flac"])
    #expect(found[0].files.map(\.drawback) == [nil, .tags, .tags])
    #expect(found[0].files.map(\.difference) == [0, 0, 0])
    #expect(try await groups([.near]).isEmpty)
  }

  @Test func `other encodings are a near group, copies with them, the best first`() async throws {
    try await store("/m/a.mp3", payload: 1, music: 1, noise: 5, codec: "MPEG 1 layer III") {
      $0.payloadByteCount = 200 * 40_000
    }
    try await store("/m/b.mp3", payload: 2, music: 1, noise: 6, codec: "MPEG 1 layer III") {
      $0.payloadByteCount = 200 * 16_000
    }
    try await store("/m/c.flac", payload: 3, music: 1)
    try await store("/n/copy.flac", payload: 3, music: 1)
    try await store("/m/other.mp3", payload: 4, music: 4, codec: "MPEG 1 layer III")
    let found = try await groups()
    #expect(found.map(\.kind) == [.near])
    #expect(paths(found[0]) == ["/m/c.flac", "/n/copy.flac", "/m/a.mp3", "/m/b.mp3"])
    #expect(found[0].files.map(\.drawback) == [nil, .name, .lossy, .lossy])
    #expect(found[0].files[2].bitRate == 320_000)
    let difference = try #require(found[0].files[2].difference)
    #expect(difference > 0.01 && difference < 0.03)
    #expect(found[0].surplusBytes == 3000)
    let copies = try await groups([.exact])
    #expect(copies.map(paths) == [["/m/c.flac", "/n/copy.flac"]])
  }

  @Test func `other lengths, silence and what has no fingerprint are no near duplicates`()
    async throws
  {
    try await store("/m/a.flac", payload: 1, music: 1)
    try await store("/m/long.flac", payload: 2, music: 1, seconds: 215)
    for number in 3...6 {
      try await store(FilePath("/m/silent\(number).flac"), payload: number, music: 1) {
        $0.fingerprint = AcousticFingerprint(values: .init(repeating: 627_964_279, count: 500))
      }
    }
    try await store("/m/none.flac", payload: 7, music: 1) { $0.fingerprint = nil }
    let found = try await DuplicateFinder(catalog: catalog).find()
    #expect(found.groups.isEmpty && found.unfingerprintedCount == 1)
  }

  @Test func `files that are gone do not count`() async throws {
    try await store("/m/a.flac", payload: 1, music: 1)
    try await store("/m/b.flac", payload: 1, music: 1)
    try await store("/m/c.mp3", payload: 2, music: 1, noise: 2, codec: "MPEG 1 layer III")
    try await catalog.markMissing(["/m/b.flac"])
    #expect(try await groups().map(paths) == [["/m/a.flac", "/m/c.mp3"]])
    try await catalog.markMissing(["/m/c.mp3"])
    #expect(try await groups().isEmpty)
  }

  @Test func `a query keeps groups with one file that it finds`() async throws {
    for music in 1...3 {
      for copy in 0..<2 {
        try await store(FilePath("/m\(copy)/\(music).flac"), payload: music, music: UInt64(music)) {
          $0.tags.artist = copy == 0 ? "Artist \(music)" : nil
        }
      }
    }
    #expect(
      try await groups([.exact], "artist:\"artist 2\"").map(paths) == [
        ["/m0/2.flac", "/m1/2.flac"]
      ])
    #expect(try await groups([.exact], "path:/m1").count == 3)
    #expect(try await groups([.exact], "artist:nobody").isEmpty)
  }

  @Test func `a hard link is another name, not a copy that takes room`() async throws {
    try await store("/m/a.flac", payload: 1, music: 1) { $0.identity.inode = 7 }
    try await store("/m/b.flac", payload: 1, music: 1) { $0.identity.inode = 7 }
    let found = try await groups()
    #expect(found[0].files.map(\.drawback) == [nil, .sameFile])
    #expect(found[0].surplusBytes == 0)
  }

  @Test func `a fingerprint of another algorithm is not compared`() async throws {
    try await store("/m/a.flac", payload: 1, music: 1)
    try await store("/m/b.mp3", payload: 2, music: 1)
    try ForeignConnection(temporary.path).run(
      "UPDATE fingerprint SET algorithm_version = -1 WHERE recording_id = 2")
    let found = try await DuplicateFinder(catalog: catalog).find()
    #expect(found.groups.isEmpty && found.unfingerprintedCount == 1)
  }
}
