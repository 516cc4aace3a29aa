import Glibc

/// The installed `ffmpeg` and `ffprobe`, run to their end, for work on films.
public enum FFmpegTool: String, Sendable {
  case ffmpeg, ffprobe

  /// What a program did.
  public struct Outcome: Sendable {
    /// What it wrote to standard output.
    public var output: [UInt8]
    /// What it said on standard error, at most the last 4096 bytes.
    public var messages: String
    /// Whether it ended well.
    public var isSuccess: Bool
  }

  /// Whether it can be run.
  public var isInstalled: Bool { program != nil }

  /// Runs the program.
  ///
  /// - Parameters:
  ///   - arguments: Without the program's name.
  ///   - patience: How long it may write nothing and not end before it is killed. With
  ///     `-progress pipe:1` ffmpeg writes something all the time.
  ///   - hear: Gets standard output as it comes; nil to have it in the outcome.
  /// - Throws: `needsFFmpeg` when it is not installed; `io` when it cannot be started or the task is
  ///   cancelled meanwhile, `malformed` when patience runs out.
  public func run(
    _ arguments: [String], patience: Duration = .seconds(120),
    hear: (([UInt8]) -> Void)? = nil
  ) throws(DecodingError) -> Outcome {
    guard let program else { throw .needsFFmpeg(format: "film") }
    let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
    guard nothing >= 0 else { throw .io(errno: errno) }
    defer { close(nothing) }
    var messages: [UInt8] = []
    let process = try ChildProcess(
      program: program, arguments: arguments, input: nothing, patience: patience
    ) { piece in
      messages += piece
      if messages.count > Self.keptMessageLength {
        messages.removeFirst(messages.count - Self.keptMessageLength)
      }
    }
    var output: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let result = chunk.withUnsafeMutableBytes { room in
        Result { () throws(DecodingError) in try process.read(into: room) }
      }
      let count = try result.get()
      guard count > 0 else { break }
      if let hear { hear(Array(chunk[..<count])) } else { output += chunk[..<count] }
    }
    let end = try process.waitForEnd()
    return Outcome(
      output: output, messages: String(decoding: messages, as: UTF8.self),
      isSuccess: end == .exited(status: 0))
  }

  private static let keptMessageLength = 4096

  /// ffprobe lies beside ffmpeg.
  private var program: FilePath? {
    guard let ffmpeg = FFmpegProgram.installed?.path else { return nil }
    guard self == .ffprobe else { return ffmpeg }
    let probe = ffmpeg.parent.appending("ffprobe".utf8)
    return probe.withCString { access($0, X_OK) } == 0 ? probe : nil
  }
}
