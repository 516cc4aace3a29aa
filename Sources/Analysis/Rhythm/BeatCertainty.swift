import Glibc

/// How likely it is that the beats found are those that a listener would tap.
///
/// A logistic regression on how sure the network is of the beats, how much it hears between them,
/// whether every other one is weaker, and how even they are.
///
/// The weights are fitted on 229 annotated pieces: the development set, songs without drums and
/// performances on the piano. Right are beats of which F is 0.8 or more. What the fit says of pieces
/// that were held out is in docs/accuracy.md.
struct BeatCertainty {
  /// 0…1.
  let value: Float

  private static let weights: (heard: Float, between: Float, balance: Float, stability: Float) =
    (2.6, -2.85, 2.65, 3.2)
  private static let bias: Float = -4.7

  /// - Parameters:
  ///   - frames: The frame of each beat, ascending.
  ///   - stability: The share of even intervals, 0…1.
  init(at frames: [Int], stability: Double, _ network: Activations) {
    let heard = HeardBeats(at: frames, network)
    let between = HeardBeats(
      at: zip(frames, frames.dropFirst()).map { ($0 + $1) / 2 }, network)
    guard heard.mean > 0 else {
      value = 0
      return
    }
    let evidence =
      Self.weights.heard * heard.mean + Self.weights.between * between.mean / heard.mean
      + Self.weights.balance * heard.balance + Self.weights.stability * Float(stability)
    value = 1 / (1 + expf(-(evidence + Self.bias)))
  }
}
