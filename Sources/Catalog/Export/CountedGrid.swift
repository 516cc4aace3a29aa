/// A grid whose stretches follow each other without a gap, counted in beats from a downbeat: for
/// programs that know a first moment and tempi by beat, and nothing else.
///
/// Each stretch has the tempo that leads exactly to the next one's first beat, so that nothing adds
/// up over a long piece. That turns a fitted stretch by as much again as its beats were off, and so
/// the fit is twice as strict as that of ``PiecewiseGrid``.
struct CountedGrid {
  struct Change {
    /// The number of the beat, from 0 at ``CountedGrid/start``.
    var beat: Int
    var beatsPerMinute: Double
  }

  /// Seconds.
  private static let tolerance = 0.006

  /// The moment of beat 0, which begins a bar; may lie before time 0.
  private(set) var start = 0.0
  private(set) var changes: [Change] = []
  let beatsPerBar: Int

  /// - Parameter offset: What is added to all times.
  init(_ track: ExportTrack, offset: Double) {
    beatsPerBar = max(1, track.grid.beatsPerBar)
    let stretches = PiecewiseGrid(
      beats: track.beats.map(\.time),
      bars: track.beats.filter { $0.beatInBar == 1 }.map(\.time), beatsPerBar: beatsPerBar,
      tolerance: Self.tolerance, places: 3
    ).stretches
    guard let first = stretches.first else { return }
    var beat = max(0, first.beatInBar - 1)
    start = first.time(ofBeat: -beat) + offset
    for (index, stretch) in stretches.enumerated() {
      var tempo = stretch.beatsPerMinute
      var count = stretch.beatCount
      if index + 1 < stretches.count {
        let distance = stretches[index + 1].start - stretch.start
        count = max(1, Int((distance * tempo / 60).rounded()))
        if distance > 0 { tempo = 60 * Double(count) / distance }
      }
      changes.append(Change(beat: index == 0 ? 0 : beat, beatsPerMinute: tempo))
      if index == 0 {
        // The first tempo holds from beat 0 on.
        start = stretch.start - Double(beat) * 60 / tempo + offset
      }
      beat += count
    }
  }
}
