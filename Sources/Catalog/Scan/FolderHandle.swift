import Decoders
import Glibc

/// A folder opened for listing.
///
/// Owns its directory stream until released; lives inside one task.
final class FolderHandle {
  /// What the list says about an entry without asking further.
  enum Kind {
    case file, folder, link
    /// A device, pipe or socket.
    case other
    /// The file system does not say.
    case unknown
  }

  struct Entry {
    var name: [UInt8]
    var kind: Kind
  }

  /// The system refused.
  struct Refusal: Error {
    var code: Int32
  }

  private let stream: OpaquePointer
  let status: stat

  var device: UInt64 { UInt64(status.st_dev) }
  var inode: UInt64 { UInt64(status.st_ino) }

  private init(stream: OpaquePointer, status: stat) {
    self.stream = stream
    self.status = status
  }

  deinit {
    closedir(stream)
  }

  /// Opens a folder; links are followed. Fails with ENOTDIR for a file.
  static func open(_ path: FilePath) -> Result<FolderHandle, Refusal> {
    withReachable(path) { base, name in
      let descriptor = openat(base, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOCTTY)
      guard descriptor >= 0 else { return .failure(Refusal(code: errno)) }
      var status = stat()
      guard fstat(descriptor, &status) == 0, let stream = fdopendir(descriptor) else {
        let code = errno
        close(descriptor)
        return .failure(Refusal(code: code))
      }
      return .success(FolderHandle(stream: stream, status: status))
    }
  }

  /// All entries but `.` and `..`, by name.
  func entries() -> Result<[Entry], Refusal> {
    var entries: [Entry] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else { break }
      let length = strnlen(&entry.pointee.d_name.0, Self.longestName + 1)
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix(length)) }
      guard name != [UInt8(ascii: ".")], name != [UInt8(ascii: "."), UInt8(ascii: ".")]
      else { continue }
      entries.append(Entry(name: name, kind: Self.kind(of: entry.pointee.d_type)))
    }
    guard errno == 0 else { return .failure(Refusal(code: errno)) }
    entries.sort { $0.name.lexicographicallyPrecedes($1.name) }
    return .success(entries)
  }

  /// The bytes of a file in the folder.
  ///
  /// - Parameter limit: Of a longer file, its head.
  func contents(ofEntry name: [UInt8], limit: Int) -> Result<[UInt8], Refusal> {
    let flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
    let descriptor = FilePath(bytes: name).withCString { openat(dirfd(stream), $0, flags) }
    guard descriptor >= 0 else { return .failure(Refusal(code: errno)) }
    defer { close(descriptor) }
    var contents: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while contents.count < limit {
      let got = read(descriptor, &piece, min(piece.count, limit - contents.count))
      if got > 0 {
        contents += piece.prefix(got)
      } else if got == 0 || errno != EINTR {
        guard got == 0 else { return .failure(Refusal(code: errno)) }
        break
      }
    }
    return .success(contents)
  }

  /// What the system says about an entry; links are followed.
  func status(ofEntry name: [UInt8]) -> Result<stat, Refusal> {
    FilePath(bytes: name).withCString { name in
      var status = stat()
      guard fstatat(dirfd(stream), name, &status, 0) == 0 else {
        return .failure(Refusal(code: errno))
      }
      return .success(status)
    }
  }

  /// Whether an entry is a link.
  func isLink(_ name: [UInt8]) -> Bool {
    var status = stat()
    let outcome = FilePath(bytes: name).withCString {
      fstatat(dirfd(stream), $0, &status, AT_SYMLINK_NOFOLLOW)
    }
    return outcome == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// Opens a file for reading; the caller closes it.
  static func open(file path: FilePath) -> Result<Int32, Refusal> {
    withReachable(path) { base, name in
      let descriptor = openat(base, name, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
      return descriptor >= 0 ? .success(descriptor) : .failure(Refusal(code: errno))
    }
  }

  /// What the system says about a path, links followed; nil when it says nothing.
  static func status(of path: FilePath) -> stat? {
    let found: Result<stat, Refusal> = withReachable(path) { base, name in
      var status = stat()
      guard fstatat(base, name, &status, 0) == 0 else {
        return .failure(Refusal(code: errno))
      }
      return .success(status)
    }
    return try? found.get()
  }

  /// The longest name of one entry that Linux has.
  private static let longestName = 255

  private static func kind(of type: UInt8) -> Kind {
    switch Int(type) {
    case DT_REG: .file
    case DT_DIR: .folder
    case DT_LNK: .link
    case DT_UNKNOWN: .unknown
    default: .other
    }
  }

  // MARK: - Long paths

  /// Calls `body` with a folder's descriptor and a name relative to it that together reach `path`.
  ///
  /// The system takes no name of PATH_MAX bytes or more at once; a longer path is gone in steps.
  static func withReachable<Value>(
    _ path: FilePath, _ body: (Int32, UnsafePointer<CChar>) -> Result<Value, Refusal>
  ) -> Result<Value, Refusal> {
    guard path.bytes.count >= longestStep else {
      return path.withCString { body(AT_FDCWD, $0) }
    }
    var base = AT_FDCWD
    defer { if base != AT_FDCWD { close(base) } }
    var rest = path.bytes[...]
    while rest.count >= longestStep {
      let head = rest.prefix(longestStep)
      guard let cut = head.lastIndex(of: UInt8(ascii: "/")), cut > rest.startIndex else {
        return .failure(Refusal(code: ENAMETOOLONG))
      }
      let step = FilePath(bytes: rest[..<cut])
      let (next, code) = step.withCString { name in
        (openat(base, name, passage | O_DIRECTORY | O_CLOEXEC), errno)
      }
      guard next >= 0 else { return .failure(Refusal(code: code)) }
      if base != AT_FDCWD { close(base) }
      base = next
      rest = rest[cut...].drop { $0 == UInt8(ascii: "/") }
    }
    return FilePath(bytes: rest).withCString { body(base, $0) }
  }

  /// PATH_MAX without its terminating zero.
  static let longestStep = 4095

  /// Linux's O_PATH, which the C library shows to GNU sources only: a folder to pass through,
  /// whether or not it may be listed.
  private static let passage: Int32 = 0o10000000
}
