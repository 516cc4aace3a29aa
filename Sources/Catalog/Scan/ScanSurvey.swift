import Decoders

/// What a walk found, held against what the catalogue knows.
struct ScanSurvey {
  private let retriesFailed: Bool
  private let encodings: LegacyEncodings
  /// How many audio files were found in each root.
  private var foundByRoot: [FilePath: Int]

  /// New and changed files, in the walk's order.
  private(set) var pending: [FileIdentity] = []
  private(set) var foundCount = 0
  private(set) var unchangedCount = 0
  private(set) var stillFailedCount = 0
  /// Folders and files that are there but refuse to be looked at.
  private(set) var problems: [FolderWalk.Problem] = []
  /// Devices that are there: those walked, and those that files found again were on at the last
  /// scan, since a drive can change its number when it is plugged in again.
  private(set) var devices: Set<UInt64> = []
  /// Recordings that a file found holds.
  var recordings: Set<Int64> = []

  /// The paths found, as 64-bit hashes: enough to tell what is gone, at 8 bytes a file. If two
  /// paths ever had one hash, a gone file would be noticed later than it could be.
  private var seen: Set<Int> = []
  private var pendingBytes: Int64 = 0

  init(
    roots: [FilePath], retriesFailed: Bool = false, encodings: LegacyEncodings = LegacyEncodings()
  ) {
    self.retriesFailed = retriesFailed
    self.encodings = encodings
    foundByRoot = Dictionary(roots.map { ($0, 0) }, uniquingKeysWith: +)
  }

  func foundCount(in root: FilePath) -> Int {
    foundByRoot[root] ?? 0
  }

  func hasSeen(_ path: FilePath) -> Bool {
    seen.contains(path.hashValue)
  }

  /// Takes in a folder.
  mutating func take(
    _ folder: FolderWalk.Folder, from catalog: Catalog
  ) async throws(CatalogError) {
    let states =
      folder.files.isEmpty ? [] : try await catalog.fileStates(at: folder.files.map(\.path))
    take(folder, knownAs: states)
  }

  /// - Parameter states: What the catalogue knows of the folder's files, in their order.
  mutating func take(_ folder: FolderWalk.Folder, knownAs states: [FileState?]) {
    problems += folder.problems
    if let device = folder.device { devices.insert(device) }
    for root in foundByRoot.keys where folder.path.isWithin(root) {
      foundByRoot[root, default: 0] += folder.files.count
    }
    for (file, state) in zip(folder.files, states) { take(file, knownAs: state) }
  }

  private mutating func take(_ file: FileIdentity, knownAs state: FileState?) {
    foundCount += 1
    seen.insert(file.path.hashValue)
    if let state, state.status != .failed { devices.insert(state.identity.device) }
    guard let state, state.identity == file, state.status != .missing, state.isCurrent,
      state.status != .failed || !retriesFailed,
      state.tagEncoding == nil || state.tagEncoding == encodings[file.path].name
    else {
      pending.append(file)
      pendingBytes += file.size
      return
    }
    unchangedCount += 1
    if state.status == .failed { stillFailedCount += 1 }
    if let recording = state.recordingID { recordings.insert(recording) }
  }

  /// Enters the counts.
  func report(to progress: inout ScanProgress) {
    progress.foundCount = foundCount
    progress.unchangedCount = unchangedCount
    progress.pendingCount = pending.count
    progress.pendingBytes = pendingBytes
  }
}
