import TestSupport
import Testing

@testable import Analysis

/// Rhythms that are known to mislead beat trackers, made from drums and notes.
@Suite struct RhythmPatternTests {
  @Test func explore() {
    func show(_ name: String, _ p: DrumPattern) {
      let r = rhythm(of: p.render(sampleRate: MonoSignal.sampleRate))
      let b = r.beats.map(\.seconds)
      let e = errors(of: b, against: p.beats)
      let ebar = errors(of: r.bars.map(\.seconds), against: p.bars)
      let okBars = ebar.count { abs($0) < 0.07 }
      let bpm = r.beatsPerMinute ?? 0
      print(name, p.beatsPerMinute, "->", bpm, abs(Double(bpm) / p.beatsPerMinute - 1) < 0.01 ? "" : "WRONG", "beats", b.count, "/", p.beats.count, "max", e.map { abs($0) }.max()!, "mean", e.reduce(0, +) / Double(e.count), "bars", okBars, r.bars.count, "/", p.barCount, r.details.beatsPerBar ?? 0, "conf", r.details.confidence, r.details.reason as Any, r.details.alternatives.map { ($0.beatsPerMinute, $0.score) }.prefix(2))
    }
    for t in stride(from: 60.0, through: 180, by: 20) {
      show("rock", .rock(t)); show("house", .house(t)); show("trance", .trance(t)); show("break", .breakbeat(t)); show("waltz", .waltz(t)); show("ska", .ska(t)); show("ballad", .ballad(t))
    }
    show("C1", DrumPattern(beatsPerMinute: 126, kick: [0, 1, 2, 3], stab: [0, 0.75, 1.5, 2.25, 3, 3.75]))
  }
}
