import Decoders
import Glibc

/// The levels of a track, or of an album, that gains are made from.
struct MeasuredLevel: Hashable {
  /// LUFS.
  var integrated: Double
  /// dBTP and dBFS; nil when not measured.
  var truePeak: Double?
  var samplePeak: Double?
}

/// What is written to the tags of one file.
struct GainTags {
  var options: TagWriter.Options

  /// The tags for a track, and for its album unless that is nil.
  ///
  /// - Returns: Nil when a gain is beyond what the standard can say.
  func changes(track: MeasuredLevel, album: MeasuredLevel?) -> TagChanges? {
    switch options.standard {
    case .replaygain: replayGain(track: track, album: album)
    case .r128: r128(track: track, album: album)
    case .soundcheck: soundCheck(album ?? track)
    case .bpm, .key: nil
    }
  }

  /// The gain in dB: to the target, but by the ceiling if one is asked for.
  func gain(_ level: MeasuredLevel) -> Double {
    let wanted = options.target - level.integrated
    guard let ceiling = options.ceiling, let peak = level.truePeak else { return wanted }
    return min(wanted, ceiling - peak)
  }

  private func replayGain(track: MeasuredLevel, album: MeasuredLevel?) -> TagChanges? {
    var changes = TagChanges()
    let rows: [(level: MeasuredLevel?, gain: TagProperty, peak: TagProperty)] = [
      (track, .replayGainTrackGain, .replayGainTrackPeak),
      (album, .replayGainAlbumGain, .replayGainAlbumPeak),
    ]
    for row in rows {
      guard let level = row.level else { continue }
      let gain = gain(level)
      guard gain.isFinite, abs(gain) <= 100 else { return nil }
      changes.set(row.gain, to: DecimalText.fixed(gain, places: 2) + " dB")
      changes.set(row.peak, to: peak(level).map { DecimalText.fixed($0, places: 6) })
    }
    changes.set(
      .replayGainReferenceLoudness, to: DecimalText.fixed(options.target, places: 2) + " LUFS")
    return changes
  }

  private func r128(track: MeasuredLevel, album: MeasuredLevel?) -> TagChanges? {
    var changes = TagChanges()
    let rows: [(level: MeasuredLevel?, gain: TagProperty)] = [
      (track, .r128TrackGain), (album, .r128AlbumGain),
    ]
    for row in rows {
      guard let level = row.level else { continue }
      // Q7.8 fixed point: 256ths of a dB in 16 bits.
      let steps = (gain(level) * 256).rounded()
      guard (-32768...32767).contains(steps) else { return nil }
      changes.set(row.gain, to: DecimalText.fixed(steps, places: 0))
    }
    return changes
  }

  private func soundCheck(_ level: MeasuredLevel) -> TagChanges? {
    let gain = gain(level)
    guard gain.isFinite, abs(gain) <= 100 else { return nil }
    var changes = TagChanges()
    changes.set(.soundCheck, to: SoundCheck(gainDB: gain, peak: peak(level) ?? 1).text)
    return changes
  }

  /// The peak as linear amplitude; more than 1 beyond full scale.
  private func peak(_ level: MeasuredLevel) -> Double? {
    let decibels = options.peak == .true ? level.truePeak : level.samplePeak
    return decibels.flatMap { $0.isFinite ? pow(10, $0 / 20) : nil }
  }
}
