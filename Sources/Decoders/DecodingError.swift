/// Why a file, or the rest of it, could not be decoded.
///
/// The cases answer "what now?": `io` may pass when tried again; `notAudio`, `unsupported` and
/// `malformed` will not; `limitExceeded` protects the machine.
public enum DecodingError: Error, Hashable, Sendable {
  /// The system refused: open, read or stat failed.
  case io(errno: Int32)
  /// Nothing in the file's content looks like audio that this package knows.
  /// `detail` says what it looks like instead, when that is known ("a JPEG image").
  case notAudio(detail: String)
  /// A file of no bytes.
  case empty
  /// Audio of a kind that is known but cannot be decoded here.
  case unsupported(feature: String)
  /// The file breaks its own format in a way that leaves nothing to decode.
  case malformed(detail: String)
  /// A value in the file is beyond what is sane, and is not believed.
  case limitExceeded(limit: String, value: Int)
}

extension DecodingError: CustomStringConvertible {
  /// One line for people, without the file's name.
  public var description: String {
    switch self {
    case .io(let code): systemMessage(code)
    case .notAudio(let detail): detail.isEmpty ? "not an audio file" : "not audio: \(detail)"
    case .empty: "the file is empty"
    case .unsupported(let feature): "unsupported: \(feature)"
    case .malformed(let detail): "malformed: \(detail)"
    case .limitExceeded(let limit, let value): "\(limit) of \(value) is beyond what is accepted"
    }
  }

  /// A short stable word for the catalogue and for JSON.
  public var code: String {
    switch self {
    case .io: "io"
    case .notAudio: "notAudio"
    case .empty: "empty"
    case .unsupported: "unsupported"
    case .malformed: "malformed"
    case .limitExceeded: "limitExceeded"
    }
  }
}
