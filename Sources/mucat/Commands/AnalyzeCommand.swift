import Analysis
import Decoders

/// `mucat analyze FILE…`: what the library finds out about a file, as JSON.
enum AnalyzeCommand {
  static let time = Option<TimeEncoding>(
    "time", .choice("FORM"), default: .seconds, summary: "How times are written",
    details: "seconds is a number; cmtime is {value, timescale, flags, epoch}, exact.")

  static let only = Option<[AnalysisType]?>(
    "only", .list("TYPES", of: AnalysisType.allCases.filter(AnalysisType.available.contains)),
    absent: "all of them", summary: "Find out only this, separated by commas",
    details: "What is not asked for is not computed, and is absent from the result.")

  static let pretty = Option<Bool>(
    switch: "pretty", summary: "Indent the JSON", details: "For one file only.")

  static let plot = Option<FilePath?>(
    "plot", .file(), absent: "no picture", summary: "Draw the form into this SVG file",
    details: "Sections, segments and phrases, pitch classes, pace, and the self-similarity that "
      + "they were found in. For one file, whose structure is asked for.")

  static let follow = Option<Bool>(
    switch: "follow", summary: "Write loudness while it is measured",
    details:
      "One line per 100 ms of audio, at the time it is known, and a summary at the end. FILE "
      + "is one file, or - for standard input: WAV, or samples as --raw says. Ctrl-C ends the "
      + "input; the summary still comes.")

  static let raw = Option<SampleEncoding?>(
    "raw", .choice("ENCODING"), absent: "WAV", summary: "Standard input is bare samples",
    details: "Channels interleaved. For --follow -; names as in ffmpeg -f and arecord -f.")

  static let rate = Option<Int>(
    "rate", .integer("HZ", in: 1...AudioFormat.maximumSampleRate), default: 48_000,
    summary: "The sample rate of --raw")

  static let channels = Option<Int>(
    "channels", .integer("N", in: 1...AudioFormat.maximumChannelCount), default: 2,
    summary: "The number of channels of --raw")

  static let dualMono = Option<Bool>(
    switch: "dual-mono", summary: "Count mono as two channels",
    details: "Adds 3.01 LU to the loudness of mono: what is heard when it comes from both "
      + "loudspeakers. Without it mono is measured as BS.1770 has it, as one loudspeaker.")

  static let command = Command(
    name: "analyze", summary: "Say what is heard in a file, as JSON",
    details: """
      Listens to each file and writes the whole result: every beat and bar, the keys over time, \
      momentary and short-term loudness every 100 ms, how active vocals, drums, bass and the rest \
      are every 50 ms, the form as sections, segments and phrases, and the pace. The catalogue is \
      neither read nor written.

      One file gives the SessionResult itself. Several files give one line each: \
      {"path": …, "result": …}. What cannot be determined is absent, and "details" holds the \
      reason. Loudness is in LUFS, peaks in dBTP; silence, which has no level, is null.
      """,
    examples: [
      .init(words: "mucat analyze song.flac --only rhythm", summary: "The beat grid."),
      .init(
        words: "mucat analyze song.flac --only structure,pace --plot song.svg",
        summary: "The form, and a picture of it."),
      .init(
        words: "mucat analyze song.mp3 | jq '.rhythm.beatsPerMinute'", summary: "Just the tempo."),
      .init(
        words: "arecord -q -f cd -t wav | mucat analyze --follow -",
        summary: "The loudness of what is being recorded."),
      .init(
        words: "parec --format float32le | mucat analyze --follow --raw f32le --rate 44100 -",
        summary: "The same from PulseAudio."),
    ],
    operands: [
      Operand(
        name: "FILE", arity: .oneOrMore, summary: "An audio file, of any name; - with --follow",
        completion: .files)
    ],
    options: [
      time.declaration, only.declaration, pretty.declaration, plot.declaration,
      dualMono.declaration,
      follow.declaration, raw.declaration, rate.declaration, channels.declaration,
    ],
    run: run)

  /// One line of the output for several files.
  private struct Line: Encodable {
    let schemaVersion = JSONText.schemaVersion
    let path: String
    let pathBytes: String?
    let result: MusicUnderstandingSession.SessionResult
  }

  private static func run(
    _ arguments: Arguments, _ environment: Environment
  ) async throws -> ExitStatus {
    if arguments[follow] { return try await follow(arguments, environment) }
    for (isGiven, name) in [
      (arguments.isGiven(raw), "raw"), (arguments.isGiven(rate), "rate"),
      (arguments.isGiven(channels), "channels"),
    ] where isGiven {
      throw UsageError(
        problem: .combination("--\(name) is for --follow -"), command: command.name)
    }
    let paths = arguments.operands.map(\.path)
    let isPretty = arguments[pretty]
    guard !isPretty || paths.count == 1 else {
      throw UsageError(
        problem: .combination("--pretty is for one file, not for \(paths.count)"),
        command: command.name)
    }
    let types = arguments[only].map(Set.init) ?? Set(AnalysisType.allCases)
    let picture = arguments[plot]
    guard picture == nil || (paths.count == 1 && types.contains(.structure)) else {
      throw UsageError(
        problem: .combination("--plot is for one file, whose structure is asked for"),
        command: command.name)
    }
    let timeEncoding = arguments[time]
    let countsMonoTwice = arguments[dualMono]
    return try await Interrupts.cancelling {
      var status = ExitStatus.done
      for path in paths {
        do {
          let session = try await MusicUnderstandingSession(
            asset: AudioAsset(path: path), countsMonoTwice: countsMonoTwice)
          let result = try await session.analyze(for: types)
          try environment.output.write(
            line: paths.count == 1
              ? JSONText.encode(result, isPretty: isPretty, time: timeEncoding)
              : JSONText.encode(line(path, result), time: timeEncoding))
          try environment.output.flush()
          if let picture {
            try FormPicture.write(
              result, evidence: await session.formEvidence,
              title: path.lastComponent.displayText, about: path, into: picture)
          }
        } catch let error as AnalysisError {
          try environment.errors.write(line: Failure(error, about: path).message)
          status = .failed
        }
      }
      return status
    }
  }

  private static func follow(
    _ arguments: Arguments, _ environment: Environment
  ) async throws -> ExitStatus {
    func usage(_ sentence: String) -> UsageError {
      UsageError(problem: .combination(sentence), command: command.name)
    }
    guard arguments.operands.count == 1, let operand = arguments.operands.first else {
      throw usage("--follow is for one file, not for \(arguments.operands.count)")
    }
    guard !arguments.isGiven(only) || arguments[only] == [.loudness] else {
      throw usage("--follow writes loudness only")
    }
    guard arguments[plot] == nil else { throw usage("--follow and --plot exclude each other") }
    guard !arguments[pretty], !arguments.isGiven(time) else {
      throw usage("--follow and --\(arguments[pretty] ? "pretty" : "time") exclude each other")
    }
    let isStandardInput = operand.bytes == Array("-".utf8)
    let encoding = arguments[raw]
    guard encoding != nil || !(arguments.isGiven(rate) || arguments.isGiven(channels)) else {
      throw usage("--rate and --channels are for --raw")
    }
    guard encoding == nil || isStandardInput else { throw usage("--raw is for standard input, -") }
    let follower = LoudnessFollower(
      environment: environment, countsMonoTwice: arguments[dualMono])
    guard isStandardInput else { return try await follower.follow(file: operand.path) }
    let layout = encoding.map {
      PCMStream.Layout(
        encoding: $0,
        format: AudioFormat(
          sampleRate: arguments[rate], channelCount: arguments[channels]))
    }
    return try await follower.followStandardInput(layout)
  }

  private static func line(
    _ path: FilePath, _ result: MusicUnderstandingSession.SessionResult
  ) -> Line {
    let record = PathRecord(path)
    return Line(path: record.path, pathBytes: record.pathBytes, result: result)
  }
}
