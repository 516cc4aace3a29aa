import Decoders
import TestSupport
import Testing

@testable import Catalog

/// Random conditions over random tracks: SQL and its twin in memory must pick the same.
@Suite struct RandomQueryTests {
  private static let texts = [
    "Daft Punk", "daft", "Röyksopp", "Straße", "STRASSE", "!!!", "日本語", "9.5", "L'été", "x_y",
    "100%",
    "a", "Ørsted", "The The", "the", "\"quoted\"", "İstanbul", "naïve", "e\u{301}", "mix (live)",
  ]
  private static let bpms: [Float] = [64, 87, 87.25, 120, 122.75, 127.98, 128.02, 174, 174.5, 9.5]

  private var random: SeededGenerator

  init() {
    random = SeededGenerator(seed: 77)
  }

  private mutating func pick<T>(_ values: [T]) -> T { values.randomElement(using: &random)! }

  private mutating func maybe<T>(_ value: T) -> T? { Bool.random(using: &random) ? value : nil }

  private mutating func track(_ number: Int) -> AnalysedFile {
    let (title, artist, album) = (
      maybe(pick(Self.texts)), maybe(pick(Self.texts)), maybe(pick(Self.texts))
    )
    let (genre, year, tagBPM) = (
      maybe(pick(Self.texts)), maybe(Int.random(in: 1990...2000, using: &random)),
      maybe(Double(pick(Self.bpms)))
    )
    let (bpm, key) = (maybe(pick(Self.bpms)), maybe(pick(MusicalKey.all)))
    let (pace, sections) = (maybe(pick([2, 4.25, 7.5, 20])), pick([1, 2, 4, 9]))
    let folder = pick(["/m", "/m2", "/m/House", "/m/house"])
    return .made(
      FilePath("\(folder)/\(pick(Self.texts).filter { $0 != "/" }) \(number).flac"),
      payload: number,
      tags: {
        $0.title = title
        $0.artist = artist
        $0.album = album
        $0.genre = genre
        $0.year = year
        $0.beatsPerMinute = tagBPM
      },
      bpm: bpm, key: key, lufs: maybe(Float.random(in: -30...(-5), using: &random)) ?? -.infinity,
      energy: maybe(Double(Int.random(in: 1...10, using: &random))),
      seconds: .random(in: 1...600, using: &random),
      codec: pick(["FLAC", "Vorbis", "MPEG layer III"]),
      change: { if let pace { $0.setForm(pace: pace, sections: sections) } })
  }

  private mutating func interval(around values: [Double]) -> Interval {
    let (first, second) = (pick(values), pick(values))
    let (lower, upper) = (min(first, second), max(first, second))
    let ends = [lower, upper].map { Interval.End($0, isIncluded: Bool.random(using: &random)) }
    return Interval(
      lower: Int.random(in: 0..<4, using: &random) == 0 ? nil : ends[0],
      upper: Int.random(in: 0..<4, using: &random) == 0 ? nil : ends[1])
  }

  private mutating func field(_ names: String...) -> Query.Field { .named(pick(names))! }

  private mutating func condition(depth: Int = 0) throws -> Query.Condition {
    let kind = Int.random(in: 0..<(depth < 3 ? 14 : 11), using: &random)
    switch kind {
    case 0: return .words(pick(Self.texts))
    case 1: return .number(.bpm, interval(around: Self.bpms.map(Double.init)))
    case 2: return .number(field("year"), interval(around: [1990, 1993, 1995, 1999, 2001]))
    case 3:
      return Bool.random(using: &random)
        ? .number(field("lufs", "tp"), interval(around: [-30, -20, -14, -8, 0, 5]))
        : .number(field("pace", "sections"), interval(around: [1, 2, 4, 7.5, 9, 20]))
    case 4: return .tempo(TempoMatch(Double(pick(Self.bpms)), tolerance: pick([0, 0.03, 0.1])))
    case 5: return .key(.key, Set((0..<3).map { _ in pick(MusicalKey.all) }))
    case 6:
      return .text(
        field("title", "artist", "album", "genre", "format", "path"), pick(Self.texts),
        isWhole: Bool.random(using: &random))
    case 7:
      let pattern = pick(["^d", "a.*t", "[0-9]", "^$", ".", "(the|mix)", "ß", "é", "\\bthe\\b"])
      return .pattern(field("title", "artist", "path"), try TextPattern(pattern))
    case 8: return .path(FilePath(pick(["/m", "/m2", "/m/House", "/", "/none"])))
    case 9: return .has(field("bpm", "key", "title", "year", "lufs", "energy", "tagbpm", "pace"))
    case 10: return .reason(field("bpm", "key", "lufs"), maybe(pick(["silence", "atonal"])))
    case 11: return .not(try condition(depth: depth + 1))
    default:
      let count = Int.random(in: 0...3, using: &random)
      let parts = try (0..<count).map { _ in try condition(depth: depth + 1) }
      return kind == 12 ? .all(parts) : .any(parts)
    }
  }

  @Test mutating func `SQL and memory agree`() async throws {
    let temporary = try TemporaryCatalog()
    for number in 0..<80 { try await temporary.catalog.store(track(number)) }
    let all = try await temporary.catalog.tracks(matching: Query())
    try #require(all.count == 80)
    var found = 0
    for _ in 0..<400 {
      let condition = try condition()
      let sql = try await temporary.catalog.tracks(matching: Query(condition))
      let memory = all.filter { condition.isFulfilled(by: $0) }
      #expect(Set(sql.map(\.fileID)) == Set(memory.map(\.fileID)), "\(condition)")
      found += sql.count
    }
    // Neither answers nothing, nor everything, all the time.
    #expect(found > 400 && found < 400 * 70)
  }
}
