import Analysis
import Catalog
import Decoders
import Glibc

/// `mucat montage SONG`: films cut to the beats of a song.
enum MontageCommand {
  static let clips = Option<FilePath?>(
    "clips", .file("DIR"), summary: "The folder with the films, used in name order")

  static let output = Option<FilePath?>(
    "output", short: "o", .file(), absent: "the plan as JSON on standard output",
    summary: "What to make: .mp4, .json, .edl, .fcpxml",
    details: "mp4, mov and mkv are rendered with the installed ffmpeg; the rest is the plan for "
      + "other programs.")

  static let frameRate = Option<FrameRate>(
    "frame-rate", .frameRate(), default: .twentyFive, summary: "Frames a second of the film")

  static let size = Option<FrameSize>(
    "size", .frameSize(), default: FrameSize(width: 1920, height: 1080),
    summary: "Pixels of the film",
    details: "Films of another shape get black bars.")

  static let maximumSpeed = Option<Double>(
    "max-speed", .decimal("TIMES", in: 1...100), default: 4,
    summary: "How far a clip may be sped up or slowed down",
    details: "Of a clip that is too long the middle is seen; one that is too short stands still "
      + "at its end.")

  static let bars = Option<Int>(
    "bars", .integer("N", in: 1...1000), default: 8,
    summary: "Bars in a section where the form is unknown")

  static let command = Command(
    name: "montage", summary: "Cut films to the beats of a song",
    details: """
      Each section of the song has a pace; its shots last 60 / pace seconds, the first of them \
      begins with the section, and every cut is on a beat, on the first of a bar where one is near. \
      Clips are sped up or slowed down to fill their time. Without a pace, shots last a bar.

      SONG is a file, in the catalogue or not. Sound of the clips is left out.
      """,
    examples: [
      .init(words: "mucat montage song.flac --clips holiday -o film.mp4", summary: "A film."),
      .init(
        words: "mucat montage song.flac --clips holiday -o cut.fcpxml --frame-rate 29.97",
        summary: "For Final Cut Pro."),
    ],
    operands: [
      Operand(name: "SONG", arity: .one, summary: "The music", completion: .files)
    ],
    options: [
      clips.declaration, output.declaration, frameRate.declaration, size.declaration,
      maximumSpeed.declaration, bars.declaration,
    ],
    run: run)

  /// What `--output` asks for.
  private enum Target {
    case document(MontageDocument)
    case film
  }

  private static func run(
    _ arguments: Arguments, _ environment: Environment
  ) async throws -> ExitStatus {
    guard let folder = arguments[clips] else {
      throw UsageError(problem: .missingOperand("--clips"), command: command.name)
    }
    let target = try target(arguments[output])
    guard FFmpegTool.ffprobe.isInstalled else {
      throw Failure("montage needs ffmpeg and ffprobe, which are not installed")
    }
    let song = arguments.operands[0].path
    if let problem = FileSystem.problem(reaching: song) {
      throw Failure("\(song.displayText): \(problem)")
    }
    return try await Interrupts.cancelling {
      let films = try films(in: folder, environment)
      guard !films.isEmpty else {
        throw Failure("\(folder.displayText): no films in it", status: .nothingFound)
      }
      var options = MontagePlanner.Options()
      options.frameRate = arguments[frameRate]
      options.maximumSpeed = arguments[maximumSpeed]
      options.barsPerSection = arguments[bars]
      let track = try await track(song, environment.catalogPath(arguments))
      let plan: MontagePlan
      do throws(MontageError) {
        plan = try MontagePlanner(track: track, clips: films, options: options).plan()
      } catch {
        throw Failure("\(song.displayText): \(error.description)")
      }
      try write(plan, as: target, arguments, environment)
      return .done
    }
  }

  private static func target(_ output: FilePath?) throws(UsageError) -> Target {
    guard let output else { return .document(.json) }
    let ending = output.fileExtension
    if let document = MontageDocument(rawValue: ending) { return .document(document) }
    guard ["mp4", "mov", "mkv"].contains(ending) else {
      throw UsageError(
        problem: .invalidValue(
          subject: "--output", word: output.displayText,
          reason: "ends as nothing that can be made; use .mp4, .json, .edl or .fcpxml"),
        command: command.name)
    }
    return .film
  }

  /// The song with its beats: as the catalogue has it, or heard now.
  private static func track(_ song: FilePath, _ catalogPath: FilePath) async throws -> ExportTrack {
    if let catalog = try? Catalog(path: catalogPath, access: .readOnly),
      let known = try await catalog.track(at: song)
    {
      return try await catalog.exportTrack(known)
    }
    let path = FileSystem.absolute(song)
    let asset = AudioAsset(path: path)
    let session: MusicUnderstandingSession
    let result: MusicUnderstandingSession.SessionResult
    do {
      session = try await MusicUnderstandingSession(asset: asset)
      let wanted: Set<AnalysisType> = [.rhythm, .structure, .pace]
      result = try await session.analyze(for: wanted.intersection(AnalysisType.available))
    } catch let error as AnalysisError {
      throw Failure(error, about: song)
    }
    var track = Track()
    track.path = path
    let report = await session.decodeReport
    if let format = await session.audioFormat {
      track.sampleRate = format.sampleRate
      track.channelCount = format.channelCount
      track.duration = Double(report?.frameCount ?? 0) / Double(max(1, format.sampleRate))
    }
    track.bpm = result.rhythm?.beatsPerMinute.map(Double.init)
    track.bpmReason = result.rhythm?.details.reason?.rawValue
    return ExportTrack(
      track: track, result: result, report: report, header: try? asset.mpegHeaderFrame())
  }

  /// The films of a folder by name; other files are named and left out.
  private static func films(
    in folder: FilePath, _ environment: Environment
  ) throws -> [VideoClip] {
    guard let names = FileSystem.entries(of: folder) else {
      throw Failure("\(folder.displayText): \(FileSystem.message(errno))")
    }
    let place = FileSystem.absolute(folder)
    var films: [VideoClip] = []
    for name in names where name.first != UInt8(ascii: ".") {
      try Task.checkCancellation()
      let path = place.appending(name)
      guard FileSystem.size(of: path) != nil else { continue }
      if let film = try VideoClip(probing: path) {
        films.append(film)
      } else {
        try environment.errors.write(
          line: Sanitize.forPeople("mucat: \(path.displayText): left out: no film"))
      }
    }
    return films
  }

  private static func write(
    _ plan: MontagePlan, as target: Target, _ arguments: Arguments, _ environment: Environment
  ) throws {
    switch target {
    case .document(let document):
      let bytes = Array(document.text(of: plan).utf8)
      if let output = arguments[output] {
        try FileSystem.write(bytes, to: output)
      } else {
        try environment.output.write(bytes: bytes)
        try environment.output.flush()
      }
    case .film:
      guard let output = arguments[output] else { return }
      try render(plan, to: FileSystem.absolute(output.parent), output, arguments, environment)
    }
    if !arguments[CommonOptions.quiet] {
      let shots = NumberText.count(plan.shots.count, "shot")
      let sections = NumberText.count(plan.sections.count, "section")
      try environment.errors.write(line: "\(shots) in \(sections)")
    }
  }

  private static func render(
    _ plan: MontagePlan, to folder: FilePath, _ output: FilePath, _ arguments: Arguments,
    _ environment: Environment
  ) throws {
    guard let parts = FileSystem.makeTemporaryFolder(in: folder) else {
      throw Failure("\(folder.displayText): \(FileSystem.message(errno))")
    }
    defer { FileSystem.removeFolder(parts) }
    var options = MontageRenderer.Options()
    options.width = arguments[size].width
    options.height = arguments[size].height
    // Made beside its place, so that a film that failed half-way replaces nothing.
    let new = parts.appending(Array("film.".utf8) + Array(output.fileExtension.utf8))
    do {
      try MontageRenderer(plan: plan, options: options).render(in: parts, to: new)
    } catch let failure as MontageRenderer.Failure {
      throw Failure(failure.description)
    }
    try FileSystem.move(new, to: folder.appending(output.lastComponent.bytes))
  }
}
