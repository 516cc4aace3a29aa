import TestSupport
import Testing

@testable import Analysis

@Suite struct KeyEvidenceTests {
  @Test func `the evidence is the sum of the profile over notes and triads`() {
    var random = SeededGenerator(seed: 5)
    let values = (0..<4 * Chromagram.valuesPerFrame).map { _ in abs(random.nextSample()) / 24 }
    let chromagram = Chromagram(values: values)
    let chords = ChordFrames(chromagram: chromagram)
    let profile = KeyProfile.standard
    let evidence = KeyEvidence(chromagram: chromagram, chords: chords, profile: profile)
    for frame in 0..<4 {
      for key in 0..<24 {
        let mode = key < 12 ? profile.major : profile.minor
        var expected: Float = 0
        for degree in 0..<12 {
          let note = (key + degree) % 12
          expected += mode.bass[degree] * values[frame * 24 + note]
          expected += mode.upper[degree] * values[frame * 24 + 12 + note]
          expected += mode.majorTriads[degree] * chords.values[frame * 24 + note]
          expected += mode.minorTriads[degree] * chords.values[frame * 24 + 12 + note]
        }
        #expect(abs(evidence.scores[frame * 24 + key] - expected) < 1e-5)
      }
    }
  }

  @Test func `a flat spectrum speaks for no key`() {
    for mode in [KeyProfile.standard.major, KeyProfile.standard.minor] {
      #expect(abs(mode.bass.reduce(0, +)) < 0.1)
      #expect(abs(mode.upper.reduce(0, +)) < 0.1)
    }
  }

  /// A piece in one key, then in another, by evidence alone.
  private func decision(_ stretches: [(key: Int, frames: Int, others: [Int: Float])]) -> KeyDecision
  {
    var scores: [Float] = []
    for stretch in stretches {
      for _ in 0..<stretch.frames {
        var frame = [Float](repeating: 0, count: 24)
        for (key, score) in stretch.others { frame[key] = score }
        frame[stretch.key] = 0.3
        scores += frame
      }
    }
    let evidence = KeyEvidence(scores: scores)
    return KeyDecision(evidence: evidence, frames: 0..<evidence.frameCount)
  }

  @Test func `a piece that spends its time in the dominant is named after its tonic`() {
    let sonata = decision([(0, 100, [7: 0.2]), (7, 160, [0: 0.1])])
    #expect(sonata.global == 0)
    #expect(sonata.segments == [.init(frames: 0..<260, key: 0)])
    #expect(sonata.candidates.first?.key == .init(tonic: .c, mode: .major))
    // A short introduction establishes nothing, nor does one in another relation.
    #expect(decision([(0, 20, [7: 0.2]), (7, 160, [0: 0.1])]).global == 7)
    #expect(decision([(2, 100, [7: 0.2]), (7, 160, [2: 0.1])]).global == 7)
  }

  @Test func `a piece that ends in the key it opened in has that key`() {
    let song = decision([(3, 50, [:]), (11, 160, [:]), (3, 50, [:])])
    #expect(song.global == 3)
    #expect(song.segments.map(\.key) == [3, 11, 3])
    #expect(decision([(3, 50, [:]), (11, 160, [:]), (4, 50, [:])]).global == 11)
    #expect(decision([(3, 30, [:]), (11, 160, [:]), (3, 30, [:])]).global == 11)
  }

  @Test func `a related key is a region of the key of the whole when it is short`() {
    // C major, then each of the others for 22 s, then C major again.
    for key in 1..<24 {
      let song = decision([(0, 200, [:]), (key, 60, [:]), (0, 200, [:])])
      let isRegion = [5, 7, 21, 14, 16].contains(key)
      #expect(song.segments.map(\.key) == (isRegion ? [0] : [0, key, 0]), "\(key)")
    }
  }

  @Test func `a related key that lasts is a change if it is clear and leaves home the most time`() {
    let clear = decision([(0, 110, [:]), (7, 110, [:])])
    #expect(clear.segments == [.init(frames: 0..<110, key: 0), .init(frames: 110..<220, key: 7)])
    let returning = decision([(0, 110, [:]), (7, 110, [:]), (0, 60, [:])])
    #expect(returning.segments.map(\.key) == [0, 7, 0])
    let vague = decision([(0, 300, [:]), (7, 260, [0: 0.23])])
    #expect(vague.segments.map(\.key) == [0])
    let longer = decision([(0, 110, [:]), (7, 150, [:])])
    #expect(longer.segments.map(\.key) == [0])
    let medley = decision([(0, 400, [:]), (7, 300, [:])])
    #expect(medley.segments == [.init(frames: 0..<400, key: 0), .init(frames: 400..<700, key: 7)])
  }

  @Test func `the network's opinion counts by its distance from the mean, and not in silence`() {
    let profiles = KeyEvidence(scores: [Float](repeating: 0.1, count: 48))
    var network = [Float](repeating: 2, count: 48)
    network[5] = 8
    network[24 + 5] = 8
    let evidence = profiles.adding(network: network) { $0 == 1 }
    #expect(evidence.scores[5] > 0.1 && evidence.scores[4] < 0.1)
    #expect(abs(evidence.scores[..<24].reduce(0, +) - 2.4) < 1e-4)
    #expect(evidence.scores[24...].allSatisfy { $0 == 0.1 })
  }

  @Test func `doubt grows as the second key comes near`() {
    let clear = decision([(0, 50, [:])]).confidence
    let doubtful = decision([(0, 50, [9: 0.28])]).confidence
    #expect(clear > 0.95)
    #expect((0.5..<0.8).contains(doubtful))
  }
}
