import Decoders
import Glibc

/// `Benchmarks [decode|analysis|loudness|scan|query|all] [FOLDER]`
@main
struct Benchmarks {
  static func main() async throws {
    let files = CommandLine.arguments.dropFirst(2).map { FilePath($0) }
    try await benchmarkLoudness(
      files.compactMap { try? Recording($0) })
  }
}
