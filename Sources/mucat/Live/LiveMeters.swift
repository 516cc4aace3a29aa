import Analysis
import Catalog
import Decoders

/// What `mucat live` draws on a terminal: meters, tempo, key and instruments, over each other.
struct LiveMeters {
  let width: Int
  let style: Style

  /// The level at which a meter is empty.
  private static let floorLUFS = -60.0
  private static let labelWidth = 12
  private static let figureWidth = 12

  /// The lines for a moment, always as many, none wider than the terminal.
  func lines(_ now: SemanticAudioDescriptor) -> [String] {
    let loudness = now.loudness
    var lines = [
      meter("momentary", level: loudness.currentDb), meter("short-term", level: loudness.shortTerm),
      text(
        "so far",
        "\(level(loudness.integrated)) LUFS, peak \(level(loudness.truePeak)) dBTP, "
          + NumberText.duration(now.time)),
      text("tempo", tempo(now)), text("key", key(now)), text("pace", pace(now)),
    ]
    for instrument in [MusicUnderstandingSession.Instrument.vocal, .drum, .bass, .other] {
      lines.append(
        bar(
          instrument.rawValue, share: Double(now.instrumentation?.activity(for: instrument) ?? 0),
          figure: now.instrumentation.map { instruments in
            NumberText.fixed(Double(instruments.activity(for: instrument)) * 100, places: 0) + " %"
          } ?? NumberText.unknown))
    }
    return lines
  }

  private func tempo(_ now: SemanticAudioDescriptor) -> String {
    guard let rhythm = now.rhythm else { return "-- BPM" }
    guard let bpm = rhythm.tempoBpm else {
      return "-- BPM (\(rhythm.reason?.rawValue ?? "unknown"))"
    }
    return "\(NumberText.fixed(bpm, places: 1)) BPM, \(sure(rhythm.confidence))"
  }

  private func pace(_ now: SemanticAudioDescriptor) -> String {
    guard let pace = now.pace?.eventsPerMinute else { return "--" }
    let section = now.structure?.lastSection.map { ", section since \(NumberText.duration($0))" }
    return "\(NumberText.fixed(pace, places: 1)) events a minute" + (section ?? "")
  }

  private func key(_ now: SemanticAudioDescriptor) -> String {
    guard let tonality = now.tonality else { return "--" }
    guard let key = tonality.key.map({ MusicalKey($0) }) else {
      return "-- (\(tonality.reason?.rawValue ?? "unknown"))"
    }
    return "\(key.name), \(key.camelot), \(sure(tonality.confidence))"
  }

  private func sure(_ confidence: Float) -> String {
    NumberText.fixed(Double(confidence) * 100, places: 0) + "% sure"
  }

  private func level(_ level: Float) -> String { NumberText.level(Double(level)) }

  private func meter(_ label: String, level: Float) -> String {
    let share = level.isFinite ? (Double(level) - Self.floorLUFS) / -Self.floorLUFS : 0
    return bar(label, share: share, figure: self.level(level) + " LUFS")
  }

  private func text(_ label: String, _ text: String) -> String {
    padded(label) + String(text.prefix(max(width - Self.labelWidth, 0)))
  }

  private func bar(_ label: String, share: Double, figure: String) -> String {
    let room = max(min(width - Self.labelWidth - Self.figureWidth, 60), 0)
    let space = String(repeating: " ", count: max(Self.figureWidth - 1 - figure.count, 0))
    return padded(label) + space + figure + " " + TextBar.text(share, width: room)
  }

  private func padded(_ label: String) -> String {
    style.bold(label) + String(repeating: " ", count: max(Self.labelWidth - label.count, 1))
  }
}
