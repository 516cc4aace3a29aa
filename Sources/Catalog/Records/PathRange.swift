import Decoders

/// The paths that lie in a folder, as a range of bytes: an index answers it, and "/music" does not
/// take in "/music2".
struct PathRange {
  /// The folder with its separator; the first path beyond is the folder with the byte behind the
  /// separator.
  let lower: [UInt8]
  let upper: [UInt8]

  init(under folder: FilePath) {
    var bytes = folder.bytes
    while bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    lower = bytes + [UInt8(ascii: "/")]
    upper = bytes + [UInt8(ascii: "/") + 1]
  }

  func contains(_ path: FilePath) -> Bool {
    path.bytes.starts(with: lower)
  }
}
