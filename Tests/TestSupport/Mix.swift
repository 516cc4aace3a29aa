import Glibc

/// Sums synthesised drums and notes into a stereo signal, for music whose truth is known.
struct Mix {
  enum Drum {
    case kick, snare, hat
  }

  enum Voice {
    case bass, pad, lead
  }

  private let sampleRate: Double
  private var left: [Float]
  private var right: [Float]
  private var noise: SeededGenerator

  init(frameCount: Int, sampleRate: Int, seed: UInt64) {
    self.sampleRate = Double(sampleRate)
    left = [Float](repeating: 0, count: frameCount)
    right = left
    noise = SeededGenerator(seed: seed)
  }

  /// The mix at a gain, peaks rounded off by tanh so that nothing passes full scale.
  func planes(gain: Float) -> [[Float]] {
    [left, right].map { plane in plane.map { tanh($0 * gain) } }
  }

  /// A drum that starts at a moment, in the middle.
  mutating func strike(_ drum: Drum, at seconds: Double, level: Float) {
    switch drum {
    case .kick:
      // A sine that falls from 150 to 50 Hz: the phase is the integral of the falling frequency.
      add(at: seconds, length: 0.25) { t in
        let phase = 50 * t + 100 * 0.03 * (1 - exp(-t / 0.03))
        return 0.9 * level * Float(sin(2 * .pi * phase) * exp(-t / 0.09))
      }
    case .snare:
      var random = noise
      add(at: seconds, length: 0.2) { t in
        let body = Float(sin(2 * .pi * 190 * t) * exp(-t / 0.05))
        return level * (0.3 * body + 0.35 * random.nextSample() * Float(exp(-t / 0.06)))
      }
      noise = random
    case .hat:
      var random = noise
      var previous: Float = 0
      add(at: seconds, length: 0.06) { t in
        let sample = random.nextSample()
        defer { previous = sample }
        return 0.16 * level * (sample - previous) * Float(exp(-t / 0.015))
      }
      noise = random
    }
  }

  /// A note with a few harmonics.
  ///
  /// - Parameters:
  ///   - note: The MIDI number; 69 is 440 Hz.
  ///   - pan: −1 left to 1 right.
  mutating func play(
    _ voice: Voice, note: Int, at seconds: Double, length: Double, pan: Float = 0
  ) {
    let frequency = 440 * exp2(Double(note - 69) / 12)
    let (harmonics, level, attack, decay): ([Double], Float, Double, Double) =
      switch voice {
      case .bass: ([1, 0.5, 0.33, 0.2, 0.1], 0.3, 0.005, 0.35)
      case .pad: ([1, 0.4, 0.2, 0.1], 0.07, 0.05, 4)
      case .lead: ([1, 0, 0.3, 0, 0.1], 0.13, 0.004, 0.18)
      }
    let audible = harmonics.enumerated().filter {
      $0.element > 0 && frequency * Double($0.offset + 1) < sampleRate / 2.2
    }
    let release = 0.02
    add(at: seconds, length: length, pan: pan) { t in
      let wave = audible.reduce(0.0) {
        $0 + $1.element * sin(2 * .pi * frequency * Double($1.offset + 1) * t)
      }
      let envelope = min(t / attack, 1) * exp(-t / decay) * min((length - t) / release, 1)
      return level * Float(wave * max(envelope, 0))
    }
  }

  private mutating func add(
    at seconds: Double, length: Double, pan: Float = 0, _ wave: (Double) -> Float
  ) {
    let first = Int((seconds * sampleRate).rounded())
    let last = min(first + Int(length * sampleRate), left.count)
    guard first < last else { return }
    for frame in first..<last {
      let sample = wave(Double(frame - first) / sampleRate)
      left[frame] += sample * (1 - max(pan, 0))
      right[frame] += sample * (1 + min(pan, 0))
    }
  }
}
