import Decoders
import Glibc

/// Finds the audio files below some roots, one folder at a time, always in the same order.
///
/// - Names are bytes. Files come in byte order before sub-folders in byte order.
/// - Links to folders are followed, after everything that is reached without them; a folder
///   (device and inode) that was walked already is not entered again, so loops end.
/// - Links to files count as files, dangling links as nothing.
/// - Names that begin with a dot are passed over, unless a root is called so.
/// - What ``IgnoreRules`` say is passed over too.
/// - Devices, pipes and sockets are passed over; nothing but folders and the files of those rules is
///   ever opened.
/// - Paths may be longer than the system's PATH_MAX.
struct FolderWalk: Sequence, IteratorProtocol {
  /// What a folder, or a root that is a file, holds.
  struct Folder {
    var path: FilePath
    /// The device that the folder lies on; nil when it could not be read.
    var device: UInt64?
    /// Audio files, by name.
    var files: [FileIdentity] = []
    /// What could not be looked at: this folder itself, or files in it.
    var problems: [Problem] = []
  }

  /// Something that is there but refuses to be looked at.
  struct Problem {
    /// The path, and what is known about it: zeros if nothing.
    var identity: FileIdentity
    var errno: Int32
  }

  private struct FolderID: Hashable {
    var device: UInt64
    var inode: UInt64
  }

  private struct Pending {
    var path: FilePath
    /// Whether the way here leads over a link, or the folder is a root: it may be known then.
    var mayBeKnown: Bool
    /// The folders above, whose return would be a loop.
    var ancestors: [FolderID] = []
    var ignoring: IgnoreRules

    /// A folder in this one.
    func below(_ id: FolderID, at path: FilePath) -> Pending {
      Pending(path: path, mayBeKnown: false, ancestors: ancestors + [id], ignoring: ignoring)
    }
  }

  /// A stack: the next folder is the last.
  private var pending: [Pending]
  /// Links to folders, for the end.
  private var links: [Pending] = []
  private var walked: Set<FolderID> = []

  /// - Parameter roots: Absolute paths of folders or files; those within others are to be left
  ///   out by ``ScanRoots``.
  /// - Parameter excluded: Patterns of what to pass over, counted from each root.
  init(roots: [FilePath], excluding excluded: [String] = []) {
    pending = roots.reversed().map { root in
      Pending(path: root, mayBeKnown: true, ignoring: IgnoreRules(excluded, in: root))
    }
  }

  mutating func next() -> Folder? {
    while true {
      if pending.isEmpty {
        guard !links.isEmpty else { return nil }
        pending = links.reversed()
        links = []
      }
      if let folder = walk(pending.removeLast()) { return folder }
    }
  }

  /// - Returns: Nil for a folder that was walked before.
  private mutating func walk(_ place: Pending) -> Folder? {
    var folder = Folder(path: place.path)
    let handle: FolderHandle
    switch FolderHandle.open(place.path) {
    case .success(let opened): handle = opened
    case .failure(let error) where error.code == ENOTDIR:
      return lookAtFile(place.path)
    case .failure(let error):
      let identity = FileIdentity(status: FolderHandle.status(of: place.path), path: place.path)
      folder.problems = [Problem(identity: identity, errno: error.code)]
      return folder
    }
    let id = FolderID(device: handle.device, inode: handle.inode)
    if walked.contains(id), place.mayBeKnown || place.ancestors.contains(id) { return nil }
    walked.insert(id)
    folder.device = handle.device

    var subfolders: [Pending] = []
    let entries: [FolderHandle.Entry]
    switch handle.entries() {
    case .success(let read): entries = read
    case .failure(let error):
      // A list that breaks off is no list: what is missing from it is not gone.
      let identity = FileIdentity(status: handle.status, path: place.path)
      folder.problems = [Problem(identity: identity, errno: error.code)]
      return folder
    }
    var place = place
    if entries.contains(where: { $0.name == IgnoreRules.fileName }) {
      readRules(in: handle, of: &place, &folder)
    }
    for entry in entries where entry.name.first != UInt8(ascii: ".") {
      let path = place.path.appending(entry.name)
      switch entry.kind {
      case .folder:
        guard !place.ignoring.ignores(path, isFolder: true) else { continue }
        subfolders.append(place.below(id, at: path))
      case .file, .link, .unknown:
        look(at: entry, path: path, in: handle, place: place, id: id, &folder, &subfolders)
      case .other:
        break
      }
    }
    pending.append(contentsOf: subfolders.reversed())
    return folder
  }

  /// Adds the rules that a folder brings for itself and all below it.
  private func readRules(
    in handle: FolderHandle, of place: inout Pending, _ folder: inout Folder
  ) {
    switch handle.contents(ofEntry: IgnoreRules.fileName, limit: IgnoreRules.maximumLength) {
    case .success(let text): place.ignoring.add(text, in: place.path)
    case .failure(let error):
      let path = place.path.appending(IgnoreRules.fileName)
      folder.problems.append(
        Problem(identity: FileIdentity(status: nil, path: path), errno: error.code))
    }
  }

  /// Takes up an entry whose kind must be asked for, or which may be an audio file.
  private mutating func look(
    at entry: FolderHandle.Entry, path: FilePath, in handle: FolderHandle, place: Pending,
    id: FolderID, _ folder: inout Folder, _ subfolders: inout [Pending]
  ) {
    let isAudio = AudioFileKind.isAudio(path.fileExtension)
    guard isAudio || entry.kind != .file else { return }
    switch handle.status(ofEntry: entry.name) {
    case .success(let status):
      switch status.st_mode & S_IFMT {
      case S_IFREG where isAudio && !place.ignoring.ignores(path, isFolder: false):
        folder.files.append(FileIdentity(status: status, path: path))
      case S_IFDIR where !place.ignoring.ignores(path, isFolder: true):
        // Where the file system does not say kinds in its lists, a link is told apart here.
        if entry.kind == .link || handle.isLink(entry.name) {
          links.append(Pending(path: path, mayBeKnown: true, ignoring: place.ignoring))
        } else {
          subfolders.append(place.below(id, at: path))
        }
      default: break
      }
    case .failure(let error):
      // Gone since the list was read, dangling, or a link to itself: nothing is there.
      guard isAudio, ![ENOENT, ELOOP].contains(error.code) else { return }
      folder.problems.append(
        Problem(identity: FileIdentity(status: nil, path: path), errno: error.code))
    }
  }

  /// A root that is a file: taken up whatever its name.
  private func lookAtFile(_ path: FilePath) -> Folder {
    var folder = Folder(path: path)
    guard let status = FolderHandle.status(of: path) else {
      folder.problems = [Problem(identity: FileIdentity(status: nil, path: path), errno: ENOENT)]
      return folder
    }
    let identity = FileIdentity(status: status, path: path)
    if status.st_mode & S_IFMT == S_IFREG {
      folder.device = identity.device
      folder.files = [identity]
    } else {
      folder.problems = [Problem(identity: identity, errno: EINVAL)]
    }
    return folder
  }
}

extension FileIdentity {
  /// - Parameter status: What the system says; zeros stand for nil.
  init(status: stat?, path: FilePath) {
    let nanoseconds = { (time: timespec?) in
      Int64(time?.tv_sec ?? 0) &* 1_000_000_000 &+ Int64(time?.tv_nsec ?? 0)
    }
    self.init(
      path: path, size: Int64(status?.st_size ?? 0),
      modifiedNanoseconds: nanoseconds(status?.st_mtim),
      changedNanoseconds: nanoseconds(status?.st_ctim), inode: UInt64(status?.st_ino ?? 0),
      device: UInt64(status?.st_dev ?? 0))
  }

  /// The identity of the file now; nil when it cannot be looked at.
  init?(of path: FilePath) {
    guard let status = FolderHandle.status(of: path) else { return nil }
    self.init(status: status, path: path)
  }
}
