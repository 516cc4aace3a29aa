import Decoders
import Glibc
import Synchronization

/// A new empty folder that is removed, with all in it, when this is released, or else when the
/// process exits: what a static property holds is never released.
public final class TemporaryDirectory: Sendable {
  public let path: FilePath

  public init() {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(base)/mucat-test-XXXXXX".utf8CString)
    let made = template.withUnsafeMutableBufferPointer { mkdtemp($0.baseAddress!) }
    guard made != nil else { fatalError("no temporary folder: \(systemError())") }
    path = FilePath(bytes: template.map { UInt8(bitPattern: $0) })
    _ = Self.present.withLock { $0.insert(path) }
    _ = Self.removesAtExit
  }

  deinit {
    // What cannot be removed now, as it is written to or mounted, may be at the end.
    if remove(path) { Self.present.withLock { _ = $0.remove(path) } }
  }

  /// Those that were not released.
  private static let present = Mutex<Set<FilePath>>([])

  private static let removesAtExit: Bool =
    atexit {
      for path in TemporaryDirectory.present.withLock({ $0 }) { remove(path) }
    } == 0

  /// The path of an entry.
  public func appending(_ name: String) -> FilePath {
    path.appending(name.utf8)
  }

  /// Writes a file.
  ///
  /// - Returns: Its path.
  @discardableResult
  public func write(_ bytes: [UInt8], to name: String) -> FilePath {
    write(bytes, to: appending(name))
  }

  @discardableResult
  public func write(_ bytes: [UInt8], to file: FilePath) -> FilePath {
    let stream = file.withCString { fopen($0, "wb") }
    guard let stream else { fatalError("cannot write \(file): \(systemError())") }
    fwrite(bytes, 1, bytes.count, stream)
    fclose(stream)
    return file
  }

  /// Makes a folder.
  @discardableResult
  public func makeFolder(_ name: String) -> FilePath {
    let folder = appending(name)
    guard folder.withCString({ mkdir($0, 0o755) }) == 0 else {
      fatalError("cannot make \(folder): \(systemError())")
    }
    return folder
  }

  /// The contents of a file.
  public static func contents(of file: FilePath) -> [UInt8] {
    guard let stream = file.withCString({ fopen($0, "rb") }) else {
      fatalError("cannot read \(file): \(systemError())")
    }
    defer { fclose(stream) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&chunk, 1, chunk.count, stream), count > 0 {
      bytes.append(contentsOf: chunk[..<count])
    }
    return bytes
  }
}

private func systemError() -> String {
  String(cString: strerror(errno))
}

/// Removes a file, or a folder and all in it, without following links.
///
/// - Returns: Whether it is gone.
@discardableResult
private func remove(_ path: FilePath) -> Bool {
  var status = stat()
  guard path.withCString({ lstat($0, &status) }) == 0 else { return errno == ENOENT }
  if status.st_mode & S_IFMT == S_IFDIR {
    if let folder = path.withCString({ opendir($0) }) {
      while let entry = readdir(folder) {
        let length = strnlen(&entry.pointee.d_name.0, 256)
        let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix(length)) }
        if name != Array(".".utf8), name != Array("..".utf8) { remove(path.appending(name)) }
      }
      closedir(folder)
    }
    return path.withCString { rmdir($0) } == 0
  }
  return path.withCString { unlink($0) } == 0
}
