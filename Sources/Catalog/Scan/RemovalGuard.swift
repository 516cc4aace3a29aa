import Decoders

/// Decides which files that a scan did not find are gone, and which may only be out of reach.
///
/// A drive that is not mounted looks like an empty folder; a catalogue must survive that. Nothing
/// below a root is marked missing when
/// - the root cannot be read, or no audio file at all is found in it;
/// - more than a fifth of 100 or more known files are gone;
/// and never a file
/// - in a folder that cannot be read, or that cannot be looked at itself;
/// - on a device of which nothing was found.
///
/// A file whose recording was found elsewhere has been moved, and one that is still there has been
/// excluded: they are gone, not lost, and these rules do not count them.
struct RemovalGuard {
  let survey: ScanSurvey
  let allowsBulkRemoval: Bool

  struct Verdict: Equatable {
    var missing: [FilePath] = []
    var warning: ScanWarning?
  }

  /// A file of the catalogue that was not found.
  struct Absentee {
    var path: FilePath
    var state: FileState?
    /// Whether it is still there, and was passed over.
    var isExcluded = false
  }

  /// Judges the files known below a root.
  func judge(_ root: FilePath, in catalog: Catalog) async throws(CatalogError) -> Verdict {
    let known = try await catalog.filePaths(under: root)
    let gone = known.filter { !survey.hasSeen($0) && !isOutOfReach($0, butFor: root) }
    let states = try await catalog.fileStates(at: gone)
    return judge(
      root, knownCount: known.count,
      absentees: zip(gone, states).map { path, state in
        Absentee(path: path, state: state, isExcluded: FileIdentity(of: path) != nil)
      })
  }

  /// - Parameters:
  ///   - knownCount: Files of the catalogue below the root.
  ///   - absentees: Of these, those not found where the walk could look.
  func judge(_ root: FilePath, knownCount: Int, absentees: [Absentee]) -> Verdict {
    guard !absentees.isEmpty else { return Verdict() }
    if let problem = survey.problems.first(where: { $0.identity.path == root }) {
      let reason = DecodingError.io(errno: problem.errno).description
      return Verdict(
        warning: .rootUnreadable(root: root, reason: reason, knownCount: knownCount))
    }
    let lost = absentees.filter { !isMoved($0) && !$0.isExcluded }
    guard !lost.isEmpty, !allowsBulkRemoval else {
      return Verdict(missing: absentees.map(\.path))
    }
    let moved = absentees.filter { isMoved($0) || $0.isExcluded }.map(\.path)
    if survey.foundCount(in: root) == 0 {
      return Verdict(missing: moved, warning: .rootEmpty(root: root, knownCount: knownCount))
    }
    if knownCount >= Self.bulkCount, lost.count * Self.bulkDivisor > knownCount {
      return Verdict(
        missing: moved,
        warning: .manyGone(root: root, goneCount: lost.count, knownCount: knownCount))
    }
    let away = Set(lost.filter(isOnAbsentDrive).map(\.path))
    return Verdict(
      missing: absentees.map(\.path).filter { !away.contains($0) },
      warning: away.isEmpty ? nil : .driveAbsent(root: root, goneCount: away.count))
  }

  private static let bulkCount = 100
  private static let bulkDivisor = 5

  private func isMoved(_ absentee: Absentee) -> Bool {
    absentee.state?.recordingID.map(survey.recordings.contains) ?? false
  }

  private func isOnAbsentDrive(_ absentee: Absentee) -> Bool {
    guard let identity = absentee.state?.identity, identity.inode != 0 else { return false }
    return !survey.devices.contains(identity.device)
  }

  /// Whether a path lies where the walk could not look; an unreadable root is judged by itself.
  private func isOutOfReach(_ path: FilePath, butFor root: FilePath) -> Bool {
    survey.problems.contains { $0.identity.path != root && path.isWithin($0.identity.path) }
  }
}
