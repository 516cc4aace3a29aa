import Catalog
import Decoders

/// Tracks in the formats that other programs read. Paths are written byte for byte.
enum TrackExport {
  /// An extended M3U playlist in UTF-8.
  ///
  /// - Parameter folder: The absolute path that names are to be relative to; nil for absolute names.
  /// - Returns: The playlist, and the tracks left out since a line cannot hold their path.
  static func playlist(
    _ tracks: [Track], relativeTo folder: FilePath? = nil
  ) -> (bytes: [UInt8], omitted: [Track]) {
    var bytes = Array("#EXTM3U\n".utf8)
    var omitted: [Track] = []
    for track in tracks {
      guard !track.path.bytes.contains(where: { $0 == 0x0A || $0 == 0x0D }) else {
        omitted.append(track)
        continue
      }
      let seconds = track.duration.isFinite ? Int(track.duration.rounded()) : -1
      let name = Sanitize.forPeople(TrackTable.name(track))
      bytes += "#EXTINF:\(seconds),\(name)\n".utf8
      bytes += folder.map { relativePath(of: track.path, from: $0) } ?? track.path.bytes
      bytes.append(0x0A)
    }
    return (bytes, omitted)
  }

  /// The way from a folder to a file, both absolute.
  static func relativePath(of file: FilePath, from folder: FilePath) -> [UInt8] {
    let slash = UInt8(ascii: "/")
    let target = file.bytes.split(separator: slash)
    let start = folder.bytes.split(separator: slash)
    let shared = zip(target, start).prefix { $0.elementsEqual($1) }.count
    let ups = [[UInt8]](repeating: Array("..".utf8), count: start.count - shared)
    let way = Array((ups + target[shared...].map(Array.init)).joined(separator: [slash]))
    // A name that begins like a comment would be taken for one.
    return way.first == UInt8(ascii: "#") ? Array("./".utf8) + way : way
  }

  /// Paths, each ended by a zero byte, for `xargs -0`.
  static func zeroEndedPaths(_ tracks: [Track]) -> [UInt8] {
    tracks.flatMap { $0.path.bytes + [0] }
  }

  static let csvHeader = [
    "path", "title", "artist", "album", "genre", "year", "duration", "bpm", "key", "camelot",
    "integrated", "loudnessRange", "truePeak", "energy",
  ]

  /// Comma-separated values with a header (RFC 4180, lines ended by a bare newline).
  static func csv(_ tracks: [Track]) -> [UInt8] {
    func number(_ value: Double?) -> [UInt8] {
      value.map { Array(NumberText.decimal($0, places: 3).utf8) } ?? []
    }
    func text(_ value: String?) -> [UInt8] { Array((value ?? "").utf8) }

    var bytes = row(csvHeader.map { Array($0.utf8) })
    for track in tracks {
      bytes += row([
        track.path.bytes, text(track.title), text(track.artist), text(track.album),
        text(track.genre), text(track.year.map { "\($0)" }), number(track.duration),
        number(track.bpm), text(track.key?.name), text(track.key?.camelot),
        number(track.integrated), number(track.loudnessRange), number(track.truePeak),
        number(track.energy),
      ])
    }
    return bytes
  }

  private static func row(_ cells: [[UInt8]]) -> [UInt8] {
    let quote = UInt8(ascii: "\"")
    let special = Array("\",\r\n".utf8)
    var bytes: [UInt8] = []
    for (index, cell) in cells.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      guard cell.contains(where: special.contains) else {
        bytes += cell
        continue
      }
      bytes.append(quote)
      for byte in cell { bytes += byte == quote ? [quote, quote] : [byte] }
      bytes.append(quote)
    }
    return bytes + [0x0A]
  }
}
