import Glibc

/// An open regular file, read at any offset.
///
/// Owns its descriptor until released; keeps no position, so that several readers can share it
/// inside one task.
final class InputFile {
  let descriptor: Int32
  /// The size in bytes when the file was opened.
  let size: Int

  /// - Throws: `io` when the system refuses or `path` is a directory, `notAudio` for devices, pipes
  ///   and sockets, `empty` for a file of no bytes.
  init(path: FilePath) throws(DecodingError) {
    // O_NONBLOCK: opening a named pipe would otherwise wait for a writer that may never come.
    let flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
    let (opened, openError) = path.withCString { name in
      var result: Int32
      repeat { result = Glibc.open(name, flags) } while result < 0 && errno == EINTR
      return (result, errno)
    }
    guard opened >= 0 else { throw .io(errno: openError) }
    descriptor = opened
    var status = stat()
    guard fstat(opened, &status) == 0 else {
      let code = errno
      close(opened)
      throw .io(errno: code)
    }
    size = Int(status.st_size)
    let problem: DecodingError? =
      switch status.st_mode & S_IFMT {
      case S_IFREG: size == 0 ? .empty : nil
      case S_IFDIR: .io(errno: EISDIR)
      default: .notAudio(detail: "a device, pipe or socket")
      }
    if let problem {
      close(opened)
      throw problem
    }
  }

  deinit {
    close(descriptor)
  }

  /// Fills `room` from `offset` on, as far as the file reaches.
  ///
  /// - Returns: The number of bytes read, less than the room only at the end of the file.
  func read(at offset: Int, into room: UnsafeMutableRawBufferPointer) throws(DecodingError) -> Int {
    guard offset >= 0, let base = room.baseAddress else { return 0 }
    var count = 0
    while count < room.count {
      let got = pread(descriptor, base + count, room.count - count, off_t(offset + count))
      if got > 0 {
        count += got
      } else if got == 0 {
        break
      } else if errno != EINTR {
        throw .io(errno: errno)
      }
    }
    return count
  }

  /// Up to `count` bytes from `offset` on; fewer at the end of the file.
  func bytes(at offset: Int, count: Int) throws(DecodingError) -> [UInt8] {
    let available = min(max(size - offset, 0), count)
    guard offset >= 0, available > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: available)
    var outcome: Result<Int, DecodingError> = .success(0)
    bytes.withUnsafeMutableBytes { room in
      do throws(DecodingError) {
        outcome = .success(try read(at: offset, into: room))
      } catch {
        outcome = .failure(error)
      }
    }
    let got = try outcome.get()
    bytes.removeLast(available - got)
    return bytes
  }
}
