import Glibc
import Testing

@testable import Analysis

@Suite struct PitchFramesTests {
  private let binWidth = Double(MonoSignal.sampleRate) / Double(SpectralPeakFinder.frameLength)

  private func frame(_ notes: [Double], amplitude: Float = 0.04) -> SpectralPeakFinder.Frame {
    let peaks = notes.map { note in
      SpectralPeakFinder.Peak(
        bin: Float(440 * exp2((note - 69) / 12) / binWidth), amplitude: amplitude)
    }
    return .init(peaks: peaks, level: 0.1, tonalShare: 1)
  }

  @Test(arguments: [-0.45, -0.3, -0.15, 0, 0.15, 0.3, 0.45])
  func `whatever the tuning, a note is read as its pitch class`(offset: Double) {
    var pitches = PitchFrames(binWidth: binWidth)
    for note in 60..<72 { pitches.append(frame([Double(note) + offset])) }
    #expect(abs(pitches.tuning - offset) < 0.01)
    let chromagram = pitches.takeChromagram()
    for pitchClass in 0..<12 {
      let read = chromagram.pitchClasses(of: pitchClass)
      #expect(read.firstIndex(of: read.max() ?? 0) == pitchClass)
      // Between two bins of a third of a semitone, a small part falls to the neighbours.
      #expect(read[pitchClass] > 0.85 * read.reduce(0, +))
    }
  }

  @Test func `a note moves from the bass to the upper row between F sharp 2 and F sharp 3`() {
    #expect(PitchFrames.registers(of: 30) == (1, 0))
    #expect(PitchFrames.registers(of: 42) == (1, 0))
    let between = PitchFrames.registers(of: 48)
    #expect(between.bass == 0.5 && between.upper == 0.5)
    #expect(PitchFrames.registers(of: 54).bass == 0)
    #expect(PitchFrames.registers(of: 72) == (0, 0.5))
    #expect(PitchFrames.registers(of: 96) == (0, 0))
  }

  @Test func `a silent frame stays empty`() {
    var pitches = PitchFrames(binWidth: binWidth)
    var silent = frame([60])
    silent.level = PitchFrames.silence / 2
    pitches.append(silent)
    #expect(pitches.frameCount == 1)
    #expect(pitches.takeChromagram().values.allSatisfy { $0 == 0 })
    #expect(pitches.tuning == 0)
  }

  @Test func `normalising makes loud and quiet frames alike`() {
    var pitches = PitchFrames(binWidth: binWidth)
    pitches.append(frame([60, 64, 67], amplitude: 0.5))
    pitches.append(frame([60, 64, 67], amplitude: 0.05))
    var normalized = pitches.takeChromagram()
    normalized.normalize()
    let sums = (0..<2).map { normalized.pitchClasses(of: $0).reduce(0, +) }
    #expect(sums.allSatisfy { (0.8...1).contains($0) })
  }
}
