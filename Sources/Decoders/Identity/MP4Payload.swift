/// The encoded audio of an MP4 file, packet by packet as the index of its track lists them.
///
/// Tags, pictures, the order of index and media, and other tracks have no part in it. A file whose
/// index lists nothing (fragments), or in a way not understood here, is known by all its media.
struct MP4Payload {
  let file: InputFile
  let content: Range<Int>

  func hash(into hasher: XXH3Hasher) throws(DecodingError) {
    let movie = try MP4Movie(file: file, content: content)
    guard let track = movie.audio else { throw .notAudio(detail: "an MP4 without sound") }
    hasher.update(Array((track.entry?.type ?? "").utf8))
    guard !movie.isFragmented, try hash(track.sampleTable, into: hasher) else {
      for body in movie.media { try hasher.update(file: file, range: body) }
      return
    }
  }

  /// Hashes the chunks of a sample table, neighbours together; false when there is none.
  ///
  /// Source: ISO/IEC 14496-12 §8.7: packets lie in chunks, whose offsets `stco` or `co64` lists;
  /// `stsc` tells how many packets a chunk has, `stsz` how long each is.
  private func hash(_ table: [MP4Box], into hasher: XXH3Hasher) throws(DecodingError) -> Bool {
    guard let sizeBox = table["stsz"], let chunkBox = table["stsc"],
      let offsetBox = table["stco"] ?? table["co64"]
    else { return false }
    let offsetWidth = offsetBox.type == "co64" ? 8 : 4
    var offsets = try MP4Rows(file: file, box: offsetBox, rowLength: offsetWidth)
    var chunks = try MP4Rows(file: file, box: chunkBox, rowLength: 12)
    var sizes = try MP4Rows(file: file, box: sizeBox, countOffset: 8, rowLength: 4)
    let commonSize = try sizeBox.bytes(in: file, count: 8).bigEndian32(at: 4) ?? 0
    guard offsets.count > 0, chunks.count > 0 else { return false }

    var run = 0..<0
    var rest = content.count
    var (row, packet) = (0, 0)
    for index in 0..<offsets.count {
      // Rows of stsc hold from a chunk on, counted from 1, up to the next row.
      while let next = try chunks.value(row + 1), next <= index + 1 { row += 1 }
      guard let count = try chunks.value(row, at: 4),
        let start = try offsets.value(index, width: offsetWidth)
      else { break }
      var length = 0
      if commonSize > 0 {
        length = count.multipliedReportingOverflow(by: commonSize).partialValue
      } else {
        for _ in 0..<count {
          guard let size = try sizes.value(packet) else { break }
          length += size
          packet += 1
        }
      }
      // No honest table lists more bytes than there are; another could keep this busy for years.
      guard length >= 0, length <= rest, start < content.upperBound else { break }
      rest -= length
      let end = min(start + length, content.upperBound)
      if start == run.upperBound {
        run = run.lowerBound..<end
      } else {
        try hasher.update(file: file, range: run)
        run = start..<end
      }
    }
    try hasher.update(file: file, range: run)
    return rest < content.count
  }
}
