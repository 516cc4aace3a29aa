import Catalog
import Decoders
import Glibc

/// What a command may touch of the world: all of it can be replaced in a test.
struct Environment: Sendable {
  /// Data.
  let output: OutputStream
  /// Talk: progress, counts, errors.
  let errors: OutputStream
  let outputTerminal: Terminal
  let errorTerminal: Terminal
  let variables: [String: String]

  static func ofProcess() -> Environment {
    occupyStandardStreams()
    let variables = processVariables()
    return Environment(
      output: OutputStream(descriptor: 1, buffers: true),
      errors: OutputStream(descriptor: 2, buffers: false),
      outputTerminal: Terminal(descriptor: 1, variables: variables),
      errorTerminal: Terminal(descriptor: 2, variables: variables),
      variables: variables)
  }

  /// The catalogue's file: `--catalog`, else the default place.
  func catalogPath(_ arguments: Arguments) -> FilePath {
    arguments[CommonOptions.catalog] ?? Catalog.defaultPath(environment: variables)
  }

  /// Styles for standard output, as `--color` and the terminal allow.
  func style(_ arguments: Arguments) -> Style {
    Style(isEnabled: outputTerminal.wantsColor(arguments[CommonOptions.color]))
  }

  /// A standard stream that was closed by the caller would give its number to the next file opened,
  /// a catalogue perhaps, and what is meant for the stream would be written into it. Such numbers
  /// are taken by a device opened the wrong way round, so that using the stream still fails.
  private static func occupyStandardStreams() {
    for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
    }
  }

  private static func processVariables() -> [String: String] {
    var variables: [String: String] = [:]
    var entry = environ
    while let text = entry.pointee {
      let pair = String(cString: text).split(separator: "=", maxSplits: 1)
      if pair.count == 2 { variables[String(pair[0])] = String(pair[1]) }
      entry += 1
    }
    return variables
  }
}
