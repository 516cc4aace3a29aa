import Decoders
import Glibc

/// The right to scan into a catalogue, which one process at a time has.
///
/// An advisory lock (flock) on a file beside the catalogue that holds the owner's process number
/// for people to read. The system drops the lock when its owner ends, however it ends, so a file
/// left behind by a crash locks nothing. The file stays: removing it would let two scans hold
/// locks on two files of the same name.
///
/// Owns the file's descriptor until released.
final class ScanLock: Sendable {
  private let descriptor: Int32

  /// - Parameter catalog: The catalogue's path; its folder must exist.
  /// - Throws: `lockedByScan` with the owner's process number (0 when it cannot be read), `io`.
  init(catalog: FilePath) throws(CatalogError) {
    let path = Self.path(for: catalog)
    let (opened, openError) = path.withCString { name in
      (Glibc.open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0o644), errno)
    }
    guard opened >= 0 else { throw .io(errno: openError, path: path) }
    var outcome: Int32
    repeat { outcome = flock(opened, LOCK_EX | LOCK_NB) } while outcome != 0 && errno == EINTR
    guard outcome == 0 else {
      let code = errno
      let owner = Self.owner(opened)
      close(opened)
      if code == EWOULDBLOCK { throw .lockedByScan(pid: owner) }
      throw .io(errno: code, path: path)
    }
    descriptor = opened
    let text = Array("\(getpid())\n".utf8)
    // The number is a courtesy: a full disk must not keep a scan from saying so itself.
    _ = ftruncate(descriptor, 0)
    _ = pwrite(descriptor, text, text.count, 0)
  }

  deinit {
    _ = ftruncate(descriptor, 0)
    // Closing would not do: a child that another thread is just starting shares the descriptor,
    // and with it the lock, until it has become its own program.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  static func path(for catalog: FilePath) -> FilePath {
    FilePath(bytes: catalog.bytes + Array(".lock".utf8))
  }

  /// The process number in a lock file that is held. Its owner may be about to write it.
  private static func owner(_ descriptor: Int32) -> Int32 {
    for _ in 0..<20 {
      var text = [UInt8](repeating: 0, count: 16)
      let count = pread(descriptor, &text, text.count, 0)
      let digits = String(decoding: text.prefix(max(count, 0)), as: UTF8.self)
        .prefix { $0.isNumber }
      if let pid = Int32(digits) { return pid }
      usleep(5000)
    }
    return 0
  }
}
