/// How freely a tempo may change, and which path of beats is the best under it.
///
/// Where drums play, the tempo is kept. Where none do, it is a performer's, or not: first the level
/// is found by a model that lets the tempo go, then the beats, near that level, by several models of
/// which the music chooses one by its likelihood. A model that expects changes pays for every beat
/// that comes when a stiff one expects it, so that steady music is still followed steadily.
///
/// *Source:* the state space is that of Krebs, Böck & Widmer, ISMIR 2015. *Deviations:* the choice
/// between degrees of stiffness, and the cost of a beat.
enum TempoModel {
  case kept
  case free

  /// Less of the time with drums than this, and the tempo may be free.
  static let leastDrumShare: Float = 0.05
  /// As many intervals as this alike, of all, and the tempo is a machine's, drums or not.
  static let machineStability = 0.97
  /// λ of the tempo changes in music with drums.
  private static let stiffness = 200.0
  /// The same while a free tempo's level is looked for, and what a beat costs then, in nats.
  private static let levelStiffness = 60.0
  private static let beatCost = 2.0
  /// The same for its beats: from a machine's to a very free player's.
  private static let freeStiffnesses = [200.0, 60, 20]
  /// How far from its level a free tempo may go, as a ratio: less far than to the next.
  private static let freeWidth = 1.5

  /// The most probable beats.
  ///
  /// - Parameters:
  ///   - activation: The likelihood of a beat per frame of `OnsetCurves`, 0…1.
  ///   - tempi: Beats per minute at which the level may lie.
  func path(_ activation: [Float], tempi: ClosedRange<Double>) -> BeatTracker.Path {
    let track = { (tempi: ClosedRange<Double>, stiffness: Double, cost: Double) in
      let space = BeatStateSpace(
        frameRate: OnsetCurves.frameRate, tempi: tempi, stiffness: stiffness)
      return BeatTracker(space: space, beatCost: cost).track(activation)
    }
    guard self == .free else { return track(tempi, Self.stiffness, 0) }
    let level = track(tempi, Self.levelStiffness, Self.beatCost)
    guard let interval = median(level.intervals.map { Double($0) }) else { return level }
    let tempo = 60 * OnsetCurves.frameRate / interval
    let near = tempo / Self.freeWidth...tempo * Self.freeWidth
    let paths = Self.freeStiffnesses.map { track(near, $0, 0) }
    return paths.max { $0.logLikelihoodRatio < $1.logLikelihoodRatio } ?? level
  }
}
