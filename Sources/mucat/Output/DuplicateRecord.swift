import Catalog

/// A group of duplicates as JSON has it.
struct DuplicateRecord: Encodable {
  let schemaVersion = JSONText.schemaVersion
  let kind: String
  /// Bytes of all files but the best.
  let surplusBytes: Int64
  let files: [File]

  init(_ group: DuplicateGroup, skipsBest: Bool = false) {
    kind = group.kind.rawValue
    surplusBytes = group.surplusBytes
    files = (skipsBest ? group.files.dropFirst() : group.files[...]).map(File.init)
  }

  struct File: Encodable {
    let track: TrackRecord
    /// Bytes.
    let size: Int64
    /// Bits per second.
    let bitRate: Double?
    let isBest, isLossless, isDamaged: Bool
    let tagCount: Int
    let difference: Double?
    let drawback: String?

    init(_ file: DuplicateFile) {
      track = TrackRecord(file.track)
      size = file.size
      bitRate = JSONText.number(file.bitRate, places: 0)
      isBest = file.drawback == nil
      isLossless = file.isLossless
      isDamaged = file.isDamaged
      tagCount = file.tagCount
      difference = JSONText.number(file.difference, places: 4)
      drawback = file.drawback?.rawValue
    }
  }
}
