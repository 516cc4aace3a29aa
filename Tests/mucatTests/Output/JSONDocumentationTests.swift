import Decoders
import TestSupport
import Testing

@testable import Analysis
@testable import Catalog
@testable import mucat

/// docs/json.md names every key that is written.
struct JSONDocumentationTests {
  private static let page = String(
    decoding: TemporaryDirectory.contents(
      of: FilePath(#filePath).parent.parent.parent.parent.appending("docs/json.md".utf8)),
    as: UTF8.self)

  private static let loudness = MusicUnderstandingSession.LoudnessResult(
    integrated: .init(time: .zero, value: 0), momentary: [], shortTerm: [],
    peak: .init(time: .zero, value: 0), details: .init())

  private static let duplicate = DuplicateFile(
    track: Track(), size: 1, isLossless: false, isDamaged: false, tagCount: 0)

  private static let records: [(String, any Sendable)] = [
    ("track", TrackRecord(Track())),
    (
      "recommendation",
      RecommendationRecord(Recommendation(track: Track(), score: 1, terms: [], reason: ""))
    ),
    ("set", SetRecord(SetPlan())),
    (
      "transition",
      SetRecord.Transition(.init(step: MixStep(), cost: 0, place: nil, reason: ""))
    ),
    ("set entry", SetRecord.Entry(track: TrackRecord(Track()), wantedEnergy: 1, transition: nil)),
    ("group of duplicates", DuplicateRecord(DuplicateGroup(kind: .near, files: []))),
    ("duplicate", DuplicateRecord.File(duplicate)),
    ("begin", ScanEvent.Begin(roots: [], catalog: FilePath("c"))),
    ("scanned", ScanEvent.Track(path: FilePath("a"), outcome: .attached)),
    ("failure", ScanEvent.Failure(path: FilePath("a"), code: "", reason: "")),
    ("warning", ScanEvent.Warning(message: "")),
    ("summary", ScanEvent.Summary(ScanSummary(), seconds: 0)),
    ("loudness line", LoudnessLine(loudness)),
    (
      "loudness summary",
      LoudnessSummaryLine(loudness, format: nil, nonFiniteSampleCount: 0)
    ),
    (
      "failed file",
      ErrorsCommand.Record(FailureRow(path: "/a", code: "", reason: "", scannedAt: 0))
    ),
    ("page", LabCommand.Record(FilePath("page.html"), size: 1)),
    (
      "live line",
      LiveLine(
        SemanticAudioDescriptor(
          time: 0,
          loudness: .init(currentDb: 0, shortTerm: 0, integrated: 0, truePeak: 0)))
    ),
    ("tag", TagRecord(TagOutcome("/a", .written), status: "written")),
    ("statistics", StatsCommand.Record(CatalogStatistics(), keys: [], catalog: "")),
  ]

  @Test(arguments: records.indices)
  func `every key of a record is documented`(index: Int) {
    let (name, record) = Self.records[index]
    let labels = Mirror(reflecting: record).children.compactMap(\.label)
    #expect(!labels.isEmpty)
    for label in labels { #expect(Self.page.contains("`\(label)`"), "\(name): \(label)") }
  }
}
