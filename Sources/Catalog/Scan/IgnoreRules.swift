import Decoders

/// What the user wants a walk to pass over: `--exclude`, and `.mucatignore` files on the way.
///
/// A line of such a file is a ``PathGlob`` that counts from the file's folder. Empty lines and lines
/// that begin with `#` say nothing; a `!` in front takes up again what a line before it passed over;
/// a backslash before either takes that meaning away. The last line that fits decides, and a file
/// deeper down comes after those above it. What lies in a folder that is passed over is not looked
/// at, so nothing in it can be taken up again.
struct IgnoreRules: Sendable {
  private struct Rule {
    /// How many components of a path lead to the folder that the pattern counts from.
    var depth: Int
    var glob: PathGlob
    var isException: Bool
  }

  /// The name of the file.
  static let fileName = Array(".mucatignore".utf8)
  /// The longest such file that is read, in bytes.
  static let maximumLength = 1 << 20

  private var rules: [Rule] = []

  /// Passes over nothing.
  init() {}

  /// - Parameters:
  ///   - patterns: As the user wrote them.
  ///   - folder: What they count from.
  init(_ patterns: [String], in folder: FilePath) {
    for pattern in patterns { add(line: Array(pattern.utf8)[...], in: folder) }
  }

  /// Adds the lines of a `.mucatignore` file.
  mutating func add(_ text: [UInt8], in folder: FilePath) {
    for line in text.split(separator: UInt8(ascii: "\n")) {
      var line = line
      while let last = line.last, last == UInt8(ascii: "\r") || last == UInt8(ascii: " ") {
        line = line.dropLast()
      }
      guard line.first != UInt8(ascii: "#") else { continue }
      add(line: line, in: folder)
    }
  }

  private mutating func add(line: ArraySlice<UInt8>, in folder: FilePath) {
    var pattern = line
    let isException = pattern.first == UInt8(ascii: "!")
    if isException { pattern = pattern.dropFirst() }
    guard let glob = PathGlob(pattern) else { return }
    rules.append(
      Rule(depth: Self.components(of: folder).count, glob: glob, isException: isException))
  }

  /// Whether a path, below the folders that the rules count from, is to be passed over.
  func ignores(_ path: FilePath, isFolder: Bool) -> Bool {
    guard !rules.isEmpty else { return false }
    let components = Self.components(of: path)
    let last = rules.last { rule in
      rule.depth < components.count
        && rule.glob.matches(Array(components[rule.depth...]), isFolder: isFolder)
    }
    return last.map { !$0.isException } ?? false
  }

  private static func components(of path: FilePath) -> [[UInt8]] {
    path.bytes.split(separator: UInt8(ascii: "/")).map(Array.init)
  }
}
