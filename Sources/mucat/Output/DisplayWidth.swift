/// How many terminal columns text takes.
enum DisplayWidth {
  static func of(_ text: some StringProtocol) -> Int {
    // ASCII without controls, the usual case, needs no tables.
    if text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return text.utf8.count }
    return text.reduce(0) { $0 + of($1) }
  }

  /// 0, 1 or 2 columns: the widest scalar of the cluster decides, for marks sit on their base.
  static func of(_ character: Character) -> Int {
    var width = 0
    for scalar in character.unicodeScalars {
      // Variation selector 16 asks for the emoji form, which is wide.
      width = max(width, scalar.value == 0xFE0F ? 2 : of(scalar))
    }
    return width
  }

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F ? 0 : 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: break
    }
    if scalar.properties.isEmojiPresentation { return 2 }
    return wideRanges.contains { $0.contains(scalar.value) } ? 2 : 1
  }

  /// The blocks whose characters are East Asian Wide or Fullwidth.
  ///
  /// Source: Unicode Standard Annex #11, EastAsianWidth.txt; blocks, not single characters, which
  /// also covers what is not assigned yet.
  private static let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F,  // Hangul Jamo, leading
    0x2E80...0x303E,  // CJK radicals, symbols and punctuation
    0x3041...0x33FF,  // Kana, Bopomofo, compatibility Jamo, CJK compatibility
    0x3400...0x4DBF, 0x4E00...0x9FFF,  // CJK ideographs
    0xA000...0xA4CF,  // Yi
    0xA960...0xA97C,  // Hangul Jamo extended A
    0xAC00...0xD7A3,  // Hangul syllables
    0xF900...0xFAFF,  // CJK compatibility ideographs
    0xFE10...0xFE19, 0xFE30...0xFE6F,  // vertical and small forms
    0xFF01...0xFF60, 0xFFE0...0xFFE6,  // fullwidth forms
    0x1B000...0x1B2FF,  // Kana supplement
    0x20000...0x3FFFD,  // CJK ideographs, supplementary planes
  ]

  /// The text cut to at most `width` columns, the cut marked with `…`.
  static func truncated(_ text: String, to width: Int) -> String {
    guard of(text) > width else { return text }
    guard width > 0 else { return "" }
    var cut = ""
    var used = 0
    for character in text {
      let more = of(character)
      if used + more > width - 1 { break }
      cut.append(character)
      used += more
    }
    while cut.last == " " { cut.removeLast() }
    return cut + "…"
  }
}
