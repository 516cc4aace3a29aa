import Analysis
import Catalog
import Decoders

/// Everything about a track, for people: a paragraph each for tempo, key, loudness and the file.
struct TrackText {
  let track: Track
  let result: MusicUnderstandingSession.SessionResult?
  let report: DecodeReport?
  let tags: Tags?
  /// Bytes of the file.
  let size: Int64?
  let width: Int?
  let style: Style

  private static let column = 16

  var lines: [String] {
    [style.bold(Sanitize.forPeople(TrackTable.name(track)))]
      + [tagged, tempo, key, form, loudness, file].filter { !$0.isEmpty }.flatMap { rows in
        [""] + rows.flatMap(row)
      }
  }

  typealias Row = (label: String, text: String?)

  /// A label and its text; nothing when there is no text.
  private func row(_ row: Row) -> [String] {
    guard let text = row.text, !text.isEmpty else { return [] }
    let lines = TextWrapping.wrap(
      Sanitize.forPeople(text), width: width ?? .max, indent: Self.column)
    guard let first = lines.first else { return [] }
    let label = row.label + String(repeating: " ", count: max(1, Self.column - row.label.count))
    return [style.bold(label) + first.dropFirst(Self.column)] + lines.dropFirst()
  }

  private func sure(_ confidence: Double?) -> String {
    confidence.map { ", \(NumberText.fixed($0 * 100, places: 0))% sure" } ?? ""
  }

  /// That a value is the user's, and what was measured.
  private func set(measured: String?) -> String {
    ", set by you" + (measured.map { " (measured: \($0))" } ?? "")
  }

  // MARK: - Parts

  private var tagged: [Row] {
    let disc = track.discNumber.map { " of disc \($0)" } ?? ""
    let number: String? = track.trackNumber.map { "\($0)" + disc }
    let notes: [String] = tags?.notes.map(\.description) ?? []
    var rows: [Row] = [
      ("album", track.album), ("album artist", track.albumArtist), ("genre", track.genre),
    ]
    rows.append(("composer", tags?.composer))
    rows.append(("year", track.year.map { "\($0)" }))
    rows.append(("track", number))
    rows.append(("comment", tags?.comment))
    rows.append(("gain tags", gains.joined(separator: ", ")))
    rows.append(("odd tags", notes.joined(separator: "; ")))
    rows.append(("old text", tags?.legacyEncoding.map { "taken for \($0.name)" }))
    return rows.filter { !($0.text ?? "").isEmpty }
  }

  /// The gains that the tags hold already.
  private var gains: [String] {
    func gain(_ value: Double?, _ name: String) -> String? {
      value.map { "\(name) \(NumberText.signed($0, places: 2)) dB" }
    }
    var reference = ""
    switch tags?.replayGainReference {
    case .replayGain1: reference = " (89 dB)"
    case .replayGain2: reference = " (-18 LUFS)"
    case .unknown: reference = " (reference unknown)"
    case nil: break
    }
    return [
      gain(tags?.replayGainTrackGainDB, "ReplayGain" + reference),
      gain(tags?.replayGainAlbumGainDB, "album"), gain(tags?.r128TrackGainDB, "R128"),
      gain(tags?.r128AlbumGainDB, "R128 album"), gain(tags?.soundCheckGainDB, "Sound Check"),
    ].compactMap { $0 }
  }

  private var tempo: [Row] {
    guard let bpm = track.bpm else {
      return [("tempo", "unknown: \(track.bpmReason ?? "not analysed")"), tagTempo]
    }
    var main =
      "\(NumberText.tempo(bpm)) BPM"
      + (track.isUserBPM
        ? set(measured: result?.rhythm?.beatsPerMinute.map { NumberText.tempo(Double($0)) })
        : sure(track.bpmConfidence))
    if let beats = track.beatsPerBar { main += ", \(beats) beats to the bar" }
    if let stability = track.tempoStability {
      main += ", \(NumberText.fixed(stability * 100, places: 0))% of the beats steady"
    }
    let alternatives = result?.rhythm?.details.alternatives.map { candidate in
      "\(NumberText.tempo(Double(candidate.beatsPerMinute))) BPM"
    }
    var beats: String?
    if let rhythm = result?.rhythm, let first = rhythm.beats.first, let last = rhythm.beats.last {
      beats =
        "\(NumberText.count(rhythm.beats.count)) in \(NumberText.count(rhythm.bars.count, "bar")), "
        + "from \(NumberText.fixed(first.seconds, places: 3)) s "
        + "to \(NumberText.fixed(last.seconds, places: 3)) s"
    }
    return [
      ("tempo", main), ("or", alternatives?.joined(separator: ", ")), ("beats", beats), tagTempo,
    ]
  }

  private var tagTempo: Row {
    ("tempo tag", track.tagBPM.map { "\(NumberText.tempo($0)) BPM" })
  }

  private var key: [Row] {
    let tag: Row = ("key tag", track.tagKey.map(Self.name))
    guard let key = track.key else {
      return [("key", "unknown: \(track.keyReason ?? "not analysed")"), tag]
    }
    let candidates = result?.key?.details.candidates.map { MusicalKey($0.key) } ?? []
    let ranges = result?.key?.ranges ?? []
    let overTime = ranges.map { range in
      "\(NumberText.duration(range.range.start.seconds)) \(MusicalKey(range.value).camelot) "
        + MusicalKey(range.value).shortName
    }
    let mixing = HarmonicRelation.compatibleKeys(with: key).filter { $0 != key }
    return [
      (
        "key",
        Self.name(key)
          + (track.isUserKey
            ? set(measured: result?.key?.details.global.map { MusicalKey($0).name })
            : sure(track.keyConfidence))
      ),
      ("or", candidates.filter { $0 != key }.map(Self.name).joined(separator: ", ")),
      ("over time", ranges.count > 1 ? overTime.joined(separator: ", ") : nil),
      ("mixes with", mixing.map { "\($0.camelot) \($0.shortName)" }.joined(separator: ", ")),
      (
        "tuning",
        track.tuningCents.map { "\(NumberText.signed($0, places: 0)) cents from A4 = 440 Hz" }
      ),
      tag,
    ]
  }

  /// `8A A minor, 1m`: Camelot, the name, Open Key.
  private static func name(_ key: MusicalKey) -> String {
    "\(key.camelot) \(key.name) (\(key.openKey))"
  }

  private var loudness: [Row] {
    let energy: Row = (
      "energy", track.energy.map { "\(NumberText.decimal($0, places: 1)) of 10" }
    )
    guard let integrated = track.integrated else {
      return [("loudness", "unknown: \(track.loudnessReason ?? "not analysed")"), energy]
    }
    var main = "\(NumberText.level(integrated)) LUFS"
    if let range = track.loudnessRange { main += ", range \(NumberText.level(range)) LU" }
    let loudest = [
      track.maxMomentary.map { "\(NumberText.level($0)) LUFS over 400 ms" },
      track.maxShortTerm.map { "\(NumberText.level($0)) LUFS over 3 s" },
    ].compactMap { $0 }
    var peaks = track.truePeak.map { "\(NumberText.level($0)) dBTP" }
    if let peak = result?.loudness?.peak, peak.value.isFinite {
      peaks? += " at \(NumberText.duration(peak.time.seconds))"
    }
    if let sample = track.samplePeak { peaks? += ", samples \(NumberText.level(sample)) dBFS" }
    if track.clippedSampleCount > 0 {
      peaks? += ", \(NumberText.count(track.clippedSampleCount, "clipped sample"))"
    }
    return [
      ("loudness", main), ("loudest", loudest.joined(separator: ", ")), ("peak", peaks), energy,
    ]
  }

  private var file: [Row] {
    let rate = NumberText.decimal(Double(track.sampleRate) / 1000, places: 3) + " kHz"
    var format = [
      NumberText.duration(track.duration), track.codec, rate,
      NumberText.count(track.channelCount, "channel"),
    ]
    if let size { format.append(NumberText.bytes(Int(size))) }
    if track.isTruncated { format.append("ends before it should") }
    return [
      ("file", track.path.displayText),
      ("", track.status == .missing ? "gone when it was last looked for" : nil),
      ("format", format.joined(separator: ", ")),
      ("decoded", report.map(Self.decoding)),
      ("odd", report?.warnings.joined(separator: "; ")),
    ]
  }

  /// `by libmpg123; 1,105 frames cut at the start, 576 at the end (lameTag)`.
  private static func decoding(_ report: DecodeReport) -> String {
    var parts = ["by \(report.decoder)"]
    if report.trimmedHead + report.trimmedTail > 0 {
      parts.append(
        "\(NumberText.count(report.trimmedHead, "frame")) cut at the start, "
          + "\(NumberText.count(report.trimmedTail)) at the end (\(report.trimSource.rawValue))")
    }
    if report.corruptFrameCount > 0 {
      parts.append(NumberText.count(report.corruptFrameCount, "damaged frame"))
    }
    if report.concealedFrameCount > 0 {
      parts.append(
        NumberText.count(report.concealedFrameCount, "frame") + " of silence for what was lost")
    }
    switch report.checksum {
    case .matches: parts.append("the checksum is right")
    case .differs: parts.append("the checksum is wrong: this is not what was encoded")
    case .absent, nil: break
    }
    if let claimed = report.claimedFrameCount, claimed != report.frameCount {
      parts.append(
        "\(NumberText.count(report.frameCount, "frame")), not the "
          + "\(NumberText.count(claimed)) that the file claims")
    }
    if report.nonFiniteSampleCount > 0 {
      parts.append(
        NumberText.count(report.nonFiniteSampleCount, "sample") + " made 0, being no numbers")
    }
    return parts.joined(separator: "; ")
  }
}
