import Decoders

/// Which code page old tags are in, folder by folder, as the user said in this scan or in an
/// earlier one. Of folders within each other the inner one decides.
struct LegacyEncodings: Sendable {
  private var byRoot: [FilePath: LegacyEncoding]

  init(_ byRoot: [FilePath: LegacyEncoding] = [:]) {
    self.byRoot = byRoot
  }

  /// The encoding for a file: Windows' Western page where nothing was said.
  subscript(_ path: FilePath) -> LegacyEncoding {
    guard !byRoot.isEmpty else { return .windows1252 }
    let roots = byRoot.keys.filter { path.isWithin($0) }
    let inner = roots.max { $0.bytes.count < $1.bytes.count }
    return inner.flatMap { byRoot[$0] } ?? .windows1252
  }
}

extension Catalog {
  /// Remembers the encoding of the old tags below some folders. What was said of folders within
  /// them is forgotten.
  func setLegacyEncoding(
    _ encoding: LegacyEncoding, below roots: [FilePath]
  ) throws(CatalogError) {
    try connection.transaction { () throws(CatalogError) in
      for root in roots {
        let inner = PathRange(under: root)
        try connection.statement("DELETE FROM legacy_encoding WHERE root >= ? AND root < ?")
          .run(.blob(inner.lower), .blob(inner.upper))
        try connection.statement("INSERT OR REPLACE INTO legacy_encoding VALUES (?, ?)")
          .run(.path(root), .text(encoding.name))
      }
    }
  }

  func legacyEncodings() throws(CatalogError) -> LegacyEncodings {
    let rows = try connection.statement("SELECT root, name FROM legacy_encoding")
      .all { row in (row.path(0), LegacyEncoding(row.text(1)) ?? .windows1252) }
    return LegacyEncodings(Dictionary(rows) { first, _ in first })
  }
}
