/// A table for people: columns by display width, fitted to a terminal.
struct TextTable {
  enum Alignment: Sendable { case left, right }

  struct Column: Sendable {
    let title: String
    var alignment = Alignment.left
    /// The narrowest that a column may become by cutting its cells before other columns are left
    /// out; nil: it is never cut.
    var minimumWidth: Int?
    /// When there is no room the column of the highest number goes first; 0 stays always.
    var dropOrder = 0
  }

  let columns: [Column]
  private(set) var rows: [[String]] = []

  private static let gap = 2
  /// Where cutting ends when nothing more can be left out.
  private static let leastWidth = 6

  init(columns: [Column]) {
    self.columns = columns
  }

  /// - Parameter cells: One per column; foreign text is made safe here.
  mutating func append(_ cells: [String]) {
    precondition(cells.count == columns.count, "one cell per column")
    rows.append(cells.map(Sanitize.forPeople))
  }

  /// Lays the table out. Columns without content in any row are left out.
  ///
  /// - Parameter width: Columns of the terminal; nil: nothing is cut or dropped.
  /// - Returns: The header and the rows, without trailing spaces.
  func lines(width: Int?, style: Style = .plain) -> [String] {
    let natural = columns.indices.map { index -> Int? in
      let content = rows.reduce(0) { max($0, DisplayWidth.of($1[index])) }
      return content > 0 ? max(content, DisplayWidth.of(columns[index].title)) : nil
    }
    let layout = width.map { fit(natural, into: $0) } ?? natural
    let header = style.bold(line(columns.map(\.title), layout))
    return [header] + rows.map { line($0, layout) }
  }

  /// The width of each column; nil for one that is left out.
  private func fit(_ natural: [Int?], into width: Int) -> [Int?] {
    var layout = natural
    while true {
      let excess = total(layout) - width
      if excess <= 0 { return layout }
      if let shrunk = shrink(layout, by: excess) { return shrunk }
      let candidates = columns.indices.filter { layout[$0] != nil && columns[$0].dropOrder > 0 }
      guard let next = candidates.max(by: { columns[$0].dropOrder < columns[$1].dropOrder }) else {
        return shrink(layout, by: excess, isLastResort: true) ?? layout
      }
      layout[next] = nil
    }
  }

  /// Takes columns off the widest cuttable column, one at a time: long ones give first.
  ///
  /// Nil when the minimum widths forbid it; as a last resort they do not.
  private func shrink(_ layout: [Int?], by excess: Int, isLastResort: Bool = false) -> [Int?]? {
    var layout = layout
    for _ in 0..<excess {
      let candidates = columns.indices.filter { index in
        guard let minimum = columns[index].minimumWidth, let width = layout[index] else {
          return false
        }
        return width > (isLastResort ? Self.leastWidth : minimum)
      }
      guard let widest = candidates.max(by: { (layout[$0] ?? 0) < (layout[$1] ?? 0) }) else {
        return isLastResort ? layout : nil
      }
      layout[widest] = layout[widest].map { $0 - 1 }
    }
    return layout
  }

  private func total(_ layout: [Int?]) -> Int {
    let widths = layout.compactMap { $0 }
    return widths.reduce(0, +) + Self.gap * max(0, widths.count - 1)
  }

  private func line(_ cells: [String], _ layout: [Int?]) -> String {
    var parts: [String] = []
    for (index, cell) in cells.enumerated() {
      guard let width = layout[index] else { continue }
      let shown = DisplayWidth.truncated(cell, to: width)
      let padding = String(repeating: " ", count: max(0, width - DisplayWidth.of(shown)))
      parts.append(columns[index].alignment == .right ? padding + shown : shown + padding)
    }
    var line = parts.joined(separator: String(repeating: " ", count: Self.gap))
    while line.last == " " { line.removeLast() }
    return line
  }
}
