import Glibc

/// What speaks for and against each beat's being the first of a bar.
struct BarEvidence: Equatable {
  /// How strongly bass and change of harmony speak for it, about ±1.
  var accent: Double
  /// What the network says: the logarithms of how likely a first and how likely another beat of a
  /// bar is there; both 0 when it was not asked.
  var logFirst = 0.0
  var logOther = 0.0
}

extension BarEvidence {
  /// Probabilities are kept this far from 0: the network is sometimes sure and wrong.
  private static let floor: Float = 0.02
  /// Frames around a beat where the network's peak may lie.
  private static let before = 4
  private static let after = 6

  /// - Parameter frames: The frame of each beat, ascending.
  static func all(at frames: [Int], in curves: OnsetCurves) -> [BarEvidence] {
    let accents = BarAccents(at: frames, in: curves).values
    let network = curves.activations
    guard network.frameCount > 0 else { return accents.map { BarEvidence(accent: $0) } }
    let peak = { (channel: Activations.Channel, frame: Int) -> Float in
      network.greatest(channel, near: frame, before: before, after: after)
    }
    return zip(accents, frames).map { accent, frame in
      let downbeat = peak(.downbeat, frame)
      let other = peak(.beat, frame) - downbeat
      return BarEvidence(
        accent: accent, logFirst: Double(log(max(downbeat, floor))),
        logOther: Double(log(max(other, floor))))
    }
  }
}
