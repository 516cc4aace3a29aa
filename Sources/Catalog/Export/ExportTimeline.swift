import Decoders

/// Whose clock the times of an export are on.
///
/// mucat's time 0 is the first frame of music: the silence that an MP3 encoder puts before it is
/// cut. Other programs cut less, or nothing, so the same beat has a later time there. The rules
/// below say for each how much later; docs/export.md tells where they are from.
public enum ExportTimeline: String, Hashable, Sendable, CaseIterable {
  /// mucat's own, and that of any decoder which cuts the encoder's delay.
  case music
  /// The encoder's delay is heard; the header frame is skipped.
  case decoded
  /// As rekordbox since 1.5.4: `decoded`.
  case rekordbox
  /// As `decoded`, but a header frame without a sound LAME tag is heard as one frame of silence.
  case traktor
  /// As `decoded`, but an Info frame (constant bit rate) is heard as one frame of silence.
  case stepmania
  /// The delay is cut where the header frame tells it, and heard where it had to be guessed.
  case osu
  /// As `osu`.
  case audacity

  /// How much later than on mucat's timeline everything is, in seconds: never negative.
  ///
  /// 0 for all formats but MP3: in those the programs, as far as is known, agree.
  ///
  /// - Parameters:
  ///   - report: What was cut from the head when the file was decoded.
  ///   - header: The header frame of the file; nil without one.
  public func offset(
    report: DecodeReport, sampleRate: Int, header: MPEGHeaderFrame?
  ) -> Double {
    guard report.codec.hasPrefix("MPEG"), report.codec.hasSuffix("layer III"), sampleRate > 0
    else { return 0 }
    let delay = report.trimmedHead
    let heardHeader = header?.soundLength ?? 0
    let frames: Int =
      switch self {
      case .music: 0
      case .decoded, .rekordbox: delay
      case .traktor:
        header.map { $0.isOfLAME && $0.isChecksumRight } ?? true ? delay : delay + heardHeader
      case .stepmania: header?.kind == .info ? delay + heardHeader : delay
      case .osu, .audacity: report.trimSource == .lameTag ? 0 : delay
      }
    return Double(frames) / Double(sampleRate)
  }
}
