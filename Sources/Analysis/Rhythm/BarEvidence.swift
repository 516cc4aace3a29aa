import Glibc

/// What speaks for and against each beat's being the first of a bar.
struct BarEvidence: Equatable {
  /// How strongly bass and change of harmony speak for it, about ±1.
  var accent: Double
  /// What the network says: the logarithms of how likely a first and how likely another beat of a
  /// bar is there; both 0 when it was not asked.
  var logFirst = 0.0
  var logOther = 0.0
  /// Whether the beat lies on the same even grid as the one before.
  var isSteady = false
  /// How many beats of that grid lie between the two and were left out, as those in a silence are.
  var missingBeats = 0
}

extension BarEvidence {
  /// Probabilities are kept this far from 0: the network is sometimes sure and wrong.
  fileprivate static let floor: Float = 0.02
  /// Frames around a beat where the network's peak may lie.
  fileprivate static let before = 4
  fileprivate static let after = 6

  /// - Parameters:
  ///   - frames: The frame of each beat, ascending.
  ///   - stretches: Where the beats are even, in order.
  static func all(
    at frames: [Int], in curves: OnsetCurves, stretches: [SteadyStretch] = []
  ) -> [BarEvidence] {
    var evidence = BarAccents(at: frames, in: curves).values.map { BarEvidence(accent: $0) }
    evidence.hear(curves.activations, at: frames)
    evidence.connect(stretches, at: frames)
    return evidence
  }
}

extension [BarEvidence] {
  /// Takes in what the network says of each beat.
  fileprivate mutating func hear(_ network: Activations, at frames: [Int]) {
    guard network.frameCount > 0 else { return }
    let peak = { (channel: Activations.Channel, frame: Int) -> Float in
      network.greatest(
        channel, near: frame, before: BarEvidence.before, after: BarEvidence.after)
    }
    for (beat, frame) in frames.enumerated() {
      let downbeat = peak(.downbeat, frame)
      let other = peak(.beat, frame) - downbeat
      self[beat].logFirst = Double(log(Swift.max(downbeat, BarEvidence.floor)))
      self[beat].logOther = Double(log(Swift.max(other, BarEvidence.floor)))
    }
  }

  /// Takes in which beats follow each other on one grid.
  fileprivate mutating func connect(_ stretches: [SteadyStretch], at frames: [Int]) {
    for stretch in stretches {
      for beat in frames.indices.dropFirst()
      where stretch.frames.contains(frames[beat - 1]) && stretch.frames.contains(frames[beat]) {
        let beats = Double(frames[beat] - frames[beat - 1]) / stretch.period
        self[beat].isSteady = true
        self[beat].missingBeats = Swift.max(0, Int(beats.rounded()) - 1)
      }
    }
  }
}
