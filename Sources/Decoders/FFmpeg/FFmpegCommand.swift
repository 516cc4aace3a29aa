/// The words after `ffmpeg`: one file in, its first audio stream out as a WAV stream of floats.
///
/// What a file holds must not reach beyond it:
/// - the demuxer is the one that our own probe found, never a guess of ffmpeg's, so no playlist or
///   concatenation script can pass for music;
/// - the input is the open descriptor, the tags around the music cut off, whatever its name is;
///   only the two protocols that this takes are allowed, and no network;
/// - references from one MP4 to another stay off; no single allocation exceeds a limit.
struct FFmpegCommand: Hashable {
  let format: FileFormat
  /// ffmpeg's name for the demuxer.
  let demuxer: String
  /// The bytes of the file to show to ffmpeg.
  let content: Range<Int>
  /// The rate to convert to; nil to keep the codec's.
  var outputRate: Int?
  /// Whether the container's timeline is cut here and not by ffmpeg.
  var deliversEverything = false
  /// Whether silence replaces packets that cannot be decoded, going by their time stamps.
  var fillsGaps = false

  /// The descriptor's name inside the child, which `/proc` opens anew at its first byte.
  static let inputName = "/proc/self/fd/3"

  /// The most that ffmpeg may allocate at once, in bytes. A cover picture or the index of a day of
  /// audio fits.
  private static let maximumAllocation = 1 << 28

  var arguments: [String] {
    var words = [
      "-nostdin", "-hide_banner", "-nostats", "-loglevel", "level+info",
      "-max_alloc", "\(Self.maximumAllocation)", "-filter_threads", "1",
      // Damage is counted, and is no reason to stop or to fail.
      "-max_error_rate", "1",
      "-protocol_whitelist", "subfile,file", "-threads", "1", "-vn", "-sn", "-dn",
    ]
    if format == .mp4 { words += ["-enable_drefs", "0", "-use_absolute_path", "0"] }
    if [.ac3, .mp4, .matroska, .wave].contains(format) {
      // The level as it was mastered: no compression for the living room at night.
      words += ["-drc_scale", "0"]
    }
    if deliversEverything { words += ["-flags2", "+skip_manual"] }
    if deliversEverything, format == .mp4 { words += ["-ignore_editlist", "1"] }
    words += [
      "-f", demuxer, "-i",
      "subfile,,start,\(content.lowerBound),end,\(content.upperBound),,:\(Self.inputName)",
      "-map", "0:a:0", "-map_metadata", "-1", "-map_chapters", "-1",
    ]
    // A packet is longer than 10 ms; the last number is what a gap must exceed, in seconds.
    if fillsGaps { words += ["-af", "aresample=async=1:min_hard_comp=0.01"] }
    if let outputRate { words += ["-ar", "\(outputRate)"] }
    return words + ["-c:a", "pcm_f32le", "-fflags", "+bitexact", "-f", "wav", "pipe:1"]
  }
}

extension FFmpegCommand {
  /// The command for a file, if ffmpeg has a demuxer for its kind.
  init?(format: FileFormat, file: InputFile, content: Range<Int>) throws(DecodingError) {
    let head = try file.bytes(at: content.lowerBound, count: 16)
    guard let demuxer = Self.demuxer(of: format, head: head) else { return nil }
    self.init(format: format, demuxer: demuxer, content: content)
  }

  private static func demuxer(of format: FileFormat, head: [UInt8]) -> String? {
    switch format {
    case .mp4: "mov"
    case .asf: "asf"
    case .monkeysAudio: "ape"
    case .wavPack: "wv"
    case .musepack: head.hasText("MPCK") ? "mpc8" : "mpc"
    case .trueAudio: head.hasText("TTA1") ? "tta" : nil
    case .tak: "tak"
    case .dsf: "dsf"
    case .dsdiff: "iff"
    case .adts: "aac"
    // The sixth byte's upper five bits are the version of the syntax; above 10 it is Enhanced AC-3.
    case .ac3: head.count > 5 && head[5] >> 3 > 10 ? "eac3" : "ac3"
    case .dts: "dts"
    case .matroska: "matroska"
    case .amr: "amr"
    case .realAudio: "rm"
    case .oggSpeex, .oggOther: "ogg"
    case .wave: "wav"
    case .wave64: "w64"
    case .aiff: "aiff"
    case .caf: "caf"
    case .au: "au"
    case .mpegAudio, .flac, .oggFLAC, .oggVorbis, .oggOpus, .optimFROG, .adif, .midi,
      .trackerModule:
      nil
    }
  }
}
