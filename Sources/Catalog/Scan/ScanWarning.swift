import Decoders

/// Why files that a scan did not find were not marked as missing.
public enum ScanWarning: Hashable, Sendable {
  /// The root itself cannot be read.
  case rootUnreadable(root: FilePath, reason: String, knownCount: Int)
  /// No audio file is left in the root: its drive may not be mounted.
  case rootEmpty(root: FilePath, knownCount: Int)
  /// More of the files are gone than people remove at once.
  case manyGone(root: FilePath, goneCount: Int, knownCount: Int)
  /// The files were on a device of which nothing was found.
  case driveAbsent(root: FilePath, goneCount: Int)
}

extension ScanWarning: CustomStringConvertible {
  /// One line for people.
  public var description: String {
    switch self {
    case .rootUnreadable(let root, let reason, let known):
      "\(root) cannot be read (\(reason)): nothing known in it is marked missing "
        + "(\(Self.files(known)))"
    case .rootEmpty(let root, let known):
      "\(root) has no audio files any more, so its drive may not be mounted: nothing known in it "
        + "is marked missing (\(Self.files(known)))"
    case .manyGone(let root, let gone, let known):
      "\(gone) of the \(Self.files(known)) known in \(root) are gone, more than a fifth: "
        + "none of them is marked missing"
    case .driveAbsent(let root, let gone):
      "\(Self.files(gone)) known in \(root) were on a drive that is not there now: "
        + "none of them is marked missing"
    }
  }

  private static func files(_ count: Int) -> String {
    count == 1 ? "1 file" : "\(count) files"
  }
}
