/// The beats of a path as moments: placed on the onsets, without those that fall into silence.
struct BeatGrid {
  /// Seconds from the start, strictly ascending, inside the piece.
  private(set) var times: [Double] = []
  /// The frame nearest to each beat.
  private(set) var frames: [Int] = []

  /// What an onset's peak in the curves precedes the onset by, in seconds: the frames see it
  /// coming. Measured on clicks (13 ms), kick drums (6 ms) and annotated music (0 to 6 ms).
  private static let lead = 0.007
  /// Seconds around that moment in which the attack may lie.
  private static let attackReach = 0.015
  /// An attack must raise the energy at least fourfold to be believed.
  private static let leastAttack = UInt8(2 * AttackFinder.strengthsPerDoubling)
  /// So many seconds before the end a beat is one only if there is an onset: most pieces that are
  /// cut end just before a beat.
  private static let lastMoments = 0.1
  private static let leastLastActivation: Float = 0.1
  /// A silence longer than so many beats has no beats in it.
  private static let longestSilence = 2.0

  /// An onset weaker than this does not say where its beat is.
  private static let leastOnset: Float = 0.1

  init(_ path: BeatTracker.Path, activation: BeatActivation, curves: OnsetCurves) {
    for (frame, interval) in zip(path.frames, path.intervals) {
      let reach = (interval + BeatStateSpace.beatParts - 1) / BeatStateSpace.beatParts
      let near = max(0, frame - 1)..<min(activation.values.count, frame + reach + 1)
      var (peak, shift) = Self.peak(of: activation.onsets, in: near)
      if activation.onsets[peak] < Self.leastOnset {
        (peak, shift) = Self.peak(of: activation.values, in: near)
      }
      guard !Self.isSilent(at: peak, interval: interval, curves) else { continue }
      let time = max(0, Self.onset(near: Double(peak) + shift, curves))
      guard time > times.last ?? -1, time < curves.duration else { continue }
      guard
        time < curves.duration - Self.lastMoments
          || activation.onsets[peak] >= Self.leastLastActivation
      else { continue }
      times.append(time)
      frames.append(peak)
    }
    for stretch in path.stretches { even(stretch, within: 0..<curves.duration) }
  }

  /// Beats of a steady stretch that lie farther off its line than this many seconds, or than the
  /// others do, are moved onto it.
  private static let leastDeviation = 0.01

  /// Moves the beats of a stretch that were placed on other sounds than beats.
  private mutating func even(_ stretch: SteadyStretch, within piece: Range<Double>) {
    let range = stretch.frames
    let beats = frames.indices.filter { range.contains(frames[$0]) }
    var kept = beats.map { beat in
      (x: ((Double(frames[beat]) - stretch.phase) / stretch.period).rounded(), y: times[beat])
    }
    let points = kept
    for _ in 0..<4 {
      guard let line = LeastSquaresLine(kept) else { return }
      let deviations = points.map { abs($0.y - line.value(at: $0.x)) }
      let limit = max(3 * (median(deviations) ?? 0), Self.leastDeviation)
      kept = zip(points, deviations).filter { $0.1 <= limit }.map(\.0)
    }
    guard let line = LeastSquaresLine(kept) else { return }
    let onTheLine = Set(kept.map(\.x))
    for (beat, point) in zip(beats, points) where !onTheLine.contains(point.x) {
      let time = line.value(at: point.x)
      if piece.contains(time) { times[beat] = time }
    }
  }

  /// The moment at which the sound begins whose onset peaks at a frame: its attack if it has one.
  private static func onset(near frame: Double, _ curves: OnsetCurves) -> Double {
    let expected = OnsetCurves.time(ofFrame: frame) + lead
    var best = (time: expected, strength: leastAttack)
    let hop = Int(frame)
    for index in max(0, hop - 2)..<min(curves.attacks.count, hop + 5) {
      let attack = curves.attacks[index]
      let within = Double(attack.sample) / Double(OnsetCurves.hopLength)
      let time = OnsetCurves.time(ofFrame: Double(index) + within)
      if attack.strength > best.strength, abs(time - expected) <= attackReach {
        best = (time, attack.strength)
      }
    }
    return best.time
  }

  /// The greatest value's frame, and where between its neighbours a parabola through the three has
  /// its vertex, −½…½ frames.
  private static func peak(of curve: [Float], in range: Range<Int>) -> (frame: Int, shift: Double) {
    var peak = range.lowerBound
    for frame in range where curve[frame] > curve[peak] { peak = frame }
    guard peak > 0, peak + 1 < curve.count else { return (peak, 0) }
    let (left, middle, right) = (curve[peak - 1], curve[peak], curve[peak + 1])
    let bend = left - 2 * middle + right
    guard bend < 0 else { return (peak, 0) }
    return (peak, Double(min(max((left - right) / (2 * bend), -0.5), 0.5)))
  }

  /// Whether a beat would be invented: nothing sounds before the first sound and after the last,
  /// nor in a silence of more than two beats.
  private static func isSilent(at frame: Int, interval: Int, _ curves: OnsetCurves) -> Bool {
    guard let silence = curves.silence(containing: frame) else { return false }
    return silence.lowerBound == 0 || silence.upperBound == curves.frameCount
      || Double(silence.count) > longestSilence * Double(interval)
  }
}

extension OnsetCurves {
  /// The stretch of silence that a frame lies in.
  func silence(containing frame: Int) -> Range<Int>? {
    var low = 0
    var high = silences.count
    while low < high {
      let middle = (low + high) / 2
      if silences[middle].upperBound <= frame { low = middle + 1 } else { high = middle }
    }
    guard low < silences.count, silences[low].contains(frame) else { return nil }
    return silences[low]
  }
}
