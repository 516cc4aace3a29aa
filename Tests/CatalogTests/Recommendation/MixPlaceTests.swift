import Analysis
import Testing

@testable import Catalog

@Suite("MixPlace: over which bars two tracks mix")
struct MixPlaceTests {
  private typealias Session = MusicUnderstandingSession

  /// A piece of sections of so many bars of two seconds.
  private func piece(_ sections: [Int], barCount: Int? = nil) -> Session.SessionResult {
    let time = { (seconds: Int) in CMTime(value: Int64(seconds), timescale: 1) }
    var start = 0
    var result = Session.SessionResult()
    result.structure = .init(
      sections: sections.map { bars in
        defer { start += 2 * bars }
        return CMTimeRange(start: time(start), end: time(start + 2 * bars))
      })
    let bars = barCount ?? sections.reduce(0, +)
    result.rhythm = .init(bars: (0..<bars).map { time(2 * $0) })
    return result
  }

  @Test("the last section of the one and the first of the other, in bars and seconds")
  func edges() throws {
    let edges = try #require(TrackEdges(piece([8, 30, 16])))
    #expect(edges.introEnd == 16 && edges.introBars == 8)
    #expect(edges.outroStart == 76 && edges.outroBars == 16)
  }

  @Test("none without a form, or with one section that is all")
  func none() {
    #expect(TrackEdges(Session.SessionResult()) == nil)
    #expect(TrackEdges(piece([40])) == nil)
  }

  @Test("the sentence names the shorter of the two")
  func sentence() throws {
    let place = MixPlace(
      from: try #require(TrackEdges(piece([4, 30, 21]))),
      to: try #require(TrackEdges(piece([5, 30, 8]))))
    let (first, second) = (Track(), Track())
    let step = MixStep(from: first, to: second)
    let text = RecommendationReason.text(
      from: first, to: second, step, rules: MixRules(), place: place)
    #expect(
      text.contains(
        "mix over 5 bars: the one's last section has 21, from 1:08, the other's first 5, to 0:10"))
    let beatless = MixPlace(
      from: try #require(TrackEdges(piece([4, 8], barCount: 0))),
      to: try #require(TrackEdges(piece([5, 8], barCount: 0))))
    #expect(
      RecommendationReason.text(from: first, to: second, step, rules: MixRules(), place: beatless)
        .contains("mix the one's last section, from 0:08, with the other's first, to 0:10"))
  }
}
