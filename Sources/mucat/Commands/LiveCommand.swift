import Analysis
import Decoders

/// `mucat live -`: what is heard in a stream while it comes in.
enum LiveCommand {
  static let window = Option<Double>(
    "window", .decimal("SECONDS", in: 5...600), default: 30,
    summary: "Audio that tempo and key rest on",
    details: "A long window is surer, a short one sooner at what is new.")

  static let interval = Option<Double>(
    "interval", .decimal("SECONDS", in: 0.5...600), default: 3,
    summary: "Audio from one estimate to the next")

  static let command = Command(
    name: "live", summary: "Follow a stream: loudness, tempo, key, instruments",
    details: """
      Reads audio from standard input as it comes and shows loudness every 100 ms, and tempo, key \
      and how prominent vocals, drums, bass and the rest are every few seconds, over the last half \
      minute. On a terminal it draws meters; elsewhere, and with --json, it writes a line of JSON \
      per 100 ms.

      Standard input is WAV, or samples as --raw says. Ctrl-C ends it. Nothing is stored.
      """,
    examples: [
      .init(
        words: "arecord -q -f cd -t wav | mucat live -", summary: "What the microphone hears."),
      .init(
        words: "parec --format float32le --rate 48000 | mucat live --raw f32le -",
        summary: "What the computer plays."),
    ],
    operands: [
      Operand(name: "-", arity: .one, summary: "Standard input", choices: ["-"])
    ],
    options: [
      window.declaration, interval.declaration, AnalyzeCommand.raw.declaration,
      AnalyzeCommand.rate.declaration, AnalyzeCommand.channels.declaration,
      AnalyzeCommand.dualMono.declaration,
    ],
    run: run)

  private static func run(
    _ arguments: Arguments, _ environment: Environment
  ) async throws -> ExitStatus {
    guard arguments.operands.first?.bytes == Array("-".utf8) else {
      throw UsageError(
        problem: .combination("a stream is read from standard input only: mucat live -"),
        command: command.name)
    }
    let encoding = arguments[AnalyzeCommand.raw]
    let hasLayout =
      arguments.isGiven(AnalyzeCommand.rate) || arguments.isGiven(AnalyzeCommand.channels)
    guard encoding != nil || !hasLayout else {
      throw UsageError(
        problem: .combination("--rate and --channels are for --raw"), command: command.name)
    }
    let layout = encoding.map {
      PCMStream.Layout(
        encoding: $0,
        format: AudioFormat(
          sampleRate: arguments[AnalyzeCommand.rate],
          channelCount: arguments[AnalyzeCommand.channels]))
    }
    let stream = PCMStream(descriptor: 0, layout: layout)
    let analyzer = LiveAnalyzer(
      input: stream,
      timing: LiveTiming(estimateInterval: arguments[interval], window: arguments[window]),
      countsMonoTwice: arguments[AnalyzeCommand.dualMono])
    return try await Interrupts.handling(
      { try await follow(analyzer, stream, arguments, environment) }, first: { stream.stop() })
  }

  private static func follow(
    _ analyzer: LiveAnalyzer, _ stream: PCMStream, _ arguments: Arguments,
    _ environment: Environment
  ) async throws -> ExitStatus {
    let subject = FilePath("standard input")
    var screen = LiveScreen(arguments, environment)
    do {
      try await analyzer.start()
      for try await now in analyzer.analysisUpdates { try screen.show(now) }
    } catch let error as LiveAnalyzerError {
      let failure =
        stream.failure.map { Failure($0, about: subject) }
        ?? Failure("\(subject.displayText): \(error.description)")
      throw failure
    } catch {
      stream.stop()
      await analyzer.stop()
      throw error
    }
    guard let failure = stream.failure else { return .done }
    try environment.errors.write(line: Failure(failure, about: subject).message)
    return .failed
  }
}

/// Where the moments of `mucat live` go.
private struct LiveScreen {
  private let output: OutputStream
  /// Nil when lines of JSON are wanted.
  private let meters: LiveMeters?
  private var drawnLineCount = 0

  init(_ arguments: Arguments, _ environment: Environment) {
    output = environment.output
    let terminal = environment.outputTerminal
    let isDrawn = terminal.isTerminal && !arguments[CommonOptions.json]
    meters =
      isDrawn
      ? LiveMeters(width: max(terminal.proseWidth - 1, 20), style: environment.style(arguments))
      : nil
  }

  mutating func show(_ now: SemanticAudioDescriptor) throws {
    if let meters {
      let lines = meters.lines(now)
      // Back to the first line of the last drawing; each line is cleared to its end (ECMA-48).
      let back = drawnLineCount > 0 ? "\u{1B}[\(drawnLineCount)A" : ""
      try output.write(back + lines.map { "\r" + $0 + "\u{1B}[K\n" }.joined())
      drawnLineCount = lines.count
    } else {
      try output.write(line: JSONText.encode(LiveLine(now)))
    }
    try output.flush()
  }
}
