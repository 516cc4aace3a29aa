import Glibc

/// Signals whose properties are known by construction, one channel each, as plain arrays: join
/// them with `+`, mix them with ``mix(_:)``, and make planes of them for a `PCMBuffer`.
public enum Signals {
  /// The nearest whole number of frames to `seconds`.
  public static func frameCount(seconds: Double, sampleRate: Int) -> Int {
    Int((seconds * Double(sampleRate)).rounded())
  }

  /// The amplitude of a sine whose peak is at `dBFS` relative to ±1.
  public static func amplitude(dBFS: Double) -> Double {
    pow(10, dBFS / 20)
  }

  public static func silence(seconds: Double, sampleRate: Int) -> [Float] {
    constant(0, seconds: seconds, sampleRate: sampleRate)
  }

  public static func constant(_ value: Float, seconds: Double, sampleRate: Int) -> [Float] {
    [Float](repeating: value, count: frameCount(seconds: seconds, sampleRate: sampleRate))
  }

  /// - Parameters:
  ///   - frequency: In Hz.
  ///   - amplitude: The peak, relative to full scale.
  ///   - phase: In degrees, of the first sample: 0 begins at zero and rises.
  public static func sine(
    _ frequency: Double, amplitude: Double = 1, phase: Double = 0, seconds: Double,
    sampleRate: Int
  ) -> [Float] {
    sine(
      frequency, amplitude: amplitude, phase: phase,
      frameCount: frameCount(seconds: seconds, sampleRate: sampleRate), sampleRate: sampleRate)
  }

  /// The same, so many frames long.
  public static func sine(
    _ frequency: Double, amplitude: Double = 1, phase: Double = 0, frameCount: Int,
    sampleRate: Int
  ) -> [Float] {
    let start = phase / 360
    return (0..<frameCount).map { frame in
      // Whole turns are taken off before the sine so that long signals lose no accuracy.
      let turns = start + frequency * Double(frame) / Double(sampleRate)
      return Float(amplitude * sin(2 * .pi * (turns - turns.rounded(.down))))
    }
  }

  /// Sines of equal amplitude, all at phase 0.
  ///
  /// - Parameter amplitude: Of each of them.
  public static func chord(
    _ frequencies: [Double], amplitude: Double = 0.2, seconds: Double, sampleRate: Int
  ) -> [Float] {
    mix(
      frequencies.map {
        sine($0, amplitude: amplitude, seconds: seconds, sampleRate: sampleRate)
      })
  }

  /// White noise, evenly distributed in ±`amplitude`.
  public static func noise(
    amplitude: Double = 1, seconds: Double, sampleRate: Int, seed: UInt64 = 1
  ) -> [Float] {
    var generator = SeededGenerator(seed: seed)
    return (0..<frameCount(seconds: seconds, sampleRate: sampleRate)).map { _ in
      Float(amplitude * Double.random(in: -1...1, using: &generator))
    }
  }

  /// Short decaying tones at an even distance; the first click begins at `offset`.
  ///
  /// - Parameters:
  ///   - beatsPerMinute: Clicks per minute; each begins on the frame nearest to its time.
  ///   - accentEvery: Every so many clicks one is louder and an octave higher; 0 for none.
  ///   - offset: In seconds.
  public static func clickTrack(
    beatsPerMinute: Double, accentEvery: Int = 0, offset: Double = 0, amplitude: Double = 0.8,
    seconds: Double, sampleRate: Int
  ) -> [Float] {
    var signal = silence(seconds: seconds, sampleRate: sampleRate)
    let rate = Double(sampleRate)
    let length = Int(0.03 * rate)
    var beat = 0
    while true {
      let start = Int(((offset + Double(beat) * 60 / beatsPerMinute) * rate).rounded())
      guard start < signal.count else { return signal }
      let isAccent = accentEvery > 0 && beat % accentEvery == 0
      let frequency = isAccent ? 2000.0 : 1000.0
      let level = isAccent ? amplitude : amplitude * 0.6
      for frame in 0..<min(length, signal.count - start) {
        let time = Double(frame) / rate
        signal[start + frame] += Float(
          level * exp(-time / 0.005) * cos(2 * .pi * frequency * time))
      }
      beat += 1
    }
  }

  /// The sum of several signals, as long as the longest.
  public static func mix(_ signals: [[Float]]) -> [Float] {
    var sum = [Float](repeating: 0, count: signals.map(\.count).max() ?? 0)
    for signal in signals {
      for (frame, sample) in signal.enumerated() { sum[frame] += sample }
    }
    return sum
  }

  public static func scaled(_ signal: [Float], by factor: Double) -> [Float] {
    signal.map { Float(Double($0) * factor) }
  }

  /// The frequency of a MIDI note number in equal temperament: 69 is the A of `tuning` Hz.
  public static func frequency(midiNote: Double, tuning: Double = 440) -> Double {
    tuning * pow(2, (midiNote - 69) / 12)
  }
}
