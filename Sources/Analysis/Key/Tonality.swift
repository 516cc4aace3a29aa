import Glibc

/// Whether there is anything in a piece that could have a key, and where.
///
/// Music differs from drums, noise and speech in that many partials stand out of the spectrum,
/// carry much of the energy, lie on one tuning, last from frame to frame, and form a pitch class
/// profile like a key's. No one of these tells all cases apart (a metal guitar hides its partials,
/// a chiptune has few, a singer glides), so a weighted sum of them, over about eight seconds,
/// decides.
///
/// *Source:* logistic regression on windows of music of many kinds against drum loops made from
/// 14 sampled kits, coloured noise and synthetic speech (see docs/key.md).
struct Tonality {
  typealias Reason = MusicUnderstandingSession.KeyDetails.Reason

  /// Nil when there is.
  let reasonAgainst: Reason?
  /// From the first frame of tonal music to the last, without long noises before and after.
  let tonalFrames: Range<Int>

  /// Frames in a window: 8.2 s.
  private static let window = 22
  /// A piece whose mean score is below this is noise, unless a fair part of it is music.
  private static let lowestMean = -0.25
  private static let fairPart = 0.25

  init(_ pitches: PitchFrames, chromagram: Chromagram, profile: DegreeProfile) {
    let sounding = pitches.traits.indices.filter { !pitches.traits[$0].isSilent }
    guard let first = sounding.first, let last = sounding.last else {
      (reasonAgainst, tonalFrames) = (.silence, 0..<0)
      return
    }
    let scores = Self.scores(pitches, chromagram: chromagram, profile: profile)
    let judged = sounding.map { scores[$0] }
    let mean = judged.reduce(0, +) / Double(judged.count)
    let musical = sounding.filter { scores[$0] > 0 }
    let isFairPart =
      musical.count >= 2 * Self.window
      && Double(musical.count) >= Self.fairPart * Double(judged.count)
    guard mean > Self.lowestMean || isFairPart else {
      (reasonAgainst, tonalFrames) = (.atonal, 0..<0)
      return
    }
    reasonAgainst = nil
    let possible = sounding.filter { scores[$0] > min(mean, 0) }
    tonalFrames = (possible.first ?? first)..<(possible.last ?? last) + 1
  }

  /// Per frame, the log odds that the window around it is music.
  static func scores(
    _ pitches: PitchFrames, chromagram: Chromagram, profile: DegreeProfile
  ) -> [Double] {
    let size = Chromagram.valuesPerFrame
    let persistence = persistence(of: chromagram)
    return (0..<pitches.frameCount).map { frame in
      let start = max(0, min(frame - window / 2, pitches.frameCount - window))
      var sum = Features()
      for index in start..<min(start + window, pitches.frameCount) {
        let traits = pitches.traits[index]
        if traits.isSilent { continue }
        let chroma = chromagram.values[index * size..<(index + 1) * size]
        sum.add(traits, persistence: persistence[index], chroma: chroma)
      }
      return sum.logOdds(profile)
    }
  }

  /// How alike each frame's pitch classes are to those of the frame before, −1 to 1.
  private static func persistence(of chromagram: Chromagram) -> [Float] {
    var previous = [Float](repeating: 0, count: 12)
    return (0..<chromagram.frameCount).map { frame in
      let current = centred(chromagram.pitchClasses(of: frame))
      defer { previous = current }
      let product = zip(current, previous).reduce(0) { $0 + $1.0 * $1.1 }
      return product / (length(current) * length(previous) + 1e-9)
    }
  }
}

/// Sums over the frames of a window.
private struct Features {
  private var count = 0.0
  private var peakCount = 0.0
  private var tonalShare = 0.0
  private var deviation = SIMD2<Double>.zero
  private var strength = 0.0
  private var persistence = 0.0
  private var chroma = [Float](repeating: 0, count: 12)

  mutating func add(
    _ traits: PitchFrames.Traits, persistence: Float, chroma values: ArraySlice<Float>
  ) {
    count += 1
    peakCount += Double(traits.peakCount)
    tonalShare += Double(min(traits.tonalShare, 1.3))
    deviation += SIMD2<Double>(traits.deviation)
    strength += Double(traits.strength)
    self.persistence += Double(persistence)
    for (index, value) in values.enumerated() { chroma[index % 12] += value }
  }

  func logOdds(_ profile: DegreeProfile) -> Double {
    guard count > 0 else { return -.infinity }
    let tuned = (deviation * deviation).sum().squareRoot() / (strength + 1e-9)
    return -19.19 + 0.956 * log1p(peakCount / count) + 8.42 * tonalShare / count + 9.70 * tuned
      + 6.34 * Double(profile.bestCorrelation(with: chroma)) + 4.37 * persistence / count
      + 7.87 * evenness
  }

  /// The number of pitch classes in use, in parts of twelve: the exponential of the entropy.
  private var evenness: Double {
    let sum = chroma.reduce(0, +)
    guard sum > 0 else { return 0 }
    let entropy = chroma.reduce(0.0) { total, value in
      let share = Double(value / sum)
      return share > 0 ? total - share * log(share) : total
    }
    return exp(entropy) / 12
  }
}

private func centred(_ values: [Float]) -> [Float] {
  let mean = values.reduce(0, +) / Float(values.count)
  return values.map { $0 - mean }
}

private func length(_ values: [Float]) -> Float {
  values.reduce(0) { $0 + $1 * $1 }.squareRoot()
}
