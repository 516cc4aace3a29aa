import Glibc

/// What is known about the device behind a stream.
struct Terminal: Sendable {
  let isTerminal: Bool
  /// Columns; nil when the stream is not a terminal, and lines may be as long as they like.
  let width: Int?
  private let allowsColor: Bool

  /// For tests, and for streams that are no terminals.
  init(width: Int?, allowsColor: Bool = false) {
    isTerminal = width != nil
    self.width = width
    self.allowsColor = allowsColor
  }

  init(descriptor: Int32, variables: [String: String]) {
    isTerminal = isatty(descriptor) == 1
    width = isTerminal ? Self.columns(descriptor, variables: variables) : nil
    let noColor = variables["NO_COLOR"] ?? ""
    allowsColor = isTerminal && noColor.isEmpty && variables["TERM"] != "dumb"
  }

  func wantsColor(_ choice: ColorChoice) -> Bool {
    switch choice {
    case .auto: allowsColor
    case .always: true
    case .never: false
    }
  }

  /// The width that prose is laid out in.
  var proseWidth: Int { width ?? Self.usualWidth }

  private static let usualWidth = 80

  private static func columns(_ descriptor: Int32, variables: [String: String]) -> Int {
    var size = winsize()
    if ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 {
      return Int(size.ws_col)
    }
    return variables["COLUMNS"].flatMap(Int.init).flatMap { $0 > 0 ? $0 : nil } ?? usualWidth
  }
}
