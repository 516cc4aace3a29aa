import Decoders
import Testing

@testable import Catalog

@Suite("An overview")
struct OverviewTests {
  @Test func `counts keys in the wheel's order, each recording once`() async throws {
    let catalog = try TemporaryCatalog().catalog
    #expect(try await catalog.keyCounts().isEmpty)
    let keys = ["10A", "9B", "10A", nil].map { $0.flatMap { MusicalKey($0) } }
    for (index, key) in keys.enumerated() {
      try await catalog.store(.made(FilePath("/\(index)"), payload: index, key: key))
    }
    try await catalog.store(.made("/copy", payload: 0, key: keys[0]))
    let counts = try await catalog.keyCounts()
    #expect(counts.map(\.key.camelot) == ["9B", "10A"])
    #expect(counts.map(\.recordingCount) == [1, 2])
  }

  @Test func `gives the decode report as it was stored`() async throws {
    let catalog = try TemporaryCatalog().catalog
    var file = AnalysedFile.made("/a", payload: 1)
    file.report.trimmedHead = 1105
    file.report.trimSource = .lameTag
    file.report.warn("odd")
    try await catalog.store(file)
    #expect(try await catalog.decodeReport(of: 1) == file.report)
    #expect(try await catalog.decodeReport(of: 2) == nil)
  }
}
