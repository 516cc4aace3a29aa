import Decoders
import Testing

@testable import Catalog

@Suite("An overview")
struct OverviewTests {
  @Test func `counts keys in the wheel's order, each recording once`() async throws {
    let temporary = try TemporaryCatalog()
    #expect(try await temporary.catalog.keyCounts().isEmpty)
    let keys = ["10A", "9B", "10A", nil].map { $0.flatMap { MusicalKey($0) } }
    for (index, key) in keys.enumerated() {
      try await temporary.catalog.store(.made(FilePath("/\(index)"), payload: index, key: key))
    }
    try await temporary.catalog.store(.made("/copy", payload: 0, key: keys[0]))
    let counts = try await temporary.catalog.keyCounts()
    #expect(counts.map(\.key.camelot) == ["9B", "10A"])
    #expect(counts.map(\.recordingCount) == [1, 2])
  }

  @Test func `gives the decode report as it was stored`() async throws {
    let temporary = try TemporaryCatalog()
    var file = AnalysedFile.made("/a", payload: 1)
    file.report.trimmedHead = 1105
    file.report.trimSource = .lameTag
    file.report.warn("odd")
    try await temporary.catalog.store(file)
    #expect(try await temporary.catalog.decodeReport(of: 1) == file.report)
    #expect(try await temporary.catalog.decodeReport(of: 2) == nil)
  }
}
