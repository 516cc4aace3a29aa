internal import CTagLib
import Glibc

/// A new file that is to take another's place in one step, so that whoever looks, and whatever
/// stops this program, finds the old file or the new one, never a part.
///
/// It is written beside the old one under a hidden name, which scans pass over, and removed when
/// it is released without having been put in place. What a killed process left behind is removed
/// by ``removeLeftovers(in:)``.
final class ReplacementFile {
  /// The new file, until it is put in place.
  let path: FilePath
  /// Open for reading and writing.
  let descriptor: Int32

  private let original: FilePath
  private let source: InputFile
  private let status: stat
  private var isInPlace = false

  private static let prefix = ".mucat-tag-"
  private static let suffix = ".tmp"
  private static let pieceLength = 1 << 20

  /// Makes an empty file beside `original`, with its permissions, owner and extended attributes.
  ///
  /// - Parameter source: The open original.
  /// - Throws: `hardLinked` for a file of several names; `io`, also when the owner or the
  ///   attributes cannot be kept.
  init(for original: FilePath, source: InputFile) throws(TagWritingError) {
    self.original = original
    self.source = source
    var status = stat()
    guard fstat(source.descriptor, &status) == 0 else { throw .io(errno: errno) }
    guard status.st_nlink <= 1 else { throw .hardLinked(count: Int(status.st_nlink)) }
    self.status = status
    (path, descriptor) = try Self.create(in: original.parent)
    // Tells a living process's file from a dead one's; the system gives it back in any case.
    flock(descriptor, LOCK_EX | LOCK_NB)
    do throws(TagWritingError) {
      try copyAttributes()
    } catch {
      discard()
      throw error
    }
  }

  deinit {
    if !isInPlace { discard() }
    close(descriptor)
  }

  /// Writes the original's content with some parts replaced.
  ///
  /// - Parameter splices: In the order of their places, none overlapping another.
  func write(replacing splices: [FileSplice] = []) throws(TagWritingError) {
    var place = 0
    for splice in splices {
      try copy(place..<splice.range.lowerBound)
      try write(splice.bytes)
      place = splice.range.upperBound
    }
    try copy(place..<max(place, source.size))
  }

  /// Puts the new file in the old one's place, on the disk and not only in memory.
  ///
  /// - Throws: `changed` when the old file is no longer what was read, `io`.
  func putInPlace() throws(TagWritingError) {
    guard fsync(descriptor) == 0 else { throw .io(errno: errno) }
    guard isOriginalUnchanged else { throw .changed }
    let code = path.withCString { from in original.withCString { rename(from, $0) } }
    guard code == 0 else { throw .io(errno: errno) }
    isInPlace = true
    // Without this the name could be lost with the power. Some file systems refuse it, and the
    // file is whole either way.
    let folder = original.parent.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    if folder >= 0 {
      fsync(folder)
      close(folder)
    }
  }

  /// Removes what processes that were killed left in a folder.
  static func removeLeftovers(in folder: FilePath) {
    guard let stream = folder.withCString({ opendir($0) }) else { return }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        Array(bytes.prefix(while: { $0 != 0 }))
      }
      guard name.starts(with: prefix.utf8), name.reversed().starts(with: suffix.utf8.reversed())
      else { continue }
      let path = folder.appending(name)
      let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) }
      guard descriptor >= 0 else { continue }
      // A process at work holds the lock.
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { _ = path.withCString { unlink($0) } }
      close(descriptor)
    }
  }

  /// A new empty file that only this user may read.
  private static func create(
    in folder: FilePath
  ) throws(TagWritingError) -> (path: FilePath, descriptor: Int32) {
    while true {
      let number = String(UInt64.random(in: 0...UInt64.max), radix: 36)
      let path = folder.appending((prefix + number + suffix).utf8)
      let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC
      let (descriptor, code) = path.withCString { (open($0, flags, 0o600), errno) }
      if descriptor >= 0 { return (path, descriptor) }
      guard code == EEXIST || code == EINTR else { throw .io(errno: code) }
    }
  }

  private var isOriginalUnchanged: Bool {
    var now = stat()
    guard original.withCString({ lstat($0, &now) }) == 0 else { return false }
    return now.st_ino == status.st_ino && now.st_dev == status.st_dev
      && now.st_size == status.st_size && now.st_mtim.tv_sec == status.st_mtim.tv_sec
      && now.st_mtim.tv_nsec == status.st_mtim.tv_nsec
      && now.st_ctim.tv_sec == status.st_ctim.tv_sec
      && now.st_ctim.tv_nsec == status.st_ctim.tv_nsec
  }

  private func discard() {
    _ = path.withCString { unlink($0) }
  }

  // MARK: - Content

  private func copy(_ range: Range<Int>) throws(TagWritingError) {
    guard !range.isEmpty else { return }
    let room = UnsafeMutableRawBufferPointer.allocate(
      byteCount: min(range.count, Self.pieceLength), alignment: 4096)
    defer { room.deallocate() }
    var place = range.lowerBound
    while place < range.upperBound {
      let wanted = min(room.count, range.upperBound - place)
      let got: Int
      do throws(DecodingError) {
        got = try source.read(
          at: place, into: UnsafeMutableRawBufferPointer(rebasing: room[..<wanted]))
      } catch {
        throw .unreadable(error)
      }
      // The file became shorter.
      guard got > 0 else { throw .changed }
      try write(UnsafeRawBufferPointer(rebasing: room[..<got]))
      place += got
    }
  }

  private func write(_ bytes: [UInt8]) throws(TagWritingError) {
    var failure: TagWritingError?
    bytes.withUnsafeBytes { raw in
      do throws(TagWritingError) { try write(raw) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  private func write(_ bytes: UnsafeRawBufferPointer) throws(TagWritingError) {
    guard let base = bytes.baseAddress else { return }
    var done = 0
    while done < bytes.count {
      let count = Glibc.write(descriptor, base + done, bytes.count - done)
      if count > 0 {
        done += count
      } else if count < 0, errno != EINTR {
        throw .io(errno: errno)
      }
    }
  }

  // MARK: - Attributes

  private func copyAttributes() throws(TagWritingError) {
    if status.st_uid != geteuid() || status.st_gid != getegid() {
      guard fchown(descriptor, status.st_uid, status.st_gid) == 0 else { throw .io(errno: errno) }
    }
    // Behind the owner: changing that clears bits of the mode.
    guard fchmod(descriptor, status.st_mode & 0o7777) == 0 else { throw .io(errno: errno) }
    let code = ctaglib_copy_attributes(source.descriptor, descriptor)
    guard code == 0 else { throw .io(errno: code) }
  }
}
