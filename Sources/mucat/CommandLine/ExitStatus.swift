/// What the process tells its caller: a documented and tested contract.
enum ExitStatus: Int32, Sendable, CaseIterable {
  case done = 0
  case nothingFound = 1
  case failed = 2
  case busy = 3
  case usage = 64
  case interrupted = 130

  /// For the help.
  var summary: String {
    switch self {
    case .done: "done; for query, recommend and set: at least one track was found"
    case .nothingFound: "it worked, but nothing matched, or no audio file was found"
    case .failed: "it failed, or some files failed in a scan"
    case .busy: "another process is writing to the catalogue; try again later"
    case .usage: "the command line or the query is wrong"
    case .interrupted: "interrupted; the catalogue holds all that was finished"
    }
  }
}
