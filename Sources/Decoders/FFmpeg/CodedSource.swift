/// What a file's own headers say to the decoding by ffmpeg: how to call it, which of its frames are
/// music, and how many there should be.
struct CodedSource {
  private let format: FileFormat
  private let coded: CodedLength?
  private let movie: MP4Movie?
  private let mp4: MP4Timeline?
  private let content: Range<Int>
  /// Whether the rate of one-bit samples is a multiple of 48,000; nil for what is no DSD.
  private let isDSDOf48k: Bool?
  /// Nanoseconds that the container states as the codec's delay, which ffmpeg then cuts.
  private let statedDelay: Int
  /// Whether a WMA file was written by ffmpeg's own encoder.
  private let isOwnWMA: Bool

  struct Length {
    var timeline: MusicTimeline
    /// Frames of music, as far as the file says.
    var claimedFrameCount: Int?
    /// Fewer frames than this out of ffmpeg mean that the file ends early.
    var leastFrameCount: Int?
  }

  var warnings: [String] { mp4?.warnings ?? [] }

  /// - Throws: `notAudio` for a film without sound, `unsupported` for copy protection, and what
  ///   ``MP4Movie`` throws.
  init(file: InputFile, content: Range<Int>, format: FileFormat) throws(DecodingError) {
    self.format = format
    self.content = content
    coded = try CodedLength(format: format, file: file, content: content)
    isDSDOf48k = try Self.isDSDOf48k(file: file, content: content, format: format)
    statedDelay =
      format == .matroska
      ? try MatroskaTracks(file: file, content: content).audio?.delay ?? 0 : 0
    isOwnWMA = format == .asf ? try Self.isOwnWMA(file: file, content: content) : false
    guard format == .mp4 else {
      movie = nil
      mp4 = nil
      return
    }
    let movie = try MP4Movie(file: file, content: content)
    guard let track = movie.audio else { throw .notAudio(detail: "an MP4 without sound") }
    if let entry = track.entry, entry.isProtected {
      throw .unsupported(feature: "copy-protected \(format.name)")
    }
    self.movie = movie
    mp4 = MP4Timeline(movie: movie, track: track)
  }

  func adjust(_ command: inout FFmpegCommand) {
    command.outputRate = isDSDOf48k.map { $0 ? 96_000 : 88_200 }
    command.deliversEverything = movie != nil || isOwnWMA
    command.fillsGaps = movie?.audio?.hasEvenPackets ?? false
  }

  /// - Parameter rate: Frames per second out of ffmpeg.
  func length(rate: Int, codec: FFmpegCodec, log: FFmpegLog) -> Length {
    if let mp4, let track = movie?.audio {
      var timeline = MusicTimeline(mp4, ticks: track.timescale, rate: rate)
      timeline.cutUsualDelay(codec.usualDelay)
      // The last packet may be missing: some decoders keep the audio of one back.
      let least = track.durations.total - track.durations.longest
      return Length(
        timeline: timeline, claimedFrameCount: timeline.frameCount,
        leastFrameCount: least > 0
          ? least.converted(from: max(track.timescale, 1), to: rate) : nil)
    }
    if let coded {
      let count = coded.frameCount(at: rate)
      // Changing the rate may lose a few frames at the end.
      let slack = coded.sampleRate == nil ? 0 : rate / 1000
      return Length(
        timeline: MusicTimeline(coded, rate: rate), claimedFrameCount: count,
        leastFrameCount: count + (coded.delay ?? 0) - slack)
    }
    var timeline = MusicTimeline.everything
    let stated = Int((Double(statedDelay) * Double(rate) / 1e9).rounded())
    let delay = isOwnWMA ? codec.windowsMediaBlockLength(rate: rate) : codec.usualDelay
    if stated == 0 { timeline.cutUsualDelay(delay) }
    var length = Length(timeline: timeline)
    if Self.timed.contains(format), !log.isLengthGuessed, let claimed = log.centiseconds {
      // Such times count what is cut at the head.
      let cut = stated + (timeline.kept.first?.lowerBound ?? 0)
      let count = Int(Double(claimed) * Double(rate) / 100) - cut
      guard count > 0 else { return length }
      length.claimedFrameCount = count
      // They are rounded too, and a codec's last packet may be counted whole.
      length.leastFrameCount = max(count - rate / 4, 1)
    }
    return length
  }

  /// Formats whose headers tell a time, which ffmpeg repeats.
  private static let timed: Set<FileFormat> = [.asf, .matroska, .tak, .realAudio]

  /// ffmpeg's decoder of WMA cuts two blocks, as Windows does; its own encoder's delay is one.
  private static func isOwnWMA(
    file: InputFile, content: Range<Int>
  ) throws(DecodingError) -> Bool {
    let size = try file.bytes(at: content.lowerBound, count: 24).littleEndian(at: 16, width: 8)
    let header = try file.bytes(at: content.lowerBound, count: min(size ?? 0, 65_536))
    // "Lavf", in the two bytes a letter that ASF has.
    let mark: [UInt8] = [0x4C, 0, 0x61, 0, 0x76, 0, 0x66, 0]
    return header.indices.contains { header[$0...].starts(with: mark) }
  }

  private static func isDSDOf48k(
    file: InputFile, content: Range<Int>, format: FileFormat
  ) throws(DecodingError) -> Bool? {
    let rate: Int?
    switch format {
    case .dsf: rate = try file.bytes(at: content.lowerBound, count: 64).littleEndian32(at: 56)
    case .dsdiff: rate = try DSDIFFLayout(file: file, content: content).sampleRate
    case .wavPack:
      let flags = try file.bytes(at: content.lowerBound, count: 32).littleEndian32(at: 24)
      rate = flags.flatMap { $0 & CodedLength.dsdFlag != 0 ? 44_100 : nil }
    default: return nil
    }
    return rate.map { $0 % 48_000 == 0 }
  }
}

extension MP4Track {
  /// Whether the index and the codec agree on the length of every packet. Only then do time stamps
  /// tell where a packet is missing.
  var hasEvenPackets: Bool {
    guard let packet = entry?.packet, let common = durations.common, timescale > 0 else {
      return false
    }
    let (left, overflow) = common.multipliedReportingOverflow(by: packet.sampleRate)
    let (right, overflowed) = packet.frameCount.multipliedReportingOverflow(by: timescale)
    return !overflow && !overflowed && left == right && packet.frameCount <= 65_536
  }
}
