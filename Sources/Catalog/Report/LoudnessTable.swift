import Decoders

/// A table of the page: a name and figures. Cells are HTML.
struct LoudnessTable {
  struct Row {
    var name: String
    var cells: [String]
  }

  var label: String
  var head: String
  var columns: [String]
  var rows: [Row]

  /// In a box that scrolls by itself, and by the keyboard too, where the screen is narrow.
  var html: String {
    let heads = columns.map { "<th scope=\"col\" class=\"number\">\($0)</th>" }
    let body = rows.map { row in
      let cells = row.cells.map { "<td class=\"number\">\($0)</td>" }
      return "<tr><th scope=\"row\">\(row.name)</th>\(cells.joined())</tr>"
    }
    return """
      <div class="scroll" tabindex="0" role="region" aria-label="\(HTMLText.escaped(label))"><table>
      <thead><tr><th scope="col">\(head)</th>\(heads.joined())</tr></thead>
      <tbody>
      \(body.joined(separator: "\n"))
      </tbody></table></div>
      """
  }

  // MARK: - Cells

  /// Title over artist and album, with the path to be seen on hovering.
  static func name(of track: LoudnessReport.TrackRow) -> String {
    let path = FilePath(track.path)
    return name(
      track.title ?? path.lastComponent.displayText, below: [track.artist, track.album],
      note: track.isTruncated ? "cut short" : nil, path: path)
  }

  static func name(of album: LoudnessReport.AlbumRow) -> String {
    let title = album.title ?? album.folder
    return name(
      album.disc.map { "\(title), disc \($0)" } ?? title,
      below: [album.artist ?? (album.title == nil ? nil : "various artists")],
      note: album.isPartial ? "partial" : nil, path: FilePath(album.folder))
  }

  private static func name(
    _ title: String, below: [String?], note: String?, path: FilePath
  ) -> String {
    let mark = note.map { " <span class=\"note\">\($0)</span>" } ?? ""
    let rest = below.compactMap { $0 }.joined(separator: " · ")
    let second = rest.isEmpty ? "" : "<small dir=\"auto\">\(HTMLText.escaped(rest))</small>"
    return """
      <span class="name" title="\(HTMLText.escaped(path.displayText))" dir="auto">\
      \(HTMLText.escaped(title))</span>\(mark)\(second)
      """
  }

  static func alarm(_ text: String) -> String { "<span class=\"alarm\">\(text)</span>" }

  /// One decimal and a true minus; nothing for nil.
  static func fixed(_ value: Double?) -> String {
    guard let value else { return "" }
    let text = DecimalText.fixed(value, places: 1)
    return text.hasPrefix("-") ? "−" + text.dropFirst() : text
  }

  static func signed(_ value: Double?) -> String {
    value.map { DecimalText.signed($0, places: 1) } ?? ""
  }

  static func level(_ value: Double) -> String { fixed(value) }
}
