import Glibc
import Testing

@testable import Analysis

/// What is kept of the music for its form.
@Suite struct FormFramesTests {
  private func harmony(ofNotes notes: [Double]) -> [Float] {
    let samples = (0..<3 * HarmonyFrames.frameLength).map { index -> Float in
      let time = Double(index) / Double(MonoSignal.sampleRate)
      return Float(
        notes.reduce(0) { $0 + 0.1 * sin(2 * .pi * 440 * exp2(($1 - 69) / 12) * time) })
    }
    var frames = HarmonyFrames()
    samples.withUnsafeBufferPointer { frames.process($0) }
    frames.finish()
    let width = PitchClassFinder.valuesPerFrame
    return Array(frames.values[2 * width..<3 * width])
  }

  @Test func notesGoToTheirClassesBassApart() {
    // E2, G4 and C6.
    let classes = harmony(ofNotes: [40, 67, 84])
    let loud = classes.indices.filter { classes[$0] > 0.15 }
    #expect(loud == [4, 12, 12 + 7])
  }

  @Test func aNoteBetweenTwoClassesGoesToBoth() {
    let classes = harmony(ofNotes: [69.5])
    #expect(abs(classes[12 + 9] - classes[12 + 10]) < 0.1 * classes[12 + 9])
  }

  @Test(arguments: [0, 1, 4095, 4096, 50_000])
  func thereIsAFrameForEachHopBegun(count: Int) {
    var frames = HarmonyFrames()
    [Float](repeating: 0, count: count).withUnsafeBufferPointer { frames.process($0) }
    frames.finish()
    #expect(frames.frameCount == (count + 4095) / 4096)
    #expect(frames.values.allSatisfy { $0 == 0 })
  }

  @Test func levelsAreKeptToHalfADecibel() {
    var frames = TimbreFrames(bandCount: 4)
    let levels: [Float] = [0, 1, 0.1, 0.00123]
    for _ in 0..<30 { levels.withUnsafeBufferPointer { frames.append($0) } }
    frames.finish()
    #expect(frames.frameCount == 2)
    for frame in 0..<2 {
      #expect(frames.stored(band: 0, at: frame) == 0)
      for band in 1..<4 {
        #expect(abs(frames.level(ofBand: band, at: frame) - 20 * log10f(levels[band])) <= 0.26)
        let kept = TimbreFrames.amplitude(ofStored: frames.stored(band: band, at: frame))
        #expect(abs(kept / levels[band] - 1) < 0.031)
      }
    }
  }

  @Test func theSameSoundThroughoutIsAsFullAsOne() {
    var frames = TimbreFrames(bandCount: 3)
    for index in 0..<2_000 {
      let levels: [Float] = index < 1_000 ? [0.2, 0.02, 0] : [0.2, 0, 0]
      levels.withUnsafeBufferPointer { frames.append($0) }
    }
    frames.finish()
    let fullness = Fullness(frames)
    // One band is at its mean; the other is at twice its mean, then silent; the third never sounds.
    #expect(abs(fullness.value(at: 5) - (1 + log2f(3)) / 2) < 0.05)
    #expect(abs(fullness.value(at: 15) - 0.5) < 0.05)
    #expect(Fullness(TimbreFrames()).value(at: 1) == 0)
  }
}
