@_spi(_Unicode) import Swift

/// Text as it is searched: small letters without accents, so that "royksopp" finds "Röyksopp",
/// "strasse" finds "Straße", and a name is found however its accents are composed.
///
/// What is stored and what is looked for both pass through here; nothing else compares text.
enum FoldedText {
  static func fold(_ text: String) -> String {
    foldedASCII(text) ?? foldedUnicode(text)
  }

  /// The same for text of ASCII alone, which most is, at a tenth of the cost; nil for other text.
  private static func foldedASCII(_ text: String) -> String? {
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    return String(unsafeUninitializedCapacity: text.utf8.count) { folded in
      for (index, byte) in text.utf8.enumerated() {
        let isCapital = byte >= 0x41 && byte <= 0x5A
        let isControl = byte < 0x20 || byte == 0x7F
        folded[index] = isControl ? 0x20 : isCapital ? byte + 0x20 : byte
      }
      return text.utf8.count
    }
  }

  private static func foldedUnicode(_ text: String) -> String {
    var folded = String.UnicodeScalarView()
    // The standard library's canonical decomposition: accents become scalars of their own.
    for scalar in text._nfd {
      if scalar.isASCII {
        // Zeros and line breaks would end a text or a row elsewhere; none is searched for.
        let isControl = scalar.value < 0x20 || scalar.value == 0x7F
        folded.append(isControl ? " " : scalar.smallASCIILetter)
        continue
      }
      if scalar.properties.generalCategory == .nonspacingMark { continue }
      for small in scalar.properties.lowercaseMapping.unicodeScalars
      where small.properties.generalCategory != .nonspacingMark {
        if let plain = undecomposable[small] {
          folded.append(contentsOf: plain.unicodeScalars)
        } else {
          folded.append(small)
        }
      }
    }
    return String(folded)
  }

  /// Letters that Unicode does not take apart, as people type them without their keyboard.
  private static let undecomposable: [Unicode.Scalar: String] = [
    "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "ħ": "h",
    "ı": "i", "ŧ": "t", "ŋ": "n", "ς": "σ", "’": "'", "‘": "'", "“": "\"", "”": "\"", "–": "-",
    "—": "-", "‐": "-", "\u{A0}": " ",
  ]

  /// The words of a folded text: runs of letters and digits.
  static func words(of folded: String) -> [String] {
    var words: [String] = []
    var word = String.UnicodeScalarView()
    for scalar in folded.unicodeScalars {
      if isWordScalar(scalar) {
        word.append(scalar)
      } else if !word.isEmpty {
        words.append(String(word))
        word = String.UnicodeScalarView()
      }
    }
    if !word.isEmpty { words.append(String(word)) }
    return words
  }

  /// Letters, digits and private use: what FTS5's unicode61 tokenizer takes for a token.
  private static func isWordScalar(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .privateUse:
      true
    default: false
    }
  }
}

extension Unicode.Scalar {
  fileprivate var smallASCIILetter: Unicode.Scalar {
    guard value >= 0x41, value <= 0x5A else { return self }
    return Unicode.Scalar(UInt8(value + 0x20))
  }
}
