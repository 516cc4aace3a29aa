import Analysis
import Catalog
import Decoders
import Glibc

/// The one place where errors become prose and an exit status.
struct Failure: Error {
  let status: ExitStatus
  /// What goes to standard error, the message first.
  let lines: [String]

  /// The first line: `mucat: FILE: what is wrong`.
  var message: String { lines[0] }

  /// A failure of a command's own.
  init(_ sentence: String, status: ExitStatus = .failed, advice: [String] = []) {
    self.status = status
    lines = ["mucat: " + Sanitize.forPeople(sentence)] + advice
  }

  /// - Parameter path: The file that the error is about, when the error does not name it.
  init(_ error: any Error, about path: FilePath? = nil) {
    let subject = path.map { $0.displayText + ": " } ?? ""
    switch error {
    case let error as Failure:
      self = error
    case let error as UsageError:
      self.init(error.message, status: .usage, advice: [error.hint])
    case let error as QueryError:
      self.init(error)
    case let error as CatalogError:
      self.init(subject + Self.sentence(error), status: error.exitStatus)
    case let error as SetPlanError:
      self.init(error)
    case let error as AnalysisError:
      self.init(subject + error.description)
    case let error as DecodingError:
      self.init(subject + error.description)
    case OutputError.io(let code):
      self.init("cannot write the output: \(String(cString: strerror(code)))")
    case is CancellationError:
      self.init("interrupted", status: .interrupted)
    default:
      self.init(subject + "\(error)")
    }
  }

  /// The query, with carets under the part at fault.
  private init(_ error: QueryError) {
    var message = error.message
    if let suggestion = error.suggestion { message += "; did you mean '\(suggestion)'?" }
    // Carets are counted in columns, of the text as it is shown.
    let characters = Array(error.text)
    let start = min(error.range.lowerBound, characters.count)
    let end = min(max(error.range.upperBound, start), characters.count)
    let before = DisplayWidth.of(Sanitize.forPeople(String(characters[..<start])))
    let width = DisplayWidth.of(Sanitize.forPeople(String(characters[start..<end])))
    self.init(
      message, status: .usage,
      advice: [
        "  " + Sanitize.forPeople(error.text),
        "  " + String(repeating: " ", count: before) + String(repeating: "^", count: max(width, 1)),
        "Try 'mucat query --help'.",
      ])
  }

  private init(_ error: SetPlanError) {
    switch error {
    case .tooManyTracks:
      self.init("\(error); a narrower query gives fewer", status: .usage)
    case .contradiction: self.init(error.description, status: .usage)
    case .noChoice: self.init(error.description, status: .nothingFound)
    }
  }

  private static func sentence(_ error: CatalogError) -> String {
    switch error {
    case .noCatalog: error.description + "; 'mucat scan FOLDER' makes one"
    case .lockedByScan, .busy: error.description + "; try again when it is done"
    default: error.description
    }
  }
}

extension CatalogError {
  /// Busy passes by itself and has a status of its own; the rest does not.
  var exitStatus: ExitStatus {
    switch self {
    case .busy, .lockedByScan: .busy
    case .playlist: .usage
    default: .failed
    }
  }
}
