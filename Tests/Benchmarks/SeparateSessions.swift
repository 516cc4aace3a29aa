import Analysis
import Decoders
import Glibc
import TestSupport

/// Sessions in a process of their own, so that its peak of memory is not that of what ran before.
enum SeparateSessions {
  /// The word by which this program knows that it is such a process.
  static let word = "separate"

  /// The most memory, in megabytes, of this very program while it analyses a file, as that process says
  /// itself: what the system says of it counts the memory of its parent in.
  ///
  /// - Parameters:
  ///   - types: What for; nothing for decoding alone.
  ///   - count: How many times at once.
  static func peakMegabytes(
    _ file: FilePath, types: Set<AnalysisType>, count: Int = 1
  ) -> Double {
    let own = FilePath("/proc/self/exe").withCString { realpath($0, nil) }
    defer { free(own) }
    let program = own.map { String(cString: $0) } ?? ""
    let folder = TemporaryDirectory()
    let answer = folder.appending("peak")
    let words =
      [program, word, answer.displayText, "\(count)", file.displayText] + types.map(\.rawValue)
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var child: pid_t = 0
    precondition(posix_spawn(&child, program, nil, nil, &arguments, environ) == 0)
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    precondition(status == 0, "sessions in a process of their own fail")
    return Double(String(decoding: TemporaryDirectory.contents(of: answer), as: UTF8.self)) ?? 0
  }

  /// What that process does.
  static func run(_ words: ArraySlice<String>) async throws {
    let words = Array(words)
    guard words.count >= 3, let count = Int(words[1]) else { exit(64) }
    let types = Set(words.dropFirst(3).map { AnalysisType(rawValue: $0) })
    try await analyze(FilePath(words[2]), for: types, count: count)
    guard let answer = fopen(words[0], "w") else { exit(1) }
    fputs("\(Machine.peakSinceForgotten)", answer)
    fclose(answer)
  }

  private static func analyze(
    _ file: FilePath, for types: Set<AnalysisType>, count: Int
  ) async throws {
    guard !types.isEmpty else {
      let reader = try AudioAsset(path: file).open()
      var block = PCMBuffer(format: reader.format)
      while try reader.read(into: &block) {}
      return
    }
    try await withThrowingTaskGroup(of: MusicUnderstandingSession.SessionResult.self) { group in
      for _ in 0..<count {
        group.addTask {
          try await MusicUnderstandingSession(asset: AudioAsset(path: file)).analyze(for: types)
        }
      }
      let first = try await group.next()
      for try await result in group { precondition(result == first, "two answers") }
    }
  }
}
