/// A stretch of music in which the beats are exactly even: a machine's, or as good as one's.
///
/// The model of a beat tracker lets the tempo go, a little; so where the music leaves out beats or
/// plays beside them, its path leaves the grid and comes back late. A grid cannot. Which of the two
/// a stretch has is decided by what either finds at its beats; see `BeatTracker.Path.evened`.
struct SteadyStretch: Equatable {
  let frames: Range<Int>
  /// The frame of a beat, and from each beat to the next, in frames.
  private(set) var phase: Double
  private(set) var period: Double
  /// The natural logarithm of how much more probable the activation is with these beats than without
  /// any.
  private(set) var worth: Double

  /// How far from the tempo expected the grid may be, as a part of it.
  private static let tolerance = 0.006
  /// How far two grids may drift apart over the stretch before both are tried, in frames.
  private static let finestDrift = 2.0
  /// Stretches are at most this long, in frames: ten minutes.
  static let greatestLength = 60_000

  /// The best grid.
  ///
  /// - Parameters:
  ///   - period: About how many frames a beat lasts.
  ///   - gains: What each frame is worth as part of a beat, of the whole piece.
  init(in frames: Range<Int>, near period: Double, gains: [Double]) {
    self.frames = frames
    self.period = period
    phase = Double(frames.lowerBound)
    worth = -.infinity
    let worths = Self.worths(
      in: frames, gains: gains,
      beatLength: BeatStateSpace.beatLength(interval: Int(period.rounded())))
    let beatCount = Double(frames.count) / period
    let reach = Self.tolerance * period
    let step = Self.finestDrift / max(beatCount, 1)
    for change in stride(from: -reach, through: reach, by: step) {
      for offset in stride(from: 0, to: period, by: 1) {
        consider(period + change, offset, worths)
      }
    }
    let (roughPeriod, roughPhase) = (self.period, phase - Double(frames.lowerBound))
    for change in stride(from: -step, through: step, by: step / 4) {
      for shift in stride(from: -1.5, through: 1.5, by: 0.5) where roughPhase + shift >= 0 {
        consider(roughPeriod + change, roughPhase + shift, worths)
      }
    }
  }

  private mutating func consider(_ period: Double, _ offset: Double, _ worths: [Float]) {
    var sum: Float = 0
    worths.withUnsafeBufferPointer { worths in
      var place = offset + 0.5
      let end = Double(worths.count)
      while place < end {
        sum += worths[Int(place)]
        place += period
      }
    }
    guard Double(sum) > worth else { return }
    worth = Double(sum)
    self.period = period
    phase = Double(frames.lowerBound) + offset
  }

  /// What a beat is worth that begins at each of the frames.
  private static func worths(
    in frames: Range<Int>, gains: [Double], beatLength: Int
  ) -> [Float] {
    frames.map { frame in
      Float(gains[frame..<min(frame + beatLength, gains.count)].reduce(0, +))
    }
  }

  /// The frames of the beats.
  var beats: [Int] {
    stride(from: phase, to: Double(frames.upperBound) - 0.5, by: period).map { Int($0.rounded()) }
  }
}
