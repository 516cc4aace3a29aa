/// Why tags were not written. The file is as it was.
public enum TagWritingError: Error, Hashable, Sendable {
  /// The file is not audio, or cannot be read.
  case unreadable(DecodingError)
  /// The system refused to make the new file or to put it in place.
  case io(errno: Int32)
  /// This kind of file cannot hold these tags, or not by this program.
  case unsupported(detail: String)
  /// The tag that is there breaks its format so that it cannot be changed without loss.
  case malformed(detail: String)
  /// The file has several names: a new file in place of one of them would part them.
  case hardLinked(count: Int)
  /// Something else wrote to the file meanwhile, or since the values to write were measured.
  case changed
  /// The new file was written, but not all that had to stay the same did; it was thrown away.
  case verificationFailed(detail: String)
}

extension TagWritingError: CustomStringConvertible {
  /// One line for people, without the file's name.
  public var description: String {
    switch self {
    case .unreadable(let error): error.description
    case .io(let code): systemMessage(code)
    case .unsupported(let detail): detail
    case .malformed(let detail): "malformed: \(detail)"
    case .hardLinked(let count): "the file has \(count) names (hard links), which would be parted"
    case .changed: "the file has changed meanwhile"
    case .verificationFailed(let detail): "written badly, and thrown away: \(detail)"
    }
  }

  /// A short stable word for JSON.
  public var code: String {
    switch self {
    case .unreadable(let error): error.code
    case .io: "io"
    case .unsupported: "unsupported"
    case .malformed: "malformed"
    case .hardLinked: "hardLinked"
    case .changed: "changed"
    case .verificationFailed: "verificationFailed"
    }
  }
}
