import Catalog
import Decoders

/// Tracks as a table for people: numbers first, names last, where there is room to cut them.
enum TrackTable {
  static let columns: [TextTable.Column] = [
    .init(title: "BPM", alignment: .right),
    .init(title: "KEY"),
    .init(title: "LUFS", alignment: .right, dropOrder: 1),
    .init(title: "ENERGY", alignment: .right, dropOrder: 4),
    .init(title: "TIME", alignment: .right, dropOrder: 2),
    .init(title: "ARTIST", minimumWidth: 16),
    .init(title: "TITLE", minimumWidth: 24),
    .init(title: "ALBUM", minimumWidth: 16, dropOrder: 3),
    .init(title: "GENRE", minimumWidth: 10, dropOrder: 5),
  ]

  static func table(_ tracks: [Track]) -> TextTable {
    var table = TextTable(columns: columns)
    for track in tracks { table.append(cells(track)) }
    return table
  }

  private static func cells(_ track: Track) -> [String] {
    [
      track.bpm.map { NumberText.fixed($0, places: 1) } ?? NumberText.unknown,
      key(track.key),
      NumberText.level(track.integrated),
      track.energy.map { NumberText.fixed($0, places: 0) } ?? NumberText.unknown,
      NumberText.duration(track.duration),
      track.artist ?? "",
      title(track),
      track.album ?? "",
      track.genre ?? "",
    ]
  }

  /// `8A  Am`: the wheel's position, and the key itself in line below each other.
  static func key(_ key: MusicalKey?) -> String {
    guard let key else { return NumberText.unknown }
    let position = key.camelot
    return position + String(repeating: " ", count: 4 - position.count) + key.shortName
  }

  /// The title, or the file's name when there is none.
  static func title(_ track: Track) -> String {
    track.title ?? track.path.lastComponent.displayText
  }

  /// `Artist - Title`, or what there is of it.
  static func name(_ track: Track) -> String {
    track.artist.map { $0 + " - " + title(track) } ?? title(track)
  }
}
