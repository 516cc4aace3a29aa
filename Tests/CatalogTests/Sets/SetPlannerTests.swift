import Decoders
import Testing

@testable import Catalog

@Suite struct SetPlannerTests {
  /// Ten songs from A to J, each a tempo higher, in keys of a chain: field notes call it the test of
  /// a planner. With steps of one place on the wheel there are two orders; this is the smoother.
  @Test func `ten songs come in the order with the smallest steps`() throws {
    let songs: [(String, Double, String)] = [
      ("A", 126, "6A"), ("B", 127, "11A"), ("C", 127, "5A"), ("D", 128, "3A"), ("E", 129, "9A"),
      ("F", 128, "7A"), ("G", 129, "4A"), ("H", 128, "6A"), ("I", 128, "10A"), ("J", 130, "8A"),
    ]
    let tracks = songs.map { track($0.0, bpm: $0.1, key: $0.2) }
    for order in [tracks, tracks.reversed(), tracks.shuffled()] {
      let plan = try SetPlanner().plan(order)
      #expect(plan.entries.compactMap(\.track.title).joined() == "DGCAHFJEIB")
      #expect(plan.isOptimal && plan.gap == 0)
      #expect(plan.brokenRules.isEmpty)
    }
  }

  @Test func `each step but the first has its sentence and its cost`() throws {
    let plan = try SetPlanner().plan([
      track("A", bpm: 126, key: "8A"), track("B", bpm: 124, key: "9A"),
    ])
    #expect(plan.entries.map(\.track.title) == ["A", "B"])
    #expect(plan.entries[0].transition == nil)
    let transition = try #require(plan.entries[1].transition)
    #expect(transition.reason.hasPrefix("8A → 9A, a fifth up: 6 of 7 notes shared; 126.0 → 124.0"))
    #expect(abs(transition.cost - plan.cost) < 1e-12)
  }

  @Test func `first, last, locks and artists hold`() throws {
    var tracks = (0..<8).map { number in
      track("\(number)", bpm: 120 + Double(number), key: "\(number + 1)A", artist: "X\(number % 4)")
    }
    tracks[7].artist = nil
    var options = SetOptions()
    options.first = tracks[6].recordingID
    options.last = tracks[0].recordingID
    options.locks = [.init(tracks[2].recordingID, tracks[5].recordingID)]
    options.artistGap = 2
    let plan = try SetPlanner(options: options).plan(tracks)
    let titles = plan.entries.compactMap(\.track.title)
    #expect(titles.first == "6" && titles.last == "0")
    #expect(titles.firstIndex(of: "5") == titles.firstIndex(of: "2").map { $0 + 1 })
    #expect(plan.brokenRules.isEmpty)
    for (index, entry) in plan.entries.enumerated() {
      for other in plan.entries.dropFirst(index + 1).prefix(2) {
        #expect(entry.track.artist == nil || entry.track.artist != other.track.artist)
      }
    }
  }

  @Test func `what cannot hold is broken as little as can be, and said`() throws {
    var options = SetOptions()
    options.maximumPitchPercent = 3
    let plan = try SetPlanner(options: options).plan([
      track("A", bpm: 100, key: "8A"), track("B", bpm: 101, key: "8A"),
      track("C", bpm: 130, key: "8A"),
    ])
    #expect(plan.brokenRules.count == 1)
    #expect(plan.brokenRules[0].contains("more pitch than is allowed"))
    #expect(plan.cost < 10)
    options = SetOptions()
    options.artistGap = 1
    let alone = try SetPlanner(options: options).plan([
      track("A", bpm: 100, key: "8A", artist: "One"),
      track("B", bpm: 100, key: "8A", artist: "ONE"),
    ])
    #expect(alone.brokenRules == ["track 2 brings its artist back too soon"])
  }

  @Test func `a curve is followed`() throws {
    let tracks = [5.0, 9, 2, 7, 3, 8].enumerated().map { number, energy in
      track("\(number)", bpm: 126, key: "8A", energy: energy)
    }
    var options = SetOptions()
    options.curve = try EnergyCurve(parsing: "0 2\n100 9")
    let rising = try SetPlanner(options: options).plan(tracks).entries.compactMap(\.track.energy)
    #expect(rising == rising.sorted())
    options.curve = try EnergyCurve(parsing: "0 9 # down\n\n100% 2\n")
    let falling = try SetPlanner(options: options).plan(tracks)
    #expect(falling.entries.compactMap(\.track.energy) == rising.reversed())
    #expect(falling.entries.first?.wantedEnergy == 9)
    options.curve = EnergyCurve(.arc)
    let arc = try SetPlanner(options: options).plan(tracks).entries.compactMap(\.track.energy)
    #expect(arc.firstIndex(of: 9).map { (2...4).contains($0) } == true)
  }

  @Test func `copies are left out, and unknown values do no harm`() throws {
    var copy = track("A", bpm: 126, key: "8A", artist: "One")
    copy.path = FilePath("/m/a copy.mp3")
    copy.recordingID += 1000
    let twin = track("A", bpm: 126, key: "8A", artist: "One")
    let plan = try SetPlanner().plan([twin, copy, twin, track("B", bpm: nil, key: nil)])
    #expect(plan.entries.count == 2 && plan.copyCount == 2)
    #expect(plan.cost.isFinite)
    #expect(try SetPlanner().plan([]).entries.isEmpty)
    #expect(try SetPlanner().plan([twin]).entries.count == 1)
  }

  @Test func `what is contradictory is refused`() {
    let tracks = [track("A", bpm: 126, key: "8A"), track("B", bpm: 126, key: "8A")]
    func error(_ change: (inout SetOptions) -> Void) -> SetPlanError? {
      var options = SetOptions()
      change(&options)
      do throws(SetPlanError) {
        _ = try SetPlanner(options: options).plan(tracks)
        return nil
      } catch {
        return error
      }
    }
    let (one, other) = (tracks[0].recordingID, tracks[1].recordingID)
    let contradictions: [(inout SetOptions) -> Void] = [
      {
        $0.first = one
        $0.last = one
      },
      { $0.first = 99_999 },
      {
        $0.first = one
        $0.locks = [.init(other, one)]
      },
      { $0.locks = [.init(one, one)] },
    ]
    for change in contradictions {
      guard case .contradiction = error(change) else {
        Issue.record("not refused")
        continue
      }
    }
    #expect(error { $0.duration = 36_000 } == .noChoice(duration: 36_000))
  }

  @Test(arguments: ["", "# nothing", "50", "50 x", "-1 5", "101 5", "50 11", "50 5\n50 6"])
  func `what is no curve is refused`(text: String) {
    #expect(throws: EnergyCurve.Mistake.self) { try EnergyCurve(parsing: text) }
  }
}

/// A track named by a letter, which is its place among the paths too.
private func track(
  _ title: String, bpm: Double?, key: String?, artist: String? = nil, energy: Double? = nil
) -> Track {
  var track = Track()
  track.recordingID = Int64(title.utf8.first ?? 0)
  track.fileID = track.recordingID
  track.path = FilePath("/m/\(title).mp3")
  track.title = title
  track.artist = artist
  track.bpm = bpm
  track.key = key.flatMap { MusicalKey($0) }
  track.energy = energy
  track.integrated = -9
  track.duration = 240
  return track
}
