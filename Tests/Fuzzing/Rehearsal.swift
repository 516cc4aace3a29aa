import Glibc

/// Trouble on purpose: files that name it make a worker have it, so that it can be shown that
/// trouble is seen.
enum Rehearsal: String, CaseIterable {
  case crash, hang, memory, promise

  /// The bytes of the file that asks for it.
  var bytes: [UInt8] { Array((Self.mark + rawValue).utf8) }

  private static let mark = "mucat rehearses a "

  init?(bytes: [UInt8]) {
    guard bytes.starts(with: Self.mark.utf8) else { return nil }
    self.init(rawValue: String(decoding: bytes.dropFirst(Self.mark.utf8.count), as: UTF8.self))
  }

  /// What the campaign should say of it.
  func isSeen(as verdict: WorkerProcess.Verdict) -> Bool {
    switch (self, verdict) {
    case (.crash, .crash(let signal)): signal > 0
    case (.hang, .hang), (.memory, .memory), (.promise, .brokenPromise): true
    default: false
    }
  }

  /// - Returns: A sentence for a broken promise; the other kinds show by themselves.
  func perform() -> String? {
    switch self {
    case .crash: fatalError("a rehearsed crash")
    case .hang: while true { sleep(1) }
    case .memory:
      let megabytes = WorkerProcess.memoryLimitMegabytes + 50
      let block = [UInt8](repeating: 1, count: megabytes << 20)
      return block.last == 1 ? nil : "memory that forgets"
    case .promise: return "a rehearsed one"
    }
  }
}
