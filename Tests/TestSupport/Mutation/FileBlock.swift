/// A part of an audio file that its container tells apart: a chunk, box, object, page, metadata
/// block or frame, header included.
public struct FileBlock: Hashable, Sendable {
  public let range: Range<Int>
  /// Where the block says how long it is; nil for blocks that do not.
  public let sizeField: Range<Int>?

  init(_ range: Range<Int>, sizeField: Range<Int>? = nil) {
    self.range = range
    self.sizeField = sizeField
  }

  /// The blocks of a file, outer before inner; sixteenths of it when its kind is not known.
  ///
  /// For making damaged files only: a rough reading that is right for whole files is enough.
  public static func all(in bytes: [UInt8]) -> [FileBlock] {
    let tag = tagLength(bytes)
    var blocks = tag > 0 ? [FileBlock(0..<tag, sizeField: 6..<10)] + id3Frames(bytes, tag) : []
    blocks += content(bytes, from: tag)
    if blocks.count < 2 {
      let step = max(1, bytes.count / 16)
      blocks += stride(from: 0, to: bytes.count, by: step).map {
        FileBlock($0..<min($0 + step, bytes.count))
      }
    }
    return blocks
  }

  private static func content(_ bytes: [UInt8], from start: Int) -> [FileBlock] {
    func has(_ text: String, at offset: Int = 0) -> Bool {
      bytes.dropFirst(start + offset).starts(with: text.utf8)
    }
    if has("RIFF") || has("RF64") || has("BW64") {
      return BlockLayout.riff.blocks(bytes, from: start, to: start + 12)
        + BlockLayout.riff.blocks(bytes, from: start + 12)
    }
    if has("FORM") || has("RIFX") {
      return BlockLayout.aiff.blocks(bytes, from: start, to: start + 12)
        + BlockLayout.aiff.blocks(bytes, from: start + 12)
    }
    if has("riff") { return BlockLayout.wave64.blocks(bytes, from: start + 40) }
    if has("caff") { return BlockLayout.caf.blocks(bytes, from: start + 8) }
    if has("ftyp", at: 4) { return boxes(bytes, in: start..<bytes.count) }
    if has("OggS") { return runs(bytes, from: start, marks: [Array("OggS".utf8)]) }
    if has("wvpk") { return BlockLayout.wavPack.blocks(bytes, from: start) }
    if has("fLaC") {
      let metadata = BlockLayout.flac.blocks(bytes, from: start + 4)
      return metadata + runs(bytes, from: start + 4, marks: [[0xFF, 0xF8], [0xFF, 0xF9]])
    }
    if has("\u{30}\u{26}") {
      return BlockLayout.asf.blocks(bytes, from: start)
        + BlockLayout.asf.blocks(bytes, from: start + 30)
    }
    guard start + 2 <= bytes.count, bytes[start] == 0xFF else { return [] }
    return runs(bytes, from: start, marks: [Array(bytes[start..<start + 2])])
  }

  // MARK: - Blocks without a size

  /// What lies from each mark to the next.
  private static func runs(_ bytes: [UInt8], from start: Int, marks: [[UInt8]]) -> [FileBlock] {
    let places = bytes.indices.dropFirst(start).filter { place in
      marks.contains { bytes[place] == $0[0] && bytes[place...].starts(with: $0) }
    }
    return zip(places, places.dropFirst() + [bytes.count]).map { FileBlock($0..<$1) }
  }

  // MARK: - ID3v2

  private static func tagLength(_ bytes: [UInt8]) -> Int {
    guard bytes.count > 10, bytes.starts(with: "ID3".utf8) else { return 0 }
    let length = bytes[6..<10].reduce(10) { $0 << 7 | Int($1 & 0x7F) } - (10 << 28) + 10
    return min(length, bytes.count)
  }

  private static func id3Frames(_ bytes: [UInt8], _ end: Int) -> [FileBlock] {
    BlockLayout.id3.blocks(Array(bytes[..<end]), from: 10)
  }

  // MARK: - MP4

  private static let boxesOfBoxes: Set<String> = [
    "moov", "trak", "mdia", "minf", "stbl", "udta", "ilst", "edts", "dinf", "moof", "traf",
  ]

  private static func boxes(_ bytes: [UInt8], in range: Range<Int>) -> [FileBlock] {
    var found: [FileBlock] = []
    for box in BlockLayout.mp4.blocks(bytes, from: range.lowerBound, until: range.upperBound) {
      found.append(box)
      let name = String(
        decoding: bytes[box.range].dropFirst(4).prefix(4), as: UTF8.self)
      let header = name == "meta" ? 12 : 8
      guard boxesOfBoxes.contains(name) || name == "meta", box.range.count > header else {
        continue
      }
      found += boxes(bytes, in: (box.range.lowerBound + header)..<box.range.upperBound)
    }
    return found
  }
}
