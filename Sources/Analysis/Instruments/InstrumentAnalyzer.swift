/// Which groups of instruments play when, given the curves of a whole piece.
///
/// The network says how likely each group is at every moment; its mean over a second is the
/// activity, and the stretches where that stays high are the ranges.
struct InstrumentAnalyzer {
  typealias Session = MusicUnderstandingSession

  /// Raised whenever the answers can change.
  static let version = 3

  /// Activity and ranges of every group; of an empty piece there is no activity.
  let result: Session.InstrumentActivityResult

  /// The groups, and at which of the network's likelihoods each is as likely there as not.
  ///
  /// The network has learned from music that was made for it, where everything is plainer than on
  /// records: it hears real basses and, above all, real voices with doubt. Set on the development
  /// set.
  private static let groups:
    [(instrument: Session.Instrument, channel: Activations.Channel, even: Float)] = [
      (.vocal, .vocal, 0.2), (.drum, .drum, 0.58), (.bass, .bass, 0.11), (.other, .other, 0.5),
    ]

  /// Activities per second: one every 50 ms.
  static let valuesPerSecond = 20
  /// Activities are whole multiples of one over this.
  private static let resolution: Float = 100
  /// Seconds before and after a moment whose mean is the activity: a phrase goes on between its
  /// notes.
  private static let smoothingReach = 0.5
  /// Silences of fewer seconds are rests, in which the instruments go on.
  private static let shortestSilence = 0.5
  /// A group is present from where its activity reaches the first until it falls below the second …
  private static let presence: (begin: Float, end: Float) = (0.55, 0.4)
  /// … for at least so many seconds, breaks of fewer seconds included.
  private static let shortestPresence = 0.5
  private static let shortestBreak = 0.5

  init(_ curves: OnsetCurves) {
    let silences = curves.silences.filter {
      Double($0.count) >= Self.shortestSilence * OnsetCurves.frameRate
    }
    let rate = Double(Self.valuesPerSecond)
    let finder = PresenceFinder(
      begin: Self.presence.begin, end: Self.presence.end,
      shortestBreak: Int(Self.shortestBreak * rate),
      shortestStretch: Int(Self.shortestPresence * rate))
    let end = CMTime(
      value: Int64(curves.sampleCount), timescale: Int32(MonoSignal.sampleRate))
    var result = Session.InstrumentActivityResult()
    for (instrument, channel, even) in Self.groups {
      let values = Self.activity(channel, even: even, in: curves, silences: silences)
      result.activity[instrument] = values.enumerated().map { index, value in
        .init(time: Self.time(ofValue: index), value: value)
      }
      result.ranges[instrument] = finder.stretches(of: values).map { stretch in
        CMTimeRange(
          start: Self.time(ofValue: stretch.lowerBound),
          end: min(Self.time(ofValue: stretch.upperBound), end))
      }
    }
    self.result = result
  }

  private static func time(ofValue index: Int) -> CMTime {
    CMTime(value: Int64(index), timescale: Int32(valuesPerSecond))
  }

  /// The activity at every moment from the start on that lies before the end.
  ///
  /// - Parameter silences: Frames of `OnsetCurves` without sound: there is no activity in them.
  private static func activity(
    _ channel: Activations.Channel, even: Float, in curves: OnsetCurves, silences: [Range<Int>]
  ) -> [Float] {
    let likelihood = likelihood(channel, in: curves, silences: silences)
    let reach = Int((smoothingReach * Activations.frameRate).rounded())
    let mean = movingMean(of: likelihood, reach: reach)
    guard let last = mean.indices.last else { return [] }

    let rate = MonoSignal.sampleRate
    let count = (curves.sampleCount * valuesPerSecond + rate - 1) / rate
    var values = (0..<count).map { index in
      let frame = Double(index) / Double(valuesPerSecond) * Activations.frameRate
      let below = min(Int(frame), last)
      let above = min(below + 1, last)
      let value = mean[below] + Float(frame - Double(below)) * (mean[above] - mean[below])
      return (balanced(value, even: even) * resolution).rounded() / resolution
    }
    for silence in silences {
      for index in valueIndices(in: silence, count: count) { values[index] = 0 }
    }
    return values
  }

  /// A likelihood with its odds divided by those of `even`, which becomes one half.
  private static func balanced(_ likelihood: Float, even: Float) -> Float {
    let present = likelihood * (1 - even)
    let absent = (1 - likelihood) * even
    return present / (present + absent)
  }

  /// The likelihood at every frame of the network from the start of the piece on.
  private static func likelihood(
    _ channel: Activations.Channel, in curves: OnsetCurves, silences: [Range<Int>]
  ) -> [Float] {
    let step = NetworkFeatures.step
    var values = Array(curves.activations.curve(channel).dropFirst(OnsetCurves.leadIn / step))
    let count = values.count
    let index = { (frame: Int) in
      min(max(0, (frame - OnsetCurves.leadIn + step - 1) / step), count)
    }
    for silence in silences {
      for index in index(silence.lowerBound)..<index(silence.upperBound) { values[index] = 0 }
    }
    return values
  }

  /// The values at moments within frames of `OnsetCurves`.
  private static func valueIndices(in frames: Range<Int>, count: Int) -> Range<Int> {
    let index = { (frame: Int) in
      let time = OnsetCurves.time(ofFrame: Double(frame))
      return min(max(0, Int((time * Double(valuesPerSecond)).rounded(.up))), count)
    }
    return index(frames.lowerBound)..<index(frames.upperBound)
  }
}
