import Glibc

/// How probable each of the 24 major and minor triads is at each moment.
///
/// What it adds to the sum of the notes: C, F, G and A minor are the same notes in C major and in A
/// minor, but which triads they form, on which degrees, differs.
///
/// *Source:* T. Fujishima, Realtime chord recognition of musical sound, ICMC 1999 (triads as
/// patterns matched with a chroma).
struct ChordFrames {
  static let valuesPerFrame = 24

  /// `[frame][triad]`, the major ones from C first; a frame's sum is 1, or 0 where little sounds.
  let values: [Float]

  var frameCount: Int { values.count / Self.valuesPerFrame }

  /// The bass moves more than the chord and has only one of its notes.
  private static let bassWeight: Float = 0.7
  /// How much a better match counts: from a correlation to a logarithm of a probability.
  private static let sharpness: Float = 12
  /// A normalised frame whose sum is below this is the tail of something.
  private static let faintest: Float = 0.1

  /// - Parameter chromagram: Normalised.
  init(chromagram: Chromagram) {
    let count = chromagram.frameCount
    let patterns = Self.patterns
    let size = Chromagram.valuesPerFrame
    var values = [Float](repeating: 0, count: count * Self.valuesPerFrame)
    var window = [Float](repeating: 0, count: 12)
    var matches = [Float](repeating: 0, count: Self.valuesPerFrame)
    for frame in 0..<count {
      let own = chromagram.values[frame * size..<(frame + 1) * size].reduce(0, +)
      guard own > Self.faintest else { continue }
      // A chord lasts longer than a frame: three are heard together.
      for pitchClass in 0..<12 { window[pitchClass] = 0 }
      for near in max(frame - 1, 0)...min(frame + 1, count - 1) {
        for pitchClass in 0..<12 {
          window[pitchClass] +=
            Self.bassWeight * chromagram.values[near * size + pitchClass]
            + chromagram.values[near * size + 12 + pitchClass]
        }
      }
      let mean = window.reduce(0, +) / 12
      let length = window.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }.squareRoot()
      guard length > 0 else { continue }
      var best = -Float.infinity
      for triad in 0..<Self.valuesPerFrame {
        // The patterns are centred, so the window need not be.
        var product: Float = 0
        for pitchClass in 0..<12 {
          product += patterns[triad * 12 + pitchClass] * window[pitchClass]
        }
        matches[triad] = Self.sharpness * product / length
        best = max(best, matches[triad])
      }
      var sum: Float = 0
      for triad in matches.indices {
        matches[triad] = expf(matches[triad] - best)
        sum += matches[triad]
      }
      for triad in matches.indices {
        values[frame * Self.valuesPerFrame + triad] = matches[triad] / sum
      }
    }
    self.values = values
  }

  /// `[triad][pitch class]`, centred and of length 1.
  private static let patterns: [Float] = {
    var patterns: [Float] = []
    let length: Float = (3 * 0.75 * 0.75 + 9 * 0.25 * 0.25 as Float).squareRoot()
    for third in [4, 3] {
      for root in 0..<12 {
        for pitchClass in 0..<12 {
          let degree = (pitchClass - root + 12) % 12
          let sounds = degree == 0 || degree == third || degree == 7
          patterns.append((sounds ? 0.75 : -0.25) / length)
        }
      }
    }
    return patterns
  }()
}
