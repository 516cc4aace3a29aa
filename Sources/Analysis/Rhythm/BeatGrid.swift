/// The beats of a path as moments: placed on the onsets, without those that fall into silence.
struct BeatGrid {
  /// Seconds from the start, strictly ascending, inside the piece.
  private(set) var times: [Double] = []
  /// The frame nearest to each beat.
  private(set) var frames: [Int] = []

  /// What an onset's peak in the curves precedes the onset by, in seconds: the analysis frames see
  /// it coming. Measured on clicks (8 ms), kick drums (9 ms) and annotated music (0 to 6 ms).
  private static let lead = 0.004
  /// A beat that would sound for less than so many seconds is not in the piece.
  private static let leastSound = 0.01
  /// A silence longer than so many beats has no beats in it.
  private static let longestSilence = 2.0

  init(_ path: BeatTracker.Path, activation: [Float], curves: OnsetCurves) {
    for (frame, interval) in zip(path.frames, path.intervals) {
      let reach = (interval + BeatStateSpace.beatParts - 1) / BeatStateSpace.beatParts
      let (peak, shift) = Self.peak(
        of: activation, in: max(0, frame - 1)..<min(activation.count, frame + reach + 1))
      guard !Self.isSilent(at: peak, interval: interval, curves) else { continue }
      let time = max(0, OnsetCurves.time(ofFrame: Double(peak) + shift) + Self.lead)
      guard time > times.last ?? -1, time < curves.duration - Self.leastSound else { continue }
      times.append(time)
      frames.append(peak)
    }
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
