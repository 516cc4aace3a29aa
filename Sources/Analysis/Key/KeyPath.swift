/// The most probable sequence of keys: a hidden Markov model over the 24 keys whose states hold on
/// to themselves, decoded by Viterbi's algorithm.
///
/// *Source:* W. Chai & B. Vercoe, Detection of Key Change in Classical Piano Music, ISMIR 2005 (an
/// HMM over keys on a chroma); A. Viterbi, IEEE Trans. Information Theory 13 (1967). *Deviation:*
/// costs instead of probabilities, and the same cost for every change of key: near keys share so
/// many notes that their evidence, too, changes little, which makes a change to them cost more of
/// it already.
enum KeyPath {
  /// - Parameters:
  ///   - evidence: Scores per frame and key.
  ///   - frames: Where to decode.
  ///   - changeCost: What a change of key must gain, in the unit of the scores, at least 0.
  ///   - home: A key that is likelier than the others in every frame, and by how much.
  /// - Returns: A key's index per frame of `frames`; on ties the lower index, and no change.
  static func decode(
    _ evidence: KeyEvidence, frames range: Range<Int>, changeCost: Float,
    home: (key: Int, bonus: Float)? = nil
  ) -> [Int] {
    let keys = MusicUnderstandingSession.KeySignature.count
    let frames = range.count
    guard frames > 0 else { return [] }
    // Whoever changes comes from the best key of the frame before, so one candidate is enough.
    var score = [Double](repeating: 0, count: keys)
    var cameFrom = [UInt8](repeating: 0, count: frames * keys)
    for frame in 0..<frames {
      let best = frame == 0 ? 0 : firstMaximum(score)
      let changed = score[best] - Double(changeCost)
      let own = (range.lowerBound + frame) * keys
      for key in 0..<keys {
        let stays = frame == 0 || score[key] >= changed
        cameFrom[frame * keys + key] = UInt8(stays ? key : best)
        score[key] = (stays ? score[key] : changed) + Double(evidence.scores[own + key])
      }
      if let home { score[home.key] += Double(home.bonus) }
    }
    var path = [Int](repeating: 0, count: frames)
    var key = firstMaximum(score)
    for frame in stride(from: frames - 1, through: 0, by: -1) {
      path[frame] = key
      key = Int(cameFrom[frame * keys + key])
    }
    return path
  }

  private static func firstMaximum(_ values: [Double]) -> Int {
    var best = 0
    for index in values.indices where values[index] > values[best] { best = index }
    return best
  }
}
