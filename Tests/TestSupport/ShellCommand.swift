import Glibc

/// Runs a line of shell, for the programs that results are compared with.
public enum ShellCommand {
  /// What the line writes to standard output; nil when it ends with another status than 0.
  public static func output(of line: String) -> [UInt8]? {
    guard let stream = popen(line, "r") else { return nil }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&chunk, 1, chunk.count, stream), count > 0 {
      bytes.append(contentsOf: chunk[..<count])
    }
    return pclose(stream) == 0 ? bytes : nil
  }

  /// A word that the shell takes as it stands.
  public static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }

  /// Whether a program is installed.
  public static func has(_ program: String) -> Bool {
    output(of: "command -v \(program)") != nil
  }
}
