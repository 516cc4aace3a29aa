import Testing

@testable import Analysis

@Suite struct ChordFramesTests {
  private func chromagram(of chords: [[Int]]) -> Chromagram {
    var values = [Float](repeating: 0, count: chords.count * Chromagram.valuesPerFrame)
    for (frame, notes) in chords.enumerated() {
      for note in notes {
        values[frame * Chromagram.valuesPerFrame + 12 + note % 12] = 1 / Float(notes.count)
      }
    }
    return Chromagram(values: values)
  }

  @Test(arguments: 0..<24) func `a triad is found`(triad: Int) {
    let root = triad % 12
    let notes = [root, root + (triad < 12 ? 4 : 3), root + 7]
    let chords = ChordFrames(chromagram: chromagram(of: [notes, notes, notes]))
    for frame in 0..<3 {
      let values = Array(chords.values[frame * 24..<(frame + 1) * 24])
      #expect(values.firstIndex(of: values.max() ?? 0) == triad)
      #expect(values[triad] > 0.9)
      #expect(abs(values.reduce(0, +) - 1) < 1e-5)
    }
  }

  @Test func `silence has no chord, and neither have all notes at once`() {
    let silent = ChordFrames(chromagram: chromagram(of: [[], []]))
    #expect(silent.values.allSatisfy { $0 == 0 })
    let cluster = ChordFrames(chromagram: chromagram(of: [Array(0..<12)]))
    #expect(cluster.values.allSatisfy { $0 < 0.1 })
  }

  @Test func `a power chord is as much major as minor`() {
    let chords = ChordFrames(chromagram: chromagram(of: [[9, 4], [9, 4]]))
    #expect(abs(chords.values[9] - chords.values[21]) < 1e-5)
  }
}
