/// Makes foreign text (tags, file names) fit to be shown.
enum Sanitize {
  /// The text on one line, without the power to move the cursor, recolour, or reorder what stands
  /// beside it: control characters, line separators and bidirectional controls are written as
  /// escapes. For people only: data formats carry the text as it is.
  ///
  /// Source of the bidirectional set: Unicode Standard Annex #9 §2; "Trojan Source", Boucher and
  /// Anderson 2021.
  static func forPeople(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isHarmful) else { return text }
    var safe = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if isHarmful(scalar) {
        safe.append(contentsOf: escape(scalar).unicodeScalars)
      } else {
        safe.append(scalar)
      }
    }
    return String(safe)
  }

  private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F: true
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    // Language tags: invisible, able to carry hidden text.
    case 0xE0000...0xE007F: true
    default: false
    }
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    default: break
    }
    let digits = String(scalar.value, radix: 16)
    if scalar.value < 0x100 { return "\\x" + (digits.count == 1 ? "0" : "") + digits }
    return "\\u{" + digits + "}"
  }
}
