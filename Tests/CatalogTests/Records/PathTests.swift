import Decoders
import Testing

@testable import Catalog

@Suite("Paths are bytes")
struct PathTests {
  private let temporary: TemporaryCatalog
  private var catalog: Catalog { temporary.catalog }

  init() throws {
    temporary = try TemporaryCatalog()
  }

  @Test(
    "any name comes back byte for byte",
    arguments: [
      [0x61, 0xE9, 0x2E, 0x77, 0x61, 0x76], [0xFF, 0xFE], [0x61, 0x0A, 0x62],
      [0x27, 0x22, 0x25, 0x5F],
      Array("ünï ☃ 𝄞".utf8), [UInt8](repeating: 0x78, count: 4000),
    ] as [[UInt8]])
  func bytes(name: [UInt8]) async throws {
    let path = FilePath(bytes: Array("/music/".utf8) + name)
    try await catalog.store(.made(path, payload: 1))
    try await catalog.store(
      FailedFile(identity: .made(FilePath(bytes: path.bytes + [0x32])), code: "io", reason: "x"))
    #expect(try await catalog.tracks(matching: Query()).map(\.path.bytes) == [path.bytes])
    #expect(try await catalog.fileState(at: path)?.identity.path == path)
    #expect(try await catalog.filePaths(under: "/music").count == 2)
    let kinds = try ForeignConnection(temporary.path).rows("SELECT DISTINCT typeof(path) FROM file")
    #expect(kinds == [["blob"]])
  }

  @Test("composed and decomposed spellings are two files, and one search finds both")
  func twins() async throws {
    try await catalog.store(.made("/music/caf\u{E9}.wav", payload: 1))
    try await catalog.store(.made("/music/cafe\u{301}.wav", payload: 2))
    #expect(try await catalog.tracks(matching: Query()).count == 2)
    for word in ["caf\u{E9}", "cafe\u{301}", "cafe", "CAFÉ"] {
      #expect(try await catalog.tracks(matching: Query(parsing: [word])).count == 2, "\(word)")
    }
  }

  @Test("a folder holds what lies in it, and not what begins like it")
  func folders() async throws {
    let paths = [
      "/m/a", "/m/b/c", "/m2/a", "/m_x/a", "/m%x/a", "/mm/a", "/m", "/M/a", "/m/\u{FF}z",
    ]
    for (number, path) in paths.enumerated() {
      try await catalog.store(.made(FilePath(path), payload: number))
    }
    let expected = ["/m", "/m/a", "/m/b/c", "/m/\u{FF}z"]
    for root in ["/m", "/m/"] {
      let found = try await catalog.filePaths(under: FilePath(root)).map { $0.utf8Text }
      #expect(
        found.filter { $0 != "/m" || root == "/m" }
          == expected.filter { $0 != "/m" || root == "/m" })
      let tracks = try await catalog.tracks(matching: Query(parsing: ["path:" + root]))
      #expect(tracks.map { $0.path.utf8Text }.filter { $0 != "/m" } == Array(expected.dropFirst()))
    }
    #expect(try await catalog.filePaths(under: "/m_x").count == 1)
    #expect(try await catalog.filePaths(under: "/m%x").count == 1)
    #expect(try await catalog.filePaths(under: "/").count == paths.count)
  }

  @Test("missing files are not under their folder any more")
  func missing() async throws {
    try await catalog.store(.made("/m/a", payload: 1))
    try await catalog.store(.made("/m/b", payload: 2))
    try await catalog.markMissing(["/m/a"])
    #expect(try await catalog.filePaths(under: "/m") == ["/m/b"])
  }
}
