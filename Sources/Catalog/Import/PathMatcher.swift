import Decoders

/// Finds the catalogue's file behind the path that another program, perhaps on another system, has
/// for it.
public struct PathMatcher: Sendable {
  /// How a path was found.
  public enum Evidence: String, Hashable, Sendable {
    /// The very path.
    case path
    /// The path after a mapping that the user gave.
    case mapping
    /// So many of its last parts as belong to no other file.
    case suffix
  }

  public enum Match: Hashable, Sendable {
    /// The place of the file in the list that was given.
    case found(Int, Evidence)
    case none
    /// Several files end alike.
    case ambiguous
  }

  private let paths: [FilePath]
  private let durations: [Double]
  private let mappings: [PathMapping]
  private var exact: [FilePath: Int] = [:]
  /// Files by their folded names.
  private var named: [String: [Int]] = [:]

  /// How far two programs' lengths of one file may be apart, in seconds: headers lie, and some
  /// count the encoder's padding.
  private static let durationTolerance = 2.0

  /// - Parameter files: Path and length in seconds of each file.
  public init(files: [(path: FilePath, duration: Double)], mappings: [PathMapping] = []) {
    paths = files.map(\.path)
    durations = files.map(\.duration)
    self.mappings = mappings
    for (index, file) in files.enumerated() {
      exact[file.path] = index
      named[Self.folded(file.path.lastComponent.bytes), default: []].append(index)
    }
  }

  /// - Parameters:
  ///   - path: With slashes.
  ///   - duration: What the other program says; nil when it does not.
  public func match(_ path: [UInt8], duration: Double?) -> Match {
    if let index = exact[FilePath(bytes: path)] { return .found(index, .path) }
    for mapping in mappings {
      guard let mapped = mapping.applied(to: path, ignoresCase: true) else { continue }
      if let index = exact[FilePath(bytes: mapped)] { return .found(index, .mapping) }
    }
    return bySuffix(path, duration: duration)
  }

  /// The file with the longest common ending: whole parts of the path, capitals, accents and their
  /// spelling aside, since other systems do not tell those apart. A name alone is not enough
  /// unless the length agrees.
  private func bySuffix(_ path: [UInt8], duration: Double?) -> Match {
    let parts = Self.parts(path)
    guard let name = parts.last, let candidates = named[name] else { return .none }
    var best: [Int] = []
    var bestLength = 0
    for candidate in candidates {
      let other = Self.parts(paths[candidate].bytes)
      let length = zip(parts.reversed(), other.reversed()).prefix { $0 == $1 }.count
      if length > bestLength { (best, bestLength) = ([], length) }
      if length == bestLength { best.append(candidate) }
    }
    if let duration {
      let near = best.filter { abs(durations[$0] - duration) <= Self.durationTolerance }
      if bestLength == 1 || best.count > 1 { best = near }
    } else if bestLength == 1 {
      return .none
    }
    guard let only = best.first else { return .none }
    return best.count == 1 ? .found(only, .suffix) : .ambiguous
  }

  private static func parts(_ path: [UInt8]) -> [String] {
    path.split(separator: UInt8(ascii: "/")).map { folded(Array($0)) }
  }

  private static func folded(_ bytes: [UInt8]) -> String {
    FoldedText.fold(FilePath(bytes: bytes).displayText)
  }
}
