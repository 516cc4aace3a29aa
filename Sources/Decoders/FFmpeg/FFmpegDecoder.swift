import Glibc

/// M4A, WMA, Monkey's Audio, WavPack, Musepack, DSD and more, through an `ffmpeg` process.
///
/// One process decodes one file and writes float frames into a pipe; nothing else is started, and
/// nothing is written to disk. Overs are kept. What the container says of priming and padding is
/// read here, not by ffmpeg, so that it is cut once and the report can say on whose word.
///
/// DSD becomes PCM of 88,200 Hz (96,000 Hz for rates that are multiples of 48,000): twice the
/// usual rate, above which there is only the noise that DSD is shaped to push up there.
///
/// Owns the process until released; lives in one task.
final class FFmpegDecoder: Decoder {
  let format: AudioFormat
  let expectedFrameCount: Int?
  private(set) var report: DecodeReport

  private let process: ChildProcess
  private let hearing: Hearing
  private let timeline: MusicTimeline
  /// The least number of frames that must come out before anything is cut; nil when unknown.
  private let leastFrameCount: Int?
  private let block: UnsafeMutableRawBufferPointer
  /// Frames that have come out of ffmpeg.
  private var position = 0
  private var isFinished = false

  /// How long ffmpeg may give nothing before it is taken for hung.
  static let usualPatience: Duration = .seconds(60)

  /// The log of a process, which the process writes to and the decoder reads.
  private final class Hearing {
    var log = FFmpegLog()
  }

  /// - Parameter program: Nil when none is installed.
  /// - Throws: `needsFFmpeg` without a program; else what is wrong with the file.
  init(
    file: InputFile, content: Range<Int>, format kind: FileFormat, program: FFmpegProgram?,
    patience: Duration = FFmpegDecoder.usualPatience
  ) throws(DecodingError) {
    guard var command = try FFmpegCommand(format: kind, file: file, content: content) else {
      throw .unsupported(feature: "this kind of \(kind.name)")
    }
    let source = try CodedSource(file: file, content: content, format: kind)
    guard let program else { throw .needsFFmpeg(format: kind.name) }
    source.adjust(&command)

    let hearing = Hearing()
    self.hearing = hearing
    process = try ChildProcess(
      program: program.path, arguments: command.arguments, input: file.descriptor,
      patience: patience, hear: { hearing.log.append($0) })
    let process = process
    guard
      let wave = try StreamedWave(read: { count throws(DecodingError) in
        try Self.bytes(count, from: process)
      })
    else {
      throw Self.openingError(hearing, end: try process.waitForEnd(), format: kind)
    }
    format = wave.format
    // Its description of the stream was said before the first frame was written.
    process.listen()
    let codec = FFmpegCodec(description: hearing.log.stream, format: kind)
    let length = source.length(rate: wave.format.sampleRate, codec: codec, log: hearing.log)
    timeline = length.timeline
    leastFrameCount = length.leastFrameCount
    expectedFrameCount = length.claimedFrameCount
    report = DecodeReport(decoder: "ffmpeg", codec: codec.name)
    report.claimedFrameCount = length.claimedFrameCount
    report.trimSource = timeline.source
    for warning in source.warnings { report.warn(warning) }
    block = .allocate(
      byteCount: PCMBuffer.usualFrameCapacity * wave.format.channelCount * 4, alignment: 16)
  }

  deinit {
    block.deallocate()
  }

  func read(into buffer: inout PCMBuffer) throws(DecodingError) -> Bool {
    while !isFinished {
      let room = min(buffer.frameCapacity, PCMBuffer.usualFrameCapacity)
      switch timeline.part(at: position) {
      case .skipped(let count):
        let got = try readFrames(min(count, room))
        if position < timeline.kept.first?.lowerBound ?? 0 { report.trimmedHead += got }
        if position >= timeline.kept.last?.upperBound ?? .max { report.trimmedTail += got }
        position += got
        if got == 0 { try finish() }
      case .music(let count):
        let got = try readFrames(min(count, room))
        position += got
        guard got > 0, let samples = block.assumingMemoryBound(to: Float.self).baseAddress else {
          try finish()
          continue
        }
        buffer.fill(interleaved: samples, count: got)
        return true
      }
    }
    return false
  }

  /// Fills the block with whole frames; fewer than `count` only at the end.
  private func readFrames(_ count: Int) throws(DecodingError) -> Int {
    let frameLength = format.channelCount * 4
    let wanted = count * frameLength
    var filled = 0
    while filled < wanted {
      let got = try process.read(
        into: UnsafeMutableRawBufferPointer(rebasing: block[filled..<wanted]))
      if got == 0 { break }
      filled += got
    }
    return filled / frameLength
  }

  /// Asks how ffmpeg ended and what it has said.
  private func finish() throws(DecodingError) {
    isFinished = true
    let end = try process.waitForEnd()
    hearing.log.endLine()
    report.corruptFrameCount = hearing.log.corruptPacketCount
    if let leastFrameCount, position < leastFrameCount { report.isTruncated = true }
    switch end {
    case .exited(status: 0), .unknown: break
    case .exited(let status):
      report.warn("ffmpeg ended with status \(status)\(Self.reason(hearing.log))")
      report.isTruncated = true
    case .killed(let signal):
      report.warn("ffmpeg ended by signal \(signal)")
      report.isTruncated = true
    }
    // A head and nothing behind it: say why, unless the music is of no length by its own word.
    guard position == 0, report.isTruncated || report.corruptFrameCount > 0 else { return }
    if report.corruptFrameCount > 0 {
      throw .malformed(detail: "no packet can be decoded\(Self.reason(hearing.log))")
    }
    throw .truncated(decodedFrames: 0)
  }

  // MARK: - Opening

  /// Exactly `count` bytes of the stream, fewer at its end.
  private static func bytes(
    _ count: Int, from process: ChildProcess
  ) throws(DecodingError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    var outcome: Result<Void, DecodingError> = .success(())
    bytes.withUnsafeMutableBytes { room in
      do throws(DecodingError) {
        while filled < count {
          let got = try process.read(into: UnsafeMutableRawBufferPointer(rebasing: room[filled...]))
          if got == 0 { break }
          filled += got
        }
      } catch {
        outcome = .failure(error)
      }
    }
    try outcome.get()
    bytes.removeLast(count - filled)
    return bytes
  }

  /// Why there is no stream, by what ffmpeg said.
  private static func openingError(
    _ hearing: Hearing, end: ChildProcess.End, format: FileFormat
  ) -> DecodingError {
    hearing.log.endLine()
    let errors = hearing.log.errors
    func says(_ words: String...) -> Bool {
      errors.contains { line in words.contains { line.contains($0) } }
    }
    if says("matches no streams") {
      let name = format == .oggOther ? "Ogg" : format.name
      return .notAudio(detail: "\(name) without sound")
    }
    if says("DRM", "encrypt") { return .unsupported(feature: "copy-protected \(format.name)") }
    if says(
      "Unknown input format", "no decoder found", "Decoder (codec", "not implemented",
      "patches welcome", "nsupported")
    {
      return .unsupported(feature: "this \(format.name)\(reason(hearing.log))")
    }
    if case .killed(let signal) = end {
      return .malformed(detail: "ffmpeg ended by signal \(signal)")
    }
    if hearing.log.corruptPacketCount > 0 {
      return .malformed(detail: "no packet can be decoded\(reason(hearing.log))")
    }
    return .malformed(detail: "no audio in this \(format.name)\(reason(hearing.log))")
  }

  /// ": " and ffmpeg's first complaint, if it had any.
  private static func reason(_ log: FFmpegLog) -> String {
    log.errors.first.map { ": \($0)" } ?? ""
  }
}
