import Decoders
import Glibc

/// The folders and files that a scan was asked for, made absolute, none within another.
struct ScanRoots {
  let paths: [FilePath]

  /// - Parameters:
  ///   - roots: As the user wrote them.
  ///   - folder: What relative paths begin from: the current folder.
  init(_ roots: [FilePath], relativeTo folder: FilePath = ScanRoots.currentFolder) {
    let absolute = roots.map { Self.absolute($0, relativeTo: folder) }
    var kept: [FilePath] = []
    for path in absolute where !kept.contains(path) {
      let isWithinAnother = absolute.contains { $0 != path && path.isWithin($0) }
      if !isWithinAnother { kept.append(path) }
    }
    paths = kept
  }

  /// The path from the root of the file system, without `.`, `..` and repeated separators.
  ///
  /// Links keep their names, so that rows name files as the user does. Only up to a `..` they are
  /// resolved: behind a link, `..` is not the folder before it.
  static func absolute(_ path: FilePath, relativeTo folder: FilePath) -> FilePath {
    let slash = UInt8(ascii: "/")
    var whole = path.bytes.first == slash ? path : folder.appending(path.bytes)
    let up = Array("..".utf8)
    var components = whole.bytes.split(separator: slash).map(Array.init)
    if let last = components.lastIndex(of: up) {
      let head = components[...last].flatMap { [slash] + $0 }
      if let resolved = resolved(FilePath(bytes: head)) {
        whole = FilePath(bytes: resolved.bytes + components[(last + 1)...].flatMap { [slash] + $0 })
        components = whole.bytes.split(separator: slash).map(Array.init)
      }
    }
    let kept = components.filter { $0 != Array(".".utf8) }
    return kept.isEmpty ? FilePath("/") : FilePath(bytes: kept.flatMap { [slash] + $0 })
  }

  static var currentFolder: FilePath {
    guard let name = getcwd(nil, 0) else { return FilePath("/") }
    defer { free(name) }
    return FilePath(
      bytes: UnsafeBufferPointer(start: name, count: strlen(name)).map { UInt8(bitPattern: $0) })
  }

  private static func resolved(_ path: FilePath) -> FilePath? {
    guard let name = path.withCString({ realpath($0, nil) }) else { return nil }
    defer { free(name) }
    return FilePath(
      bytes: UnsafeBufferPointer(start: name, count: strlen(name)).map { UInt8(bitPattern: $0) })
  }
}

extension FilePath {
  /// Whether this path is the folder, or lies in it at any depth: `/music2` is not in `/music`.
  func isWithin(_ folder: FilePath) -> Bool {
    guard bytes.starts(with: folder.bytes) else { return false }
    return bytes.count == folder.bytes.count || folder.bytes.last == UInt8(ascii: "/")
      || bytes[folder.bytes.count] == UInt8(ascii: "/")
  }
}
