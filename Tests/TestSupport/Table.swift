import Glibc

/// Rows of text in columns, the first aligned left and the others right.
public struct Table {
  private var rows: [[String]]

  public init(_ header: [String]) {
    rows = [header]
  }

  public mutating func add(_ row: [String]) {
    rows.append(row)
  }

  public var text: String {
    let widths = (rows.first ?? []).indices.map { column in
      rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    return rows.map { row in
      row.enumerated().map { column, cell in
        let padding = String(repeating: " ", count: max(widths[column] - cell.count, 0))
        return column == 0 ? cell + padding : padding + cell
      }.joined(separator: "  ")
    }.joined(separator: "\n")
  }
}

/// A number with so many decimals, halves away from zero.
public func fixed(_ value: Double, _ decimals: Int) -> String {
  guard value.isFinite, abs(value) < 1e12 else { return "–" }
  let scale = (0..<decimals).reduce(1) { product, _ in product * 10 }
  let scaled = Int((abs(value) * Double(scale)).rounded())
  let sign = value < 0 && scaled > 0 ? "-" : ""
  guard decimals > 0 else { return sign + String(scaled) }
  let fraction = String(scaled % scale)
  return sign + String(scaled / scale) + "."
    + String(repeating: "0", count: decimals - fraction.count) + fraction
}
