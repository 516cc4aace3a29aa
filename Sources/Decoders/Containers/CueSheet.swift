/// The mark of a whole album in one file: a cue sheet that divides it into tracks.
enum CueSheet {
  /// What to tell of a sheet with so many tracks; nil for fewer than two.
  static func warning(trackCount: Int) -> String? {
    trackCount < 2 ? nil : "a cue sheet divides the file into \(trackCount) tracks"
  }

  /// The tracks of the sheet that lies beside a file under its name ("album.cue" or
  /// "album.flac.cue") and divides this one file; 0 without one.
  static func trackCount(beside path: FilePath) -> Int {
    let name = path.lastComponent.bytes
    let stem = name.lastIndex(of: UInt8(ascii: ".")).map { Array(name[..<$0]) } ?? name
    for base in [stem, name] where !base.isEmpty {
      let sheet = path.parent.appending(base + Array(".cue".utf8))
      guard sheet != path, let file = try? InputFile(path: sheet),
        let bytes = try? file.bytes(at: 0, count: maximumLength)
      else { continue }
      return trackCount(in: bytes)
    }
    return 0
  }

  /// The tracks of a sheet, 0 when it is for several files.
  ///
  /// Commands stand at the start of a line, behind spaces.
  static func trackCount(in sheet: [UInt8]) -> Int {
    var (trackCount, fileCount) = (0, 0)
    for line in sheet.split(whereSeparator: { $0 == 10 || $0 == 13 }) {
      // A byte order mark counts as space.
      let words = line.drop { $0 <= 32 || $0 >= 0xBB }
      if words.starts(with: "TRACK ".utf8) { trackCount += 1 }
      if words.starts(with: "FILE ".utf8) { fileCount += 1 }
    }
    return fileCount > 1 ? 0 : trackCount
  }

  private static let maximumLength = 262_144
}
