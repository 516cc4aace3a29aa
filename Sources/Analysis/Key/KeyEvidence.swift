/// How well each of the 24 keys fits each moment: what a decision is made from.
///
/// Any front end can produce it; a network's logits would do as well as correlations.
struct KeyEvidence {
  /// `[frame][key]`, indexed as `KeySignature.index`. Only differences within a frame matter;
  /// their sum over frames is the evidence of a stretch.
  let scores: [Float]

  var frameCount: Int { scores.count / MusicUnderstandingSession.KeySignature.count }

  init(scores: [Float]) {
    self.scores = scores
  }

  /// The correlation of each frame's pitch classes with each key's profile.
  ///
  /// The profiles are centred and the frames of sum 1, so a frame of a single triad gives large
  /// differences, noise small ones, silence none. The sums are linear in the chroma: the evidence
  /// of a whole piece is the correlation of its mean chroma.
  init(chromagram: Chromagram, profile: KeyProfile) {
    let keys = MusicUnderstandingSession.KeySignature.count
    let size = Chromagram.valuesPerFrame
    let profiles = profile.transposed()
    var scores = [Float](repeating: 0, count: chromagram.frameCount * keys)
    chromagram.values.withUnsafeBufferPointer { chroma in
      profiles.withUnsafeBufferPointer { profiles in
        guard let chroma = chroma.baseAddress, let profiles = profiles.baseAddress else { return }
        for frame in 0..<chromagram.frameCount {
          for key in 0..<keys {
            scores[frame * keys + key] = VectorMath.dot(
              chroma + frame * size, profiles + key * size, count: size)
          }
        }
      }
    }
    self.scores = scores
  }

  /// The evidence of a range of frames alone.
  func sliced(_ frames: Range<Int>) -> KeyEvidence {
    let keys = MusicUnderstandingSession.KeySignature.count
    return KeyEvidence(scores: Array(scores[frames.lowerBound * keys..<frames.upperBound * keys]))
  }

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
