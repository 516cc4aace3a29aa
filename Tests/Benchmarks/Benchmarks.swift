import Decoders
import Glibc

/// `Benchmarks [decode|analysis|loudness|scan|query|all] [FOLDER]`
@main
struct Benchmarks {
  static func main() async throws {
    if CommandLine.arguments.dropFirst().first == "query" {
      let count = CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) }
      return try await QueryLatency.run(recordingCount: count ?? 1_000_000)
    }
    let files = CommandLine.arguments.dropFirst(2).map { FilePath($0) }
    try await benchmarkLoudness(
      files.compactMap { try? Recording($0) })
  }
}
