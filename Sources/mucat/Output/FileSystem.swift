import Decoders
import Glibc

/// The little that the command line itself asks of the disk.
enum FileSystem {
  /// Why a path cannot be looked at, in the system's words; nil when it can.
  static func problem(reaching path: FilePath) -> String? {
    var status = stat()
    return path.withCString { stat($0, &status) } == 0 ? nil : message(errno)
  }

  /// Whether a folder is there.
  static func isFolder(_ path: FilePath) -> Bool {
    var status = stat()
    return path.withCString { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The size of a regular file in bytes; nil for anything else.
  static func size(of path: FilePath) -> Int? {
    var status = stat()
    let isFile = path.withCString { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFREG
    return isFile ? Int(status.st_size) : nil
  }

  /// The path without links and dots, from the root; unchanged when nothing is there.
  static func absolute(_ path: FilePath) -> FilePath {
    guard let real = path.withCString({ realpath($0, nil) }) else { return path }
    defer { free(real) }
    let bytes = UnsafeBufferPointer(start: real, count: strlen(real))
    return FilePath(bytes: bytes.map { UInt8(bitPattern: $0) })
  }

  /// The head of a file, at most `limit` bytes; nil when it cannot be read.
  static func contents(of path: FilePath, limit: Int) -> [UInt8]? {
    let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: limit)
    var count = 0
    while count < limit {
      let got = bytes.withUnsafeMutableBytes { room in
        pread(descriptor, room.baseAddress.map { $0 + count }, limit - count, off_t(count))
      }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { return nil }
      if got == 0 { break }
      count += got
    }
    return Array(bytes.prefix(count))
  }

  /// A whole file, or its first `limit` + 1 bytes when it is longer; nil when it cannot be read.
  static func contents(of path: FilePath, upTo limit: Int) -> [UInt8]? {
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0 else { return nil }
    return contents(of: path, limit: min(max(Int(status.st_size), 0), limit) + 1)
  }

  /// Makes a folder; nothing happens when it is there.
  static func makeFolder(_ path: FilePath) throws(Failure) {
    guard path.withCString({ mkdir($0, 0o777) }) != 0 else { return }
    let code = errno
    var status = stat()
    let isFolder =
      path.withCString { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
    guard isFolder else { throw Failure("\(path.displayText): \(message(code))") }
  }

  /// Writes a file whole or not at all: beside it under another name first, then in its place.
  static func write(_ bytes: [UInt8], to path: FilePath) throws(Failure) {
    func failure(_ code: Int32) -> Failure { Failure("\(path.displayText): \(message(code))") }
    var status = stat()
    if path.withCString({ stat($0, &status) }) == 0, status.st_mode & S_IFMT != S_IFREG {
      // A device, a pipe: written into, never replaced by a file.
      return try writeInto(bytes, path)
    }
    let temporary = path.parent.appending(
      Array(".".utf8) + path.lastComponent.bytes + Array(".\(getpid())".utf8))
    let descriptor = temporary.withCString { open($0, O_WRONLY | O_CREAT | O_TRUNC, 0o666) }
    guard descriptor >= 0 else { throw failure(errno) }
    let written = Result { () throws(OutputError) in
      try writeAll(bytes, to: descriptor)
      guard fsync(descriptor) == 0 else { throw .io(errno: errno) }
    }
    close(descriptor)
    do throws(OutputError) {
      try written.get()
      guard rename(temporary, to: path) else { throw .io(errno: errno) }
    } catch {
      _ = temporary.withCString { unlink($0) }
      switch error {
      case .io(let code): throw failure(code)
      case .closed: throw failure(EPIPE)
      }
    }
  }

  private static func writeInto(_ bytes: [UInt8], _ path: FilePath) throws(Failure) {
    func failure(_ code: Int32) -> Failure { Failure("\(path.displayText): \(message(code))") }
    let descriptor = path.withCString { open($0, O_WRONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw failure(errno) }
    defer { close(descriptor) }
    do throws(OutputError) {
      try writeAll(bytes, to: descriptor)
    } catch {
      switch error {
      case .io(let code): throw failure(code)
      case .closed: throw failure(EPIPE)
      }
    }
  }

  private static func rename(_ old: FilePath, to new: FilePath) -> Bool {
    old.withCString { old in new.withCString { Glibc.rename(old, $0) } } == 0
  }

  static func message(_ code: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    return buffer.withUnsafeMutableBufferPointer { room in
      guard let start = room.baseAddress, strerror_r(code, start, room.count) == 0 else {
        return "error \(code)"
      }
      return String(cString: start)
    }
  }
}
