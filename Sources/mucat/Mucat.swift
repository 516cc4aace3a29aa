import Analysis
import Decoders
import FoundationEssentials
import Glibc

@main
struct Mucat {
  static func main() async throws {
    // Skeleton: `mucat analyze FILE` only.
    let session = try await MusicUnderstandingSession(
      asset: AudioAsset(path: FilePath(CommandLine.arguments[2])))
    let result = try await session.analyze()
    let encoder = JSONEncoder()
    encoder.userInfo[TimeEncoding.userInfoKey] = TimeEncoding.seconds
    encoder.outputFormatting = [.sortedKeys]
    print(String(decoding: try encoder.encode(result), as: UTF8.self))
  }
}
