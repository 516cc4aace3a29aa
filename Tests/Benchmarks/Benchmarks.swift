import Decoders
import Glibc

/// Measures mucat: decoding beside the codecs' own tools, the memory it needs, analysis as a whole and
/// by types, loudness beside libebur128, scans, queries, sets, the search for duplicates.
///
/// `Benchmarks PART [FOLDER]` measures on the music in FOLDER, or on music that it makes. `query` and
/// `storing` take a number of tracks instead, `sessions` a number of hours, `query` also a catalogue
/// that `fill FILE` has made: a million tracks that nobody played, for comparing with other programs.
/// Times are CPU seconds of this process, so that other programs disturb them little; what must hold
/// for a figure to mean something is checked, and a failed check ends the program.
///
/// `agreement` measures no time and is not part of `all`: it shows how far the loudness figures lie
/// from libebur128's, on FOLDER or on the music for evaluation. Nor are `dupes`, which encodes all of
/// it many times over, `fill`, and `sessions`, which analyses ten hours.
@main
struct Benchmarks {
  private static let parts = [
    "decode", "memory", "analysis", "types", "sessions", "loudness", "agreement", "scan", "storing",
    "query", "fill", "dupes", "sets",
  ]

  private static let millionTracks = 1_000_000

  /// Beside a checkout, on machines that have it.
  private static let evaluationMusic = "../shared/eval/data"

  static func main() async throws {
    let words = Array(CommandLine.arguments.dropFirst())
    if words.first == SeparateSessions.word {
      return try await SeparateSessions.run(words.dropFirst())
    }
    let wanted = words.first ?? "all"
    guard words.count <= 2, wanted == "all" || parts.contains(wanted) else {
      print("usage: Benchmarks [\(parts.joined(separator: "|"))|all] [FOLDER|COUNT|FILE]")
      exit(64)
    }
    print(Machine.description)
    let isWanted = { (part: String) in wanted == "all" || wanted == part }
    // First, while this program has needed little memory for anything else.
    if isWanted("memory") { try benchmarkMemory() }
    if wanted == "sessions" {
      benchmarkSessionMemory(hours: words.dropFirst().first.flatMap { Int($0) } ?? 10)
    }
    if isWanted("types") { try await benchmarkTypes() }
    if isWanted("decode") || isWanted("analysis") || isWanted("loudness") {
      let music = try BenchmarkMusic(folder: words.dropFirst().first.map { FilePath($0) })
      if isWanted("decode") { try benchmarkDecoding(music) }
      if isWanted("analysis") { try await benchmarkAnalysis(music) }
      if isWanted("loudness") {
        try await benchmarkLoudness(music)
        try await benchmarkLoudnessCommands(music)
      }
    }
    if wanted == "agreement" {
      let folder = FilePath(words.dropFirst().first ?? evaluationMusic)
      if folder.withCString({ access($0, R_OK) }) == 0 {
        try await compareLoudness(BenchmarkMusic(folder: folder, filesPerCodec: .max))
      } else {
        print("\nno music at \(folder): no comparison with libebur128")
      }
    }
    if isWanted("scan") {
      try await benchmarkScan(folder: words.dropFirst().first.map { FilePath($0) })
    }
    let argument = words.dropFirst().first
    if isWanted("storing") {
      try await benchmarkStoring(fileCount: argument.flatMap { Int($0) } ?? 100_000)
    }
    if wanted == "fill" {
      guard let argument else { exit(64) }
      try fillCatalogue(FilePath(argument), recordingCount: millionTracks)
    }
    if isWanted("query") {
      let count = argument.flatMap { Int($0) }
      let catalogue = wanted == "query" && count == nil ? argument.map { FilePath($0) } : nil
      try await benchmarkQueries(recordingCount: count ?? millionTracks, of: catalogue)
    }
    if isWanted("sets") { try benchmarkSets(folder: words.dropFirst().first.map { FilePath($0) }) }
    if wanted == "dupes" {
      try await benchmarkDuplicates(folder: words.dropFirst().first.map { FilePath($0) })
    }
    print("\npeak memory \(Machine.peakMegabytes) MB")
  }
}
