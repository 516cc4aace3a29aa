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

  static let command = Command(
    name: "analyze", summary: "Say what is heard in a file, as JSON",
    details: """
      Listens to each file and writes the whole result: every beat and bar, the keys over time, \
      momentary and short-term loudness every 100 ms. The catalogue is neither read nor written.

      One file gives the SessionResult itself. Several files give one line each: \
      {"path": …, "result": …}. What cannot be determined is absent, and "details" holds the \
      reason. Loudness is in LUFS, peaks in dBTP; silence, which has no level, is null. \
      Structure, pace and instrument activity are not computed in this release.
      """,
    examples: [
      .init(words: "mucat analyze song.flac --only rhythm", summary: "The beat grid."),
      .init(
        words: "mucat analyze song.mp3 | jq '.rhythm.beatsPerMinute'", summary: "Just the tempo."),
    ],
    operands: [
      Operand(
        name: "FILE", arity: .oneOrMore, summary: "An audio file, of any name",
        completion: .files)
    ],
    options: [time.declaration, only.declaration, pretty.declaration],
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
    let paths = arguments.operands.map(\.path)
    let isPretty = arguments[pretty]
    guard !isPretty || paths.count == 1 else {
      throw UsageError(
        problem: .combination("--pretty is for one file, not for \(paths.count)"),
        command: command.name)
    }
    let types = arguments[only].map(Set.init) ?? Set(AnalysisType.allCases)
    let timeEncoding = arguments[time]
    return try await Interrupts.cancelling {
      var status = ExitStatus.done
      for path in paths {
        do {
          let session = try await MusicUnderstandingSession(asset: AudioAsset(path: path))
          let result = try await session.analyze(for: types)
          try environment.output.write(
            line: paths.count == 1
              ? JSONText.encode(result, isPretty: isPretty, time: timeEncoding)
              : JSONText.encode(line(path, result), time: timeEncoding))
          try environment.output.flush()
        } catch let error as AnalysisError {
          try environment.errors.write(line: Failure(error, about: path).message)
          status = .failed
        }
      }
      return status
    }
  }

  private static func line(
    _ path: FilePath, _ result: MusicUnderstandingSession.SessionResult
  ) -> Line {
    let record = PathRecord(path)
    return Line(path: record.path, pathBytes: record.pathBytes, result: result)
  }
}
