import Glibc
import Testing

@testable import Analysis

@Suite struct KeyFeaturesTests {
  private static let binWidth =
    Double(MonoSignal.sampleRate) / Double(SpectralPeakFinder.frameLength)

  /// The signal of `example_signal` in training/key_network/export.py.
  private func exampleSignal() -> [Float] {
    let count = 6 * MonoSignal.sampleRate
    var state: UInt32 = 1
    var signal = (0..<count).map { _ in
      state = 1_664_525 &* state &+ 1_013_904_223
      return 0.004 * (Double(state) / 2_147_483_648 - 1)
    }
    for (number, chord) in [[45, 61, 64, 69], [50, 62, 66, 69], [40, 59, 62, 68]].enumerated() {
      for index in count * number / 3..<count * (number + 1) / 3 {
        let time = Double(index) / Double(MonoSignal.sampleRate)
        let envelope = 0.05 * exp(-1.2 * (time - 2 * Double(number)))
        for note in chord {
          let frequency = 440 * exp2((Double(note) + 0.2 - 69) / 12)
          for harmonic in 1...6 {
            let multiple = Double(harmonic)
            signal[index] += envelope / multiple * sin(2 * .pi * multiple * frequency * time)
          }
        }
      }
    }
    return signal.map { Float($0) }
  }

  /// `[frame][note][channel]`.
  private func read(_ features: inout KeyFeatures) -> [Float] {
    let (count, size) = (features.frameCount, KeyFeatures.valuesPerFrame)
    let buffer = ChannelBuffer(rowCount: size, frameCount: max(count, 1))
    features.read(into: buffer.rows)
    return (0..<count * size).map {
      buffer.rows.advanced(byRows: $0 % size).first[$0 / size]
    }
  }

  private func frame(_ notes: [Double], amplitude: Float = 0.04, prominence: Float = 20)
    -> SpectralPeakFinder.Frame
  {
    let peaks = notes.map { note in
      SpectralPeakFinder.Peak(
        bin: Float(440 * exp2((note - 69) / 12) / Self.binWidth), amplitude: amplitude,
        prominence: prominence)
    }
    return .init(peaks: peaks, level: 0.1, tonalShare: 1)
  }

  @Test func `they equal those that the network was trained on`() {
    var finder = SpectralPeakFinder(sampleRate: MonoSignal.sampleRate)
    var features = KeyFeatures(binWidth: Self.binWidth)
    var slicer = FrameSlicer(
      frameLength: SpectralPeakFinder.frameLength, hopLength: SpectralPeakFinder.hopLength)
    exampleSignal().withUnsafeBufferPointer { samples in
      slicer.process(samples) { features.append(finder.process($0)) }
    }
    slicer.finish { features.append(finder.process($0)) }
    let found = read(&features)
    let expected = KeyFixture.numbers("features.f32")
    #expect(!expected.isEmpty && found.count == expected.count)
    for (value, other) in zip(found, expected) { #expect(abs(value - other) < 1e-4) }
  }

  @Test(arguments: [-0.45, -0.3, 0, 0.2, 0.45])
  func `whatever the tuning, a note is in the middle of its semitone`(offset: Double) {
    var features = KeyFeatures(binWidth: Self.binWidth)
    for note in 50..<62 { features.append(frame([Double(note) + offset])) }
    #expect(abs(features.tuning - offset) < 0.01)
    let values = read(&features)
    for step in 0..<12 {
      let start = step * KeyFeatures.valuesPerFrame
      let loudness = (0..<72).map { values[start + $0 * 6 + 1] }
      #expect(loudness.firstIndex(of: loudness.max() ?? 0) == 50 + step - KeyFeatures.lowestNote)
      let all = values[start..<start + KeyFeatures.valuesPerFrame]
      #expect(all.allSatisfy { $0 >= 0 })
    }
  }

  @Test func `gain changes nothing`() {
    let chords = [[48.0, 64, 67], [53, 65, 69], [55, 62, 71]]
    let (quiet, loud) = [Float(0.01), 0.08].map { amplitude -> [Float] in
      var features = KeyFeatures(binWidth: Self.binWidth)
      for chord in chords { features.append(frame(chord, amplitude: amplitude)) }
      return read(&features)
    }.pair
    for (value, other) in zip(quiet, loud) { #expect(abs(value - other) < 1e-4) }
  }

  @Test func `what hardly stands out has no loudness`() {
    var features = KeyFeatures(binWidth: Self.binWidth)
    features.append(frame([60], prominence: 2.5))
    let values = read(&features)
    let note = (60 - KeyFeatures.lowestNote) * 6
    #expect(values[note + 1] == 0)
    #expect(abs(values[note + 4] - log(1.25)) < 0.01)
    #expect(features.tuning == 0)
  }

  @Test func `silence and notes beyond the range are nothing`() {
    var features = KeyFeatures(binWidth: Self.binWidth)
    var silent = frame([60])
    silent.level = PitchFrames.silence / 2
    features.append(silent)
    features.append(frame([20, 110]))
    features.append(frame([]))
    #expect(read(&features) == [Float](repeating: 0, count: 3 * KeyFeatures.valuesPerFrame))
    #expect(features.frameCount == 0)
    #expect(read(&features).isEmpty)
  }
}

extension [[Float]] {
  fileprivate var pair: ([Float], [Float]) { (self[0], self[1]) }
}
