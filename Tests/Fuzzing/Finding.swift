import Decoders
import Glibc
import TestSupport

/// A mutant that a promise of Decoders does not hold for, and how to make it again.
struct Finding: Encodable {
  let mutant: Int
  let seed: UInt64
  /// The seed file and its format.
  let file: String
  let format: String
  let mutations: [String]
  let verdict: WorkerProcess.Verdict
  /// Whether a new process that saw this mutant alone had the same trouble.
  let isRepeatable: Bool
  /// What the worker wrote to its error stream.
  let errors: String

  /// Writes the mutant to a file, with what is known of it beside.
  func keep(_ bytes: [UInt8], in folder: FilePath) {
    _ = folder.withCString { mkdir($0, 0o755) }
    let name = "seed\(seed)-\(mutant).\(format)"
    Self.write(bytes, to: folder.appending(name.utf8))
    let note = """
      \(description)
      made of \(file) by \(mutations.joined(separator: ", "))
      \(isRepeatable ? "repeated" : "not repeated") by a new process
      \(errors)
      """
    Self.write(Array(note.utf8), to: folder.appending("\(name).txt".utf8))
  }

  private static func write(_ bytes: [UInt8], to path: FilePath) {
    guard let stream = path.withCString({ fopen($0, "wb") }) else { return perror("\(path)") }
    fwrite(bytes, 1, bytes.count, stream)
    fclose(stream)
  }
}

extension Finding: CustomStringConvertible {
  var description: String {
    "mutant \(mutant) of seed \(seed) (\(format)): \(verdict)"
  }
}

extension WorkerProcess.Verdict: CustomStringConvertible, Encodable {
  var description: String {
    switch self {
    case .examined: "no trouble"
    case .crash(let signal): "crash, signal \(signal)"
    case .hang: "hang"
    case .memory(let megabytes): "memory, \(megabytes) MB"
    case .brokenPromise(let sentence): "broken promise: \(sentence)"
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
