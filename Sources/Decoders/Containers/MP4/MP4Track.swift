/// One track of sound in an MP4 file.
struct MP4Track {
  /// A stretch of the media that is played, and for how long.
  struct Edit: Hashable {
    /// In ticks of the movie; 0 stands for "to the end" in fragmented files.
    let duration: Int
    /// In ticks of the track; nil for a pause before the music.
    let start: Int?
  }

  /// Ticks per second of the track.
  let timescale: Int
  let edits: [Edit]
  let entry: MP4SampleEntry?
  let durations: MP4Durations
  /// The boxes `stsd`, `stts`, `stsz` and so on.
  let sampleTable: [MP4Box]

  private static let maximumEditCount = 1024

  /// - Returns: Nil when the track is not of sound.
  init?(file: InputFile, box: MP4Box) throws(DecodingError) {
    guard let media = try box.children(in: file)["mdia"],
      let handler = try media.descendant("hdlr", in: file),
      try handler.bytes(in: file, count: 12).hasText("soun", at: 8)
    else { return nil }
    timescale = try MP4Movie.timescale(media.descendant("mdhd", in: file), in: file)
    sampleTable = try media.descendant("minf", "stbl", in: file)?.children(in: file) ?? []
    entry = try sampleTable["stsd"].flatMap { box throws(DecodingError) in
      try MP4SampleEntry(file: file, description: box)
    }
    durations = try MP4Durations(file: file, box: sampleTable["stts"])
    edits = try Self.edits(file: file, list: box.descendant("edts", "elst", in: file))
  }

  private static func edits(file: InputFile, list: MP4Box?) throws(DecodingError) -> [Edit] {
    guard let list else { return [] }
    let isLong = try list.bytes(in: file, count: 1).first == 1
    let width = isLong ? 8 : 4
    var rows = try MP4Rows(file: file, box: list, rowLength: 2 * width + 4)
    var edits: [Edit] = []
    for row in 0..<min(rows.count, maximumEditCount) {
      let start = try rows.value(row, at: width, width: width)
      // −1 in either width: the long one does not fit an Int.
      edits.append(
        Edit(
          duration: try rows.value(row, width: width) ?? 0,
          start: start == 0xFFFF_FFFF && !isLong ? nil : start))
    }
    return edits
  }
}

/// How long the packets of a track are, in ticks of the track.
struct MP4Durations: Hashable {
  /// Of all packets together; 0 when the index does not say, as in fragmented files.
  private(set) var total = 0
  /// Of the longest packet.
  private(set) var longest = 0
  /// The length that all packets but the last have in common.
  private(set) var common: Int?

  /// Longer than any music, and short enough to reckon with.
  static let maximumTotal = 1 << 48

  init(file: InputFile, box: MP4Box?) throws(DecodingError) {
    guard let box else { return }
    var rows = try MP4Rows(file: file, box: box, rowLength: 8)
    var isCommon = true
    for row in 0..<rows.count {
      guard let count = try rows.value(row), let length = try rows.value(row, at: 4) else { break }
      let (run, isTooLong) = count.multipliedReportingOverflow(by: length)
      let (sum, overflow) = total.addingReportingOverflow(run)
      guard !isTooLong, !overflow, sum < Self.maximumTotal else { break }
      total = sum
      longest = max(longest, length)
      if row == 0 {
        common = length
      } else if length != common, row != rows.count - 1 || count != 1 {
        isCommon = false
      }
    }
    if !isCommon { common = nil }
  }
}
