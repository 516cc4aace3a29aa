import Catalog
import Decoders

/// `mucat correct TRACK --bpm … --key …`: the user's word against what was measured.
enum CorrectCommand {
  /// Beats per minute that anything may have.
  private static let tempi = 10.0...1000.0

  static let bpm = Option<Correction<Double>?>(
    "bpm", .tempoCorrection("BPM", in: tempi), absent: "stays as it is",
    summary: "The tempo, x2, /2 or 'measured'",
    details: "x2 and /2 are the double and the half of what it is now.")

  static let key = Option<Correction<MusicalKey>?>(
    "key", .keyCorrection("KEY"), absent: "stays as it is",
    summary: "The key in any notation, or 'measured'")

  static let command = Command(
    name: "correct", summary: "Correct a track's tempo or key",
    details: """
      What you say counts instead of what was measured: in queries, recommendations, reports and \
      exports, for every copy of the recording. It survives scans, moves, retagging and newer \
      algorithms; the measured value is kept beside it, and 'measured' brings it back. Files are \
      not written; 'mucat show' says where a value comes from.
      """,
    examples: [
      .init(words: "mucat correct 'Night Ferry' --bpm /2", summary: "It is half as fast."),
      .init(words: "mucat correct ~/Music/a.flac --bpm 126.5 --key 8A", summary: "Both, by file."),
      .init(words: "mucat correct 'Night Ferry' --bpm measured", summary: "As it was."),
    ],
    operands: [TrackArgument.operand], options: [bpm.declaration, key.declaration], run: run)

  private static func run(
    _ arguments: Arguments, _ environment: Environment
  ) async throws -> ExitStatus {
    guard arguments[bpm] != nil || arguments[key] != nil else {
      throw UsageError(problem: .missingOperand("--bpm or --key"), command: command.name)
    }
    let path = environment.catalogPath(arguments)
    // Only a catalogue that is there: none is made by this.
    _ = try Catalog(path: path, access: .readOnly)
    let catalog = try Catalog(path: path, access: .readWrite)
    let track = try await TrackArgument.track(arguments.operands, in: catalog)
    switch arguments[bpm] {
    case .value(let tempo): _ = try await catalog.setTempo(tempo, ofRecording: track.recordingID)
    case .times(let factor):
      guard let tempo = track.bpm, tempi.contains(tempo * factor) else {
        throw Failure(
          "'\(track.path.displayText)' has no tempo to take the double or half of", status: .usage)
      }
      _ = try await catalog.setTempo(tempo * factor, ofRecording: track.recordingID)
    case .measured: _ = try await catalog.setTempo(nil, ofRecording: track.recordingID)
    case nil: break
    }
    switch arguments[key] {
    case .value(let key): _ = try await catalog.setKey(key, ofRecording: track.recordingID)
    case .measured: _ = try await catalog.setKey(nil, ofRecording: track.recordingID)
    case .times, nil: break
    }
    guard let changed = try await catalog.track(at: track.path) else { return .done }
    if arguments[CommonOptions.json] {
      try environment.output.write(line: JSONText.encode(TrackRecord(changed)))
    } else if !arguments[CommonOptions.quiet] {
      let tempo = changed.bpm.map { "\(NumberText.tempo($0)) BPM" } ?? "tempo unknown"
      let key = changed.key.map { "\($0.camelot) \($0.name)" } ?? "key unknown"
      try environment.errors.write(
        line: Sanitize.forPeople("\(TrackTable.name(changed)): \(tempo), \(key)"))
    }
    return .done
  }
}
