import Analysis
import Catalog
import Decoders
import Testing

@testable import mucat

struct FailureTests {
  @Test(arguments: [
    (CatalogError.busy("/c.db"), mucat.ExitStatus.busy), (.lockedByScan(pid: 7), .busy),
    (.notADatabase("/c.db"), .failed), (.foreignDatabase("/c.db"), .failed),
    (.newer(found: 9, known: 1), .failed), (.corrupt(detail: "page 3"), .failed),
    (.io(errno: 13, path: "/c.db"), .failed), (.full, .failed), (.noCatalog("/c.db"), .failed),
    (.sqlite(code: 1, message: "near x"), .failed),
  ])
  func `only a busy catalogue is worth trying again`(error: CatalogError, status: mucat.ExitStatus)
  {
    let failure = Failure(error)
    #expect(failure.status == status)
    #expect(failure.lines.count == 1)
    #expect(failure.message.hasPrefix("mucat: "))
  }

  @Test func `the process that holds the lock is named`() {
    #expect(Failure(CatalogError.lockedByScan(pid: 4711)).message.contains("4711"))
  }

  @Test func `a missing catalogue says how to make one`() {
    #expect(Failure(CatalogError.noCatalog("/c.db")).message.contains("mucat scan"))
  }

  @Test func `a query error points at the place, in columns`() {
    let error = QueryError(
      message: "unknown field 'tmpo'", text: "音楽 tmpo:120", range: 3..<7, suggestion: "tempo")
    let failure = Failure(error)
    #expect(failure.status == .usage)
    #expect(
      failure.lines == [
        "mucat: unknown field 'tmpo'; did you mean 'tempo'?", "  音楽 tmpo:120",
        "       ^^^^", "Try 'mucat query --help'.",
      ])
  }

  @Test func `a range beyond the query does no harm`() {
    let error = QueryError(message: "ends early", text: "a", range: 5..<9)
    #expect(Failure(error).lines[2] == "   ^")
  }

  @Test func `an unreadable file is named, its name made safe`() {
    let error = AnalysisError.invalidAsset(.empty)
    #expect(
      Failure(error, about: FilePath("/m/a\nb\u{202E}.mp3")).message
        == "mucat: /m/a\\x0ab\\u{202e}.mp3: the file is empty")
  }

  @Test func `an interruption has its own status`() {
    #expect(Failure(CancellationError()).status == .interrupted)
  }
}

extension FilePath: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) {
    self.init(text)
  }
}
