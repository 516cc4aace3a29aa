import FoundationEssentials
import Testing

@testable import Analysis

@Suite struct KeyScoresTests {
  typealias KeyScores = MusicUnderstandingSession.KeyScores
  typealias KeySignature = MusicUnderstandingSession.KeySignature

  private func scores(_ values: [Int: Float]) throws -> KeyScores {
    try #require(KeyScores((0..<24).map { values[$0] ?? 0 }))
  }

  @Test func `the sum is 1, and only proportions count`() throws {
    let some = try scores([0: 3, 9: 4, 21: 1])
    #expect(some.values.reduce(0, +) == 1)
    #expect(some.values[9] == 0.5)
    #expect(try scores([0: 6, 9: 8, 21: 2]) == some)
  }

  @Test func `a key is found however it is spelled`() throws {
    let some = try scores([1: 1, 20: 3])
    #expect(some[.init(tonic: .cSharp, mode: .major)] == 0.25)
    #expect(some[.init(tonic: .dFlat, mode: .major)] == 0.25)
    #expect(some[.init(tonic: .aFlat, mode: .minor)] == 0.75)
    #expect(some[.init(tonic: .c, mode: .major)] == 0)
  }

  @Test func `they are ranked, of equal ones the first`() throws {
    let ranked = try scores([5: 1, 14: 2, 3: 1]).ranked
    #expect(ranked.count == 24)
    #expect(ranked.prefix(4).map(\.key.index) == [14, 3, 5, 0])
  }

  @Test func `the alternatives are the relative, the parallel and the fifths`() throws {
    let some = try scores([0: 8, 21: 4, 12: 1, 7: 3, 5: 2, 1: 7])
    let major = some.alternatives(to: KeySignature(index: 0))
    #expect(major.map(\.key.index) == [21, 7, 5, 12])
    #expect(major.map(\.score) == [4, 3, 2, 1].map { $0 / 25 })
    // A minor: C major, A major, E minor, D minor.
    let minor = some.alternatives(to: KeySignature(index: 21))
    #expect(Set(minor.map(\.key.index)) == [0, 9, 16, 14])
  }

  @Test(
    arguments: [
      [], [Float](repeating: 0, count: 24), [Float](repeating: 1, count: 23),
      [Float](repeating: -1, count: 24), [.nan] + [Float](repeating: 1, count: 23),
      [.infinity] + [Float](repeating: 1, count: 23),
    ])
  func `what are no scores are refused`(values: [Float]) {
    #expect(KeyScores(values) == nil)
  }

  @Test func `in JSON they are an array, and broken ones do not decode`() throws {
    let some = try scores([0: 1, 7: 1])
    let text = String(decoding: try JSONEncoder().encode(some), as: UTF8.self)
    #expect(text.hasPrefix("[0.5,0,0"))
    #expect(try JSONDecoder().decode(KeyScores.self, from: Data(text.utf8)) == some)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(KeyScores.self, from: Data("[1,2]".utf8))
    }
  }

  @Test func `details written before there were scores are read`() throws {
    let details = MusicUnderstandingSession.KeyDetails(
      global: KeySignature(index: 3), confidence: 0.5, tuningCents: 2)
    let text = String(decoding: try JSONEncoder().encode(details), as: UTF8.self)
    let older = text.replacing(",\"rangeScores\":[]", with: "")
      .replacing("\"rangeScores\":[],", with: "")
    #expect(!older.contains("rangeScores"))
    let read = try JSONDecoder().decode(
      MusicUnderstandingSession.KeyDetails.self, from: Data(older.utf8))
    #expect(read == details)
  }
}
