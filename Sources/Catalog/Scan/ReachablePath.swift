import Decoders
import Glibc

/// A name by which any file can be opened, however long its path is.
///
/// The system takes no path of PATH_MAX bytes. For a longer one the file is opened step by step,
/// and its descriptor's name in /proc stands for it as long as this lives.
final class ReachablePath {
  let path: FilePath
  private let descriptor: Int32?

  /// The path itself when it is short enough, or when the file cannot be opened.
  init(_ path: FilePath) {
    guard path.bytes.count >= FolderHandle.longestStep,
      case .success(let opened) = FolderHandle.open(file: path)
    else {
      self.path = path
      descriptor = nil
      return
    }
    self.path = FilePath("/proc/self/fd/\(opened)")
    descriptor = opened
  }

  deinit {
    if let descriptor { close(descriptor) }
  }
}
