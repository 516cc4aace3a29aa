/// A standard MIDI file (type 0) with tempo, meter, markers and bar lines where the music has them.
///
/// Time 0 of the music is tick 0. Up to the first beat there are as many quarter notes as bring the
/// first downbeat onto a bar line, in a tempo of their own. *Source:* "Standard MIDI Files 1.0",
/// MIDI Manufacturers Association, 1988.
struct MIDITempoMap {
  let bytes: [UInt8]

  static let ticksPerBeat = 480

  init(_ entry: ExportTrack, _ timeline: ExportTimeline) {
    let offset = entry.offset(on: timeline)
    let beats = entry.beats.map { (time: $0.time + offset, beatInBar: $0.beatInBar) }
    var events: [(tick: Int, bytes: [UInt8])] = [
      (0, Self.text(0x03, entry.track.titleOrName)),
      (0, [0xFF, 0x58, 4, UInt8(clamping: entry.grid.beatsPerBar), 2, 24, 8]),
    ]
    let leadIn = Self.leadIn(beats, beatsPerBar: max(1, entry.grid.beatsPerBar))
    let moments = beats.map(\.time)
    var tempi: [(tick: Int, microseconds: Int)] = []
    // Rounded so that the sum is right, not each.
    var spent = 0
    func add(_ time: Double, tick: Int, beatCount: Int) {
      let total = Int((time * 1e6).rounded())
      let length = min(max((total - spent) / max(beatCount, 1), 1), 0xFF_FFFF)
      spent += length * beatCount
      if tempi.last?.microseconds != length { tempi.append((tick, length)) }
    }
    if leadIn > 0, let first = moments.first { add(first, tick: 0, beatCount: leadIn) }
    for index in moments.indices.dropFirst() {
      add(moments[index], tick: (leadIn + index - 1) * Self.ticksPerBeat, beatCount: 1)
    }
    events += tempi.map { tempo in
      let value = tempo.microseconds
      return (
        tempo.tick,
        [0xFF, 0x51, 3] + [16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
      )
    }
    for section in entry.sections {
      let tick = Self.tick(of: section.start + offset, beats: moments, leadIn: leadIn)
      events.append((tick, Self.text(0x06, section.name)))
    }
    let order = events.indices.sorted { (events[$0].tick, $0) < (events[$1].tick, $1) }
    let last = (leadIn + max(moments.count, 1) - 1) * Self.ticksPerBeat
    bytes = Self.file(order.map { events[$0] }, lastTick: last)
  }

  /// The quarter notes before the first beat.
  private static func leadIn(
    _ beats: [(time: Double, beatInBar: Int)], beatsPerBar: Int
  ) -> Int {
    guard let first = beats.first, first.time > 0 else { return 0 }
    let interval = beats.count > 1 ? beats[1].time - first.time : 0.5
    let wanted = Int((first.time / max(interval, 0.05)).rounded())
    // As many as wanted, or up to a bar more, that leave the beat its place in the bar.
    let missing = (first.beatInBar - 1 - wanted) % beatsPerBar
    let count = wanted + (missing < 0 ? missing + beatsPerBar : missing)
    return count > 0 ? count : beatsPerBar
  }

  private static func tick(of time: Double, beats: [Double], leadIn: Int) -> Int {
    guard let first = beats.first else { return 0 }
    if time <= first {
      let part = first > 0 ? max(0, time / first) : 0
      return Int((part * Double(leadIn * ticksPerBeat)).rounded())
    }
    let index = (beats.firstIndex { $0 > time } ?? beats.count) - 1
    guard index + 1 < beats.count else { return (leadIn + beats.count - 1) * ticksPerBeat }
    let part = (time - beats[index]) / (beats[index + 1] - beats[index])
    return (leadIn + index) * ticksPerBeat + Int((part * Double(ticksPerBeat)).rounded())
  }

  private static func text(_ kind: UInt8, _ text: String) -> [UInt8] {
    let bytes = Array(text.utf8.prefix(4096))
    return [0xFF, kind] + variableLength(bytes.count) + bytes
  }

  private static func file(_ events: [(tick: Int, bytes: [UInt8])], lastTick: Int) -> [UInt8] {
    var track: [UInt8] = []
    var tick = 0
    for event in events {
      track += variableLength(event.tick - tick) + event.bytes
      tick = event.tick
    }
    track += variableLength(max(0, lastTick - tick)) + [0xFF, 0x2F, 0]
    return Array("MThd".utf8) + bigEndian(6, width: 4) + bigEndian(0, width: 2)
      + bigEndian(1, width: 2) + bigEndian(ticksPerBeat, width: 2) + Array("MTrk".utf8)
      + bigEndian(track.count, width: 4) + track
  }

  private static func bigEndian(_ value: Int, width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * (width - 1 - $0))) }
  }

  /// Seven bits a byte, the highest first, all but the last marked.
  private static func variableLength(_ value: Int) -> [UInt8] {
    var value = max(0, value)
    var bytes = [UInt8(value & 0x7F)]
    while value > 0x7F {
      value >>= 7
      bytes.insert(UInt8(value & 0x7F) | 0x80, at: 0)
    }
    return bytes
  }
}
