/// Why a file, or the rest of it, could not be decoded.
///
/// The cases answer "what now?": `io` may pass when tried again; `needsFFmpeg` passes once ffmpeg
/// is installed; `truncated` asks for another copy of the file; `notAudio`, `empty`, `unsupported`
/// and `malformed` stay as they are; `limitExceeded` protects the machine.
public enum DecodingError: Error, Hashable, Sendable {
  /// The system refused: open, read or stat failed, or a process could not be started.
  case io(errno: Int32)
  /// Nothing in the file's content looks like audio that this package knows.
  /// `detail` says what it looks like instead, when that is known ("a JPEG image").
  case notAudio(detail: String)
  /// A file of no bytes.
  case empty
  /// Audio of a kind that is known but cannot be decoded here.
  case unsupported(feature: String)
  /// Audio that is decoded by the `ffmpeg` program, which is not installed. `format` is the name
  /// of what the file holds.
  case needsFFmpeg(format: String)
  /// The file breaks its own format in a way that leaves nothing to decode; `at` is the offset of
  /// the place in bytes, where one place is at fault.
  case malformed(detail: String, at: Int? = nil)
  /// The file ends before what it promises, and so early that it cannot be used: `decodedFrames`
  /// frames came out, usually none. (A file that ends later is decoded up to its end, and the
  /// ``DecodeReport`` says so.)
  case truncated(decodedFrames: Int)
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
    case .needsFFmpeg(let format):
      "\(format) is decoded by ffmpeg, which is not installed (apt install ffmpeg)"
    case .malformed(let detail, nil): "malformed: \(detail)"
    case .malformed(let detail, let place?): "malformed at byte \(place): \(detail)"
    case .truncated(0): "the file ends before any audio"
    case .truncated(let count): "the file ends after \(count) frames of audio"
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
    case .needsFFmpeg: Self.needsFFmpegCode
    case .malformed: "malformed"
    case .truncated: "truncated"
    case .limitExceeded: "limitExceeded"
    }
  }

  /// The ``code`` of `needsFFmpeg`, for those who ask a catalogue which files wait for it.
  public static let needsFFmpegCode = "needsFFmpeg"
}
