import CFuzzing
import Decoders
import Glibc

/// A file without a disk, whose bytes are replaced for each input.
///
/// The parsers read files; this is one for which writing costs a microsecond.
final class MemoryFile: Sendable {
  let path: FilePath
  private let descriptor: Int32

  init() {
    descriptor = memfd_create("fuzz", 0)
    precondition(descriptor >= 0, "no memory file")
    path = FilePath("/proc/self/fd/\(descriptor)")
  }

  deinit {
    close(descriptor)
  }

  func replace(with bytes: [UInt8]) {
    ftruncate(descriptor, 0)
    precondition(pwrite(descriptor, bytes, bytes.count, 0) == bytes.count)
  }
}
