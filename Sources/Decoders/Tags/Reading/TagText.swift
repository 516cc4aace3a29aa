/// Text out of tags, made fit to show.
enum TagText {
  /// `text` with control characters as spaces and without space around it; nil when nothing is left.
  ///
  /// Zero bytes separate values in some tags and end them in others: as a space they do no harm.
  static func cleaned(_ text: String) -> String? {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where scalar != byteOrderMark {
      scalars.append(scalar.properties.generalCategory == .control ? " " : scalar)
    }
    let characters = String(scalars).drop(while: \.isWhitespace)
    guard let last = characters.lastIndex(where: { !$0.isWhitespace }) else { return nil }
    return String(characters[...last])
  }

  private static let byteOrderMark: Unicode.Scalar = "\u{FEFF}"
}
