/// A pattern over paths, as `.gitignore` writes them, in bytes.
///
/// `*` is any run of bytes but `/`, `?` one of them, `[a-z]` and `[!a-z]` one of a set; `**` between
/// slashes is any number of folders. A pattern with a `/` before its end counts from its base
/// folder, any other fits at every depth. A `/` at the end: folders only.
struct PathGlob: Hashable, Sendable {
  private let parts: [[UInt8]]
  private let foldersOnly: Bool

  private static let slash = UInt8(ascii: "/")
  private static let anyFolders = Array("**".utf8)

  /// - Returns: Nil for a pattern of nothing but slashes.
  init?(_ pattern: some Sequence<UInt8>) {
    let pattern = Array(pattern)
    var parts = pattern.split(separator: Self.slash).map(Array.init)
    guard !parts.isEmpty else { return nil }
    let isAnchored = pattern.dropLast().contains(Self.slash)
    if !isAnchored { parts.insert(Self.anyFolders, at: 0) }
    self.parts = parts
    foldersOnly = pattern.last == Self.slash
  }

  /// - Parameter components: The path from the base folder, cut at its slashes.
  func matches(_ components: [[UInt8]], isFolder: Bool) -> Bool {
    guard isFolder || !foldersOnly else { return false }
    return Self.matches(parts[...], components[...])
  }

  private static func matches(
    _ parts: ArraySlice<[UInt8]>, _ components: ArraySlice<[UInt8]>
  ) -> Bool {
    var (parts, components) = (parts, components)
    while let part = parts.first {
      if part == anyFolders {
        let rest = parts.dropFirst()
        // Nothing behind it: all that is in the folder, but not the folder itself.
        guard !rest.isEmpty else { return !components.isEmpty }
        return components.indices.contains { matches(rest, components[$0...]) }
      }
      guard let component = components.first, matches(part[...], component[...]) else {
        return false
      }
      parts = parts.dropFirst()
      components = components.dropFirst()
    }
    return components.isEmpty
  }

  /// One name against one part: on a mismatch the last `*` takes one byte more.
  private static func matches(_ part: ArraySlice<UInt8>, _ name: ArraySlice<UInt8>) -> Bool {
    var (pattern, rest) = (part, name)
    var retry: (pattern: ArraySlice<UInt8>, rest: ArraySlice<UInt8>)?
    while true {
      if pattern.first == UInt8(ascii: "*") {
        pattern = pattern.dropFirst()
        retry = (pattern, rest)
      } else if let byte = rest.first, let behind = takeOne(pattern, byte) {
        pattern = behind
        rest = rest.dropFirst()
      } else if pattern.isEmpty, rest.isEmpty {
        return true
      } else {
        guard let last = retry, !last.rest.isEmpty else { return false }
        rest = last.rest.dropFirst()
        pattern = last.pattern
        retry = (pattern, rest)
      }
    }
  }

  /// What is left of a pattern whose head fits a byte; nil when it does not fit.
  private static func takeOne(_ pattern: ArraySlice<UInt8>, _ byte: UInt8) -> ArraySlice<UInt8>? {
    guard let head = pattern.first else { return nil }
    let rest = pattern.dropFirst()
    switch head {
    case UInt8(ascii: "?"): return rest
    case UInt8(ascii: "\\"): return rest.first == byte ? rest.dropFirst() : nil
    case UInt8(ascii: "["):
      guard let (isMember, behind) = readSet(rest, byte) else {
        return byte == head ? rest : nil
      }
      return isMember ? behind : nil
    default: return head == byte ? rest : nil
    }
  }

  /// Reads a set behind its bracket; nil when it is never closed, and the bracket means itself.
  private static func readSet(
    _ pattern: ArraySlice<UInt8>, _ byte: UInt8
  ) -> (isMember: Bool, behind: ArraySlice<UInt8>)? {
    var rest = pattern
    let isNegated = rest.first == UInt8(ascii: "!") || rest.first == UInt8(ascii: "^")
    if isNegated { rest = rest.dropFirst() }
    var isMember = false
    var isFirst = true
    while let lower = rest.popFirst() {
      if lower == UInt8(ascii: "]"), !isFirst { return (isMember != isNegated, rest) }
      isFirst = false
      if rest.first == UInt8(ascii: "-"), let upper = rest.dropFirst().first,
        upper != UInt8(ascii: "]")
      {
        rest = rest.dropFirst(2)
        isMember = isMember || (lower <= upper && (lower...upper).contains(byte))
      } else {
        isMember = isMember || lower == byte
      }
    }
    return nil
  }
}
