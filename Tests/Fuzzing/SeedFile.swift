import Decoders
import Glibc
import TestSupport

/// A whole file that mutants are made of.
struct SeedFile {
  /// The row of the summary that its mutants count in.
  let format: String
  let name: String
  let bytes: [UInt8]

  /// Larger files are left out of a corpus: their mutants cost more than they find.
  static let maximumLength = 4 << 20

  /// The files in folders, and files, that were named; subfolders too. The format is the ending of
  /// the name.
  static func corpus(_ paths: [FilePath]) -> [SeedFile] {
    paths.flatMap { files(in: $0) }.sorted().compactMap { path in
      let bytes = TemporaryDirectory.contents(of: path)
      guard !bytes.isEmpty, bytes.count <= maximumLength else { return nil }
      let ending = path.fileExtension
      return SeedFile(
        format: ending.isEmpty ? "(none)" : ending,
        name: path.lastComponent.displayText, bytes: bytes)
    }
  }

  static func files(in path: FilePath) -> [FilePath] {
    guard let folder = path.withCString({ opendir($0) }) else { return [path] }
    defer { closedir(folder) }
    var found: [FilePath] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if name.first != UInt8(ascii: ".") { found += files(in: path.appending(name)) }
    }
    return found
  }
}
