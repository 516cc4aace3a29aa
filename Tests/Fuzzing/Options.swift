import Decoders
import Glibc

/// What the command line of `Fuzzing` asks for.
struct Options {
  enum Action: String {
    /// Mutants of seed files.
    case mutants
    /// Examines files as they are.
    case replay
    /// Writes the own seed files to a folder.
    case seeds
    /// Trouble on purpose, to show that it is seen.
    case rehearse
    /// A folder of broken files with a manifest of what is right for each.
    case odd
    /// The inside of a worker process.
    case worker
  }

  var action = Action.mutants
  var paths: [FilePath] = []
  var mutantCount = 20_000
  var seed: UInt64 = 1
  var secondsLimit: Double?
  var jobCount = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  /// How long one file may take, in seconds.
  var patience = 10.0
  /// The one mutant to make.
  var only: Int?
  var isJSON = false
  var findingsFolder = FilePath("fuzz-findings")

  static let usage = """
    usage: fuzz [OPTION ...] [FILE-OR-FOLDER ...]   mutants of the files, or of a set made here
           fuzz replay FILE ...                     examines files as they are
           fuzz seeds FOLDER                        writes the set made here
           fuzz rehearse                            shows that trouble is seen
           fuzz odd FOLDER                          broken files beside their manifest.json

      --mutants N      how many (20000)
      --seed S         another campaign (1)
      --seconds T      no new mutants after so long
      --jobs N         workers side by side (one a processor)
      --patience T     how long one file may take (10): more on a busy machine
      --only N         mutant number N alone
      --findings DIR   where files that give trouble are kept (fuzz-findings)
      --json           the summary for programs

    Ends with 1 when a file crashed a worker, took more than 10 s or 300 MB, or broke a promise.
    """

  /// - Returns: Nil for a command line that cannot be meant.
  init?(_ words: [String]) {
    var words = words[...]
    if let action = words.first.flatMap(Action.init(rawValue:)) {
      self.action = action
      words = words.dropFirst()
    }
    while let word = words.popFirst() {
      guard word.hasPrefix("--") else {
        paths.append(FilePath(word))
        continue
      }
      if word == "--json" {
        isJSON = true
        continue
      }
      guard let value = words.popFirst() else { return nil }
      switch word {
      case "--mutants": mutantCount = Int(value) ?? -1
      case "--seed": seed = UInt64(value) ?? 1
      case "--seconds": secondsLimit = Double(value)
      case "--jobs": jobCount = Int(value) ?? 0
      case "--patience": patience = Double(value) ?? 0
      case "--only": only = Int(value)
      case "--findings": findingsFolder = FilePath(value)
      default: return nil
      }
    }
    let needsPath = [.replay, .seeds, .odd, .worker].contains(action)
    guard mutantCount >= 0, jobCount > 0, patience > 0, only ?? 0 >= 0, !needsPath || !paths.isEmpty
    else {
      return nil
    }
  }
}
