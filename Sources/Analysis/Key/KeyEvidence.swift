/// How well each of the 24 keys fits each moment: what a decision is made from.
///
/// Profiles and a network speak for it together: the profiles know little, but of all music, the
/// network hears more, but was only taught made-up music.
struct KeyEvidence {
  /// `[frame][key]`, indexed as `KeySignature.index`. Only differences within a frame matter;
  /// their sum over frames is the evidence of a stretch.
  let scores: [Float]

  var frameCount: Int { scores.count / MusicUnderstandingSession.KeySignature.count }

  init(scores: [Float]) {
    self.scores = scores
  }

  /// What each frame's pitch classes and triads say for each key.
  ///
  /// Linear in both, so that the evidence of a stretch is that of its means: a frame of a clear
  /// chord speaks loudly, noise in a whisper, silence not at all.
  init(chromagram: Chromagram, chords: ChordFrames, profile: KeyProfile) {
    let keys = MusicUnderstandingSession.KeySignature.count
    let notes = Chromagram.valuesPerFrame
    let triads = ChordFrames.valuesPerFrame
    let profiles = profile.transposed()
    var scores = [Float](repeating: 0, count: chromagram.frameCount * keys)
    chromagram.values.withUnsafeBufferPointer { chroma in
      chords.values.withUnsafeBufferPointer { chords in
        profiles.withUnsafeBufferPointer { profiles in
          guard let chroma = chroma.baseAddress, let chords = chords.baseAddress,
            let profiles = profiles.baseAddress
          else { return }
          for frame in 0..<chromagram.frameCount {
            for key in 0..<keys {
              let weights = profiles + key * KeyProfile.valuesPerKey
              scores[frame * keys + key] =
                VectorMath.dot(chroma + frame * notes, weights, count: notes)
                + VectorMath.dot(chords + frame * triads, weights + notes, count: triads)
            }
          }
        }
      }
    }
    self.scores = scores
  }

  /// This and what the network says, so weighted that it decides where the profiles hesitate.
  ///
  /// - Parameters:
  ///   - network: Scores per frame and key, of as many frames; those of a frame count by their
  ///     distance from the frame's mean.
  ///   - isSilent: Whether a frame is, so that the network's opinion of it is of no interest.
  func adding(network: [Float], isSilent: (_ frame: Int) -> Bool) -> KeyEvidence {
    precondition(network.count == scores.count)
    let keys = MusicUnderstandingSession.KeySignature.count
    var sums = scores
    for frame in 0..<frameCount where !isSilent(frame) {
      let own = frame * keys..<(frame + 1) * keys
      let mean = network[own].reduce(0, +) / Float(keys)
      for index in own { sums[index] += Self.networkWeight * (network[index] - mean) }
    }
    return KeyEvidence(scores: sums)
  }

  private static let networkWeight: Float = 0.005

  /// The evidence for each key over the frames of a range.
  func total(over frames: Range<Int>) -> [Double] {
    let keys = MusicUnderstandingSession.KeySignature.count
    var total = [Double](repeating: 0, count: keys)
    for frame in frames {
      for key in 0..<keys { total[key] += Double(scores[frame * keys + key]) }
    }
    return total
  }
}
