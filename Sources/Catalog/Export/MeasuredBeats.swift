import Analysis

/// The beats that were found, brought to the tempo that the user says.
struct MeasuredBeats {
  /// Seconds, ascending.
  private(set) var beats: [Double]
  /// Those that begin a bar.
  private(set) var bars: [Double]
  /// Which beat of its bar each is, from 1.
  private(set) var phases: [Int]
  let beatsPerBar: Int

  /// - Parameter wantedTempo: The user's tempo; nil to take the beats as they are. Double, triple,
  ///   half and third tempo keep the beats' own timing; any other is a steady grid on the first
  ///   downbeat.
  init(_ rhythm: MusicUnderstandingSession.RhythmResult?, wantedTempo: Double?) {
    beats = rhythm?.beats.map(\.seconds).filter(\.isFinite) ?? []
    bars = rhythm?.bars.map(\.seconds).filter(\.isFinite) ?? []
    beatsPerBar = rhythm?.details.beatsPerBar ?? 4
    phases = PiecewiseGrid.phases(beats: beats, bars: bars, beatsPerBar: beatsPerBar)
    guard let wantedTempo, wantedTempo > 0, let measured = Self.tempo(of: beats) else { return }
    let ratio = wantedTempo / measured
    if let factor = [2, 3, 4].first(where: { abs(ratio / Double($0) - 1) < 0.03 }) {
      subdivide(by: factor)
    } else if let divisor = [2, 3, 4].first(where: { abs(ratio * Double($0) - 1) < 0.03 }) {
      thin(by: divisor)
    } else if abs(ratio - 1) > 0.0005 {
      makeSteady(wantedTempo)
    }
  }

  /// The middle one of the tempi from beat to beat; nil for fewer than two beats.
  private static func tempo(of beats: [Double]) -> Double? {
    let intervals = zip(beats.dropFirst(), beats).map { $0 - $1 }.sorted()
    guard !intervals.isEmpty, intervals[intervals.count / 2] > 0 else { return nil }
    return 60 / intervals[intervals.count / 2]
  }

  private mutating func subdivide(by factor: Int) {
    var finer: [Double] = []
    for (beat, next) in zip(beats, beats.dropFirst()) {
      for part in 0..<factor { finer.append(beat + (next - beat) * Double(part) / Double(factor)) }
    }
    if let last = beats.last { finer.append(last) }
    take(finer, firstBar: bars.first)
  }

  private mutating func thin(by divisor: Int) {
    // Counted from the first downbeat, so that bars still begin on a beat.
    let start = phases.firstIndex(of: 1) ?? 0
    let kept = beats.indices.filter { ($0 - start) % divisor == 0 }.map { beats[$0] }
    take(kept, firstBar: beats.isEmpty ? nil : beats[start])
  }

  private mutating func makeSteady(_ tempo: Double) {
    guard let first = beats.first, let last = beats.last else { return }
    let anchor = bars.first ?? first
    let interval = 60 / tempo
    let before = Int(((anchor - first) / interval).rounded(.down))
    let count = Int(((last - anchor) / interval).rounded(.down)) + before + 1
    guard count > 0, count < 1_000_000 else { return }
    let start = anchor - Double(before) * interval
    take((0..<count).map { start + Double($0) * interval }, firstBar: anchor)
  }

  private mutating func take(_ new: [Double], firstBar: Double?) {
    beats = new
    phases = PiecewiseGrid.phases(
      beats: new, bars: firstBar.map { [$0] } ?? [], beatsPerBar: beatsPerBar)
    bars = zip(beats, phases).filter { $0.1 == 1 }.map(\.0)
  }
}
