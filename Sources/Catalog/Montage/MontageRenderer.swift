import Decoders
import Glibc

/// Renders a plan with the installed ffmpeg: each shot by itself, to exactly its frames, and then
/// all of them with the music.
public struct MontageRenderer: Sendable {
  public struct Options: Hashable, Sendable {
    public var width = 1920
    public var height = 1080

    public init() {}
  }

  /// What went wrong.
  public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file that it is about.
    public var path: FilePath
    /// ffmpeg's last words.
    public var reason: String

    public var description: String { "\(path.displayText): \(reason)" }
  }

  private let plan: MontagePlan
  private let options: Options

  public init(plan: MontagePlan, options: Options = Options()) {
    self.plan = plan
    self.options = options
  }

  /// Renders.
  ///
  /// - Parameters:
  ///   - folder: An empty folder for the parts, about as large as the film; the caller removes it.
  ///   - output: The film to make; a name that ends as a container that ffmpeg knows.
  ///   - report: Called with the number of shots that are done.
  public func render(
    in folder: FilePath, to output: FilePath, report: (Int) -> Void = { _ in }
  ) throws {
    guard let target = output.utf8Text, let parts = folder.utf8Text else {
      throw Failure(path: output, reason: "the name is not UTF-8")
    }
    var list = ""
    for (index, shot) in plan.shots.enumerated() {
      try Task.checkCancellation()
      let name = "\(index).mp4"
      try run(
        arguments(for: shot) + ["file:\(parts)/\(name)"], about: shot.clip.path)
      list += "file '\(name)'\n"
      report(index + 1)
    }
    let listPath = folder.appending("shots.txt".utf8)
    guard let stream = listPath.withCString({ fopen($0, "wbe") }) else {
      throw Failure(path: listPath, reason: String(cString: strerror(errno)))
    }
    fputs(list, stream)
    fclose(stream)
    guard let song = plan.song.utf8Text else {
      throw Failure(path: plan.song, reason: "the name is not UTF-8")
    }
    let length = DecimalText.fixed(plan.frameRate.seconds(ofFrame: plan.frameCount), places: 6)
    let start = DecimalText.fixed(plan.songOffset, places: 6)
    try run(
      [
        "-f", "concat", "-safe", "0", "-i", "file:\(parts)/shots.txt", "-i", "file:\(song)",
        "-map", "0:v:0", "-map", "1:a:0", "-c:v", "copy", "-af",
        "atrim=start=\(start),asetpts=PTS-STARTPTS,apad", "-c:a", "aac", "-b:a", "192k", "-t",
        length, "-movflags", "+faststart", "file:\(target)",
      ], about: output)
  }

  /// A shot: its part of the clip, retimed, fitted into the picture, and cut to its frames; its
  /// last frame stands when the clip is too short.
  private func arguments(for shot: MontagePlan.Shot) -> [String] {
    func seconds(_ value: Double) -> String { DecimalText.fixed(value, places: 6) }
    let rate = "\(plan.frameRate.numerator)/\(plan.frameRate.denominator)"
    let (width, height) = ("\(options.width)", "\(options.height)")
    let filter = [
      "setpts=(PTS-STARTPTS)/\(DecimalText.fixed(shot.speed, places: 9))", "fps=\(rate)",
      "scale=\(width):\(height):force_original_aspect_ratio=decrease",
      "pad=\(width):\(height):(ow-iw)/2:(oh-ih)/2", "setsar=1", "format=yuv420p",
      "tpad=stop_mode=clone:stop_duration=\(seconds(length(of: shot) + 1))",
      "trim=end_frame=\(shot.frameCount)", "setpts=PTS-STARTPTS",
    ].joined(separator: ",")
    return [
      "-ss", seconds(shot.sourceStart), "-t", seconds(shot.sourceDuration), "-i",
      "file:" + (shot.clip.path.utf8Text ?? ""), "-an", "-sn", "-dn", "-vf", filter, "-frames:v",
      "\(shot.frameCount)", "-c:v", "libx264", "-preset", "veryfast", "-crf", "18", "-bf", "0",
      "-video_track_timescale", "\(plan.frameRate.numerator)",
    ]
  }

  private func length(of shot: MontagePlan.Shot) -> Double {
    plan.frameRate.seconds(ofFrame: shot.frameCount)
  }

  private func run(_ arguments: [String], about path: FilePath) throws {
    let outcome = try FFmpegTool.ffmpeg.run(
      ["-v", "error", "-nostdin", "-y", "-progress", "pipe:1"] + arguments, hear: { _ in })
    guard outcome.isSuccess else {
      let words = outcome.messages.split(separator: "\n").last.map(String.init)
      throw Failure(path: path, reason: "ffmpeg: " + (words ?? "it ended without a word"))
    }
  }
}
