import Decoders
import Testing

@testable import Catalog

@Suite struct RecommenderTests {
  private let seed = track(1, "8A", 126, energy: 6.1, loudness: -9)

  private func rank(
    _ candidates: [Track], after seed: Track? = nil, limit: Int = 10
  ) -> [Recommendation] {
    var options = Recommender.Options()
    options.limit = limit
    return Recommender.rank(candidates, after: seed ?? self.seed, options: options)
  }

  @Test func `the sentence says what the keys share, what to do with the speed, and the levels`() {
    let next = track(2, "9A", 124, energy: 7, loudness: -7.8)
    #expect(
      rank([next]).map(\.reason) == [
        "8A → 9A, a fifth up: 6 of 7 notes shared; 126.0 → 124.0 BPM, play it 1.6 % faster; "
          + "energy 6.1 → 7.0; 1.2 dB louder"
      ])
  }

  @Test func `half and double tempo, and pitch beyond half a semitone, are said`() throws {
    let double = try #require(rank([track(2, "8A", 252)]).first)
    #expect(double.reason.contains("126.0 → 252.0 BPM at double time, as it is"))
    let half = try #require(rank([track(2, "8A", 61)]).first)
    #expect(half.reason.contains("at half time, play it 3.3 % faster (+0.6 semitones without"))
    let slower = try #require(rank([track(2, "8A", 132)]).first)
    #expect(slower.reason.contains("play it 4.5 % slower (−0.8 semitones without key lock)"))
  }

  @Test func `nearer keys, tempi, energies and levels come first`() {
    let base = track(2, "8A", 126, energy: 6.1, loudness: -9)
    let worse = [
      track(3, "9A", 126, energy: 6.1, loudness: -9),
      track(4, "8A", 129, energy: 6.1, loudness: -9),
      track(5, "8A", 126, energy: 3, loudness: -9), track(6, "8A", 126, energy: 6.1, loudness: -14),
    ]
    for other in worse {
      #expect(rank([other, base]).map(\.track.recordingID) == [2, other.recordingID])
    }
  }

  @Test func `a small rise of energy is as welcome as none, a fall is not`() throws {
    let score = { (energy: Double) in
      try #require(rank([track(2, "8A", 126, energy: energy, loudness: -9)]).first?.score)
    }
    #expect(try score(7) == score(6.1))
    #expect(try score(5.2) < score(6.1))
    #expect(try score(9) < score(7))
  }

  @Test func `doubtful keys weigh less, and are called so`() throws {
    var doubtful = track(2, "8A", 126)
    doubtful.keyConfidence = 0.1
    let sure = track(3, "8A", 126)
    let ranked = rank([doubtful, sure])
    #expect(ranked.map(\.track.recordingID) == [3, 2])
    #expect(ranked[1].reason.contains("(the second key doubtful)"))
    #expect(!ranked[0].reason.contains("doubtful"))
  }

  @Test func `tunings that beat are said`() throws {
    var first = seed
    first.tuningCents = -20
    var second = track(2, "8A", 126)
    second.tuningCents = 18
    #expect(try #require(rank([second], after: first).first).reason.contains("38 cents apart"))
  }

  @Test func `without the first track's key or tempo the rest decides, and the reason says so`() {
    var seed = seed
    seed.key = nil
    seed.keyReason = "atonal"
    let ranked = rank([track(2, "3B", 125), track(3, "8A", 126)], after: seed)
    #expect(ranked.map(\.track.recordingID) == [3, 2])
    #expect(ranked[0].reason.hasPrefix("the first track's key is unknown (atonal); 126.0 →"))
    #expect(ranked[0].relation == nil)
    seed.bpm = nil
    seed.bpmReason = "noClearPulse"
    let blind = rank([track(2, "3B", 125, energy: 2), track(3, "8A", 90, energy: 6)], after: seed)
    #expect(blind.map(\.track.recordingID) == [3, 2])
    #expect(blind[0].reason.contains("the first track's tempo is unknown (noClearPulse)"))
    #expect(blind[0].tempo == nil)
  }

  @Test func `a seed of which nothing is known gets tracks in the order of their paths`() {
    let seed = track(1, nil, nil)
    let ranked = rank([track(3, "8A", 126), track(2, "9A", 90)], after: seed)
    #expect(ranked.map(\.track.recordingID) == [2, 3])
    #expect(ranked.allSatisfy { $0.score == 0 })
  }

  @Test func `the track itself and copies of it are left out`() {
    var seed = seed
    seed.title = "One"
    seed.artist = "The Makers"
    seed.duration = 200
    var encoded = track(2, "8A", 126)
    encoded.title = "ONE"
    encoded.artist = "the makers"
    encoded.duration = 201
    var remix = encoded
    remix.recordingID = 3
    remix.duration = 390
    let same = track(1, "8A", 126)
    #expect(rank([same, encoded, remix], after: seed).map(\.track.recordingID) == [3])
  }

  @Test func `of copies among the candidates one is given`() {
    var first = track(2, "8A", 126)
    first.title = "Two"
    first.artist = "The Makers"
    var second = first
    second.recordingID = 3
    second.path = FilePath("/m/0.mp3")
    var sameRecording = first
    sameRecording.fileID = 9
    sameRecording.path = FilePath("/m/9.mp3")
    #expect(rank([first, second, sameRecording]).map(\.track.path.displayText) == ["/m/0.mp3"])
  }

  @Test func `equals come in the order of their paths, whatever the order they came in`() {
    let tracks = (2...9).map { track(Int64($0), "8A", 126) }
    #expect(rank(tracks.reversed()).map(\.track) == tracks)
    #expect(rank(tracks.shuffled(), limit: 3).map(\.track) == Array(tracks.prefix(3)))
  }

  @Test func `a tempo just beyond the tolerance is left out`() {
    #expect(rank([track(2, "8A", 126 * 1.0601), track(3, "8A", 126 / 1.0601)]).isEmpty)
    #expect(rank([track(2, "8A", 126 * 1.0599), track(3, "8A", 126 / 1.0599)]).count == 2)
  }

  @Test func `the catalogue is asked for keys, tempi and the extra condition`() async throws {
    let store = try TemporaryCatalog()
    let music: [(String, Int, String, Float, String)] = [
      ("/m/seed.mp3", 1, "8A", 126, "House"), ("/m/near.mp3", 2, "9A", 124, "House"),
      ("/m/double.mp3", 3, "8B", 250, "House"), ("/m/half.mp3", 4, "7A", 64, "House"),
      ("/m/far.mp3", 5, "8A", 140, "House"), ("/m/clash.mp3", 6, "2A", 126, "House"),
      ("/m/rock.mp3", 7, "8A", 126, "Rock"),
    ]
    for (path, payload, key, bpm, genre) in music {
      try await store.catalog.store(
        .made(
          FilePath(path), payload: payload, tags: { $0.genre = genre }, bpm: bpm,
          key: MusicalKey(key), lufs: -9, energy: 6))
    }
    guard case .found(let seed) = try await store.catalog.track(named: "/m/seed.mp3")
    else { throw CatalogError.corrupt(detail: "no seed") }
    let recommender = Recommender(catalog: store.catalog)
    var options = Recommender.Options()
    let all = try await recommender.recommend(for: seed, options: options)
    #expect(
      all.map { $0.track.path.displayText } == [
        "/m/rock.mp3", "/m/double.mp3", "/m/near.mp3", "/m/half.mp3",
      ])
    options.filter = try Query(parsing: "genre:house bpm:>100")
    let filtered = try await recommender.recommend(for: seed, options: options)
    #expect(filtered.map { $0.track.path.displayText } == ["/m/double.mp3", "/m/near.mp3"])
  }

  @Test func `scores stay between 0 and 1`() {
    for (index, key) in MusicalKey.all.enumerated() {
      for energy in [1.0, 5, 10] {
        let next = track(
          2, key.camelot, 119 + Double(index) / 2, energy: energy, loudness: -40 + Double(index))
        let score = rank([next]).first?.score ?? 0
        #expect((0...1).contains(score))
      }
    }
  }
}

/// A track named after its number.
private func track(
  _ id: Int64, _ key: String?, _ bpm: Double?, energy: Double? = nil, loudness: Double? = nil
) -> Track {
  var track = Track()
  track.recordingID = id
  track.fileID = id
  track.path = FilePath("/m/\(id).mp3")
  track.key = key.flatMap { MusicalKey($0) }
  track.bpm = bpm
  track.energy = energy
  track.integrated = loudness
  track.duration = 240
  return track
}
