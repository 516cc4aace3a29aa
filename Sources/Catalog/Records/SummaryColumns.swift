import Analysis
import Decoders

/// The columns of `recording` that sum up a recording, with their values: what queries use.
///
/// Columns of analyses that were not made are left out, so that storing one analysis anew leaves
/// the others alone.
struct SummaryColumns {
  private(set) var names: [String] = []
  private(set) var values: [SQLValue] = []

  init(_ file: AnalysedFile) throws(CatalogError) {
    try add(file.format, file.report)
    add("payload_size", .integer(file.payloadByteCount))
    if let rhythm = file.result.rhythm { add(rhythm) }
    if let key = file.result.key { add(key) }
    if let loudness = file.result.loudness { add(loudness) }
    if let pace = file.result.pace { add("pace", .real(pace.details.mean)) }
    if let structure = file.result.structure { add(structure) }
    if let energy = file.energy { add("energy", .real(energy)) }
  }

  private mutating func add(_ name: String, _ value: SQLValue) {
    names.append(name)
    values.append(value)
  }

  private mutating func add(
    _ format: AudioFormat, _ report: DecodeReport
  ) throws(CatalogError) {
    let positions = format.channelLayout.positions.map(\.rawValue).joined(separator: " ")
    add("codec", .text(report.codec))
    add("sample_rate", .integer(format.sampleRate))
    add("channel_count", .integer(format.channelCount))
    add("channel_layout", .text(positions))
    add("duration", .real(Double(report.frameCount) / Double(max(format.sampleRate, 1))))
    add("is_truncated", .integer(report.isTruncated ? 1 : 0))
    add("decode_report", .text(try CatalogJSON.encode(report)))
  }

  private mutating func add(_ rhythm: MusicUnderstandingSession.RhythmResult) {
    let details = rhythm.details
    let tempo = rhythm.beatsPerMinute.flatMap { $0 > 0 ? $0 : nil }
    add("measured_bpm", .real(tempo))
    add("bpm_reason", .text(details.reason?.rawValue))
    add("bpm_confidence", tempo == nil ? .null : .real(details.confidence))
    add("beats_per_bar", .integer(details.beatsPerBar))
    add("tempo_stability", tempo == nil ? .null : .real(details.tempoStability))
  }

  private mutating func add(_ structure: MusicUnderstandingSession.StructureResult) {
    let isKnown = structure.details.reason == nil && !structure.sections.isEmpty
    add("section_count", .integer(isKnown ? structure.sections.count : nil))
  }

  private mutating func add(_ key: MusicUnderstandingSession.KeyResult) {
    let details = key.details
    add("measured_key", .key(details.global.map { MusicalKey($0) }))
    add("key_reason", .text(details.reason?.rawValue))
    add("key_confidence", details.global == nil ? .null : .real(details.confidence))
    add("tuning_cents", .real(details.tuningCents))
    add("start_key", .key(key.ranges.first.map { MusicalKey($0.value) }))
    add("end_key", .key(key.ranges.last.map { MusicalKey($0.value) }))
  }

  private mutating func add(_ loudness: MusicUnderstandingSession.LoudnessResult) {
    let details = loudness.details
    add("integrated", .real(loudness.integrated.value))
    add("loudness_range", .real(details.loudnessRange))
    add("true_peak", .real(details.truePeak))
    add("sample_peak", .real(details.samplePeak))
    add("max_momentary", .real(details.maxMomentary))
    add("max_short_term", .real(details.maxShortTerm))
    add("clipped_sample_count", .integer(details.clippedSampleCount))
    add("loudness_reason", .text(details.reason?.rawValue))
  }
}
