import Decoders
import Glibc

extension FileSystem {
  /// The names in a folder, in the order of their bytes; nil when it cannot be read, `errno` tells.
  static func entries(of folder: FilePath) -> [[UInt8]]? {
    guard let stream = folder.withCString({ opendir($0) }) else { return nil }
    defer { closedir(stream) }
    var names: [[UInt8]] = []
    while let entry = readdir(stream) {
      let length = strnlen(&entry.pointee.d_name.0, 256)
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix(length)) }
      if name != Array(".".utf8), name != Array("..".utf8) { names.append(name) }
    }
    return names.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// A new hidden folder; nil when it cannot be made, `errno` tells.
  static func makeTemporaryFolder(in folder: FilePath) -> FilePath? {
    var template = folder.appending(".mucat-montage-XXXXXX".utf8).bytes.map {
      CChar(bitPattern: $0)
    }
    template.append(0)
    let isMade = template.withUnsafeMutableBufferPointer { room in
      room.baseAddress.map { mkdtemp($0) != nil } ?? false
    }
    return isMade ? FilePath(bytes: template.map { UInt8(bitPattern: $0) }) : nil
  }

  /// Removes a folder of files.
  static func removeFolder(_ folder: FilePath) {
    for name in entries(of: folder) ?? [] {
      _ = folder.appending(name).withCString { unlink($0) }
    }
    _ = folder.withCString { rmdir($0) }
  }

  /// Gives a file another place on the same disk, in the place of what was there.
  static func move(_ old: FilePath, to new: FilePath) throws(Failure) {
    let isMoved = old.withCString { old in new.withCString { rename(old, $0) } } == 0
    guard isMoved else { throw Failure("\(new.displayText): \(message(errno))") }
  }
}
