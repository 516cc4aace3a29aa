/// Bars of block characters, with a resolution of an eighth of a column.
enum TextBar {
  /// - Parameter share: 0 to 1 of `width` columns.
  static func text(_ share: Double, width: Int) -> String {
    let eighths = Int((min(1, max(0, share)) * Double(width * 8)).rounded(.down))
    let part = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
    return String(repeating: "█", count: eighths / 8) + part
  }
}
