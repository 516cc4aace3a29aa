extension MusicalKey {
  /// Reads a key in any of the notations found in tags and typed by people.
  ///
  /// - Musical: a letter, an accidental (`#`, `♯`, `b`, `♭`, "sharp", "flat"), a mode ("m", "min",
  ///   "minor", "M", "maj", "major" or nothing for major): "Am", "F# minor", "Dbmaj".
  /// - German: "fis-moll", "Es-Dur", "B-Dur" (B flat, since the word is German), "H-Dur", "Hm".
  ///   Without a German word B is the English B.
  /// - Camelot "8A", "08a"; Open Key "1m", "12d".
  /// - Any of them with a tuning behind it, "04B -50cents", "A#m +50", which is not kept.
  ///
  /// Letters may be small where a mode follows ("am", "c# minor"). A small letter alone is refused:
  /// it is C major to some and C minor to others. A lone "M" is major and a lone "m" minor; words
  /// may be written either way. ID3's "o" (off key) is no key.
  public init?(_ text: String) {
    guard let reading = KeyNotation.read(text) else { return nil }
    self = reading.key
  }
}

/// The reader behind `MusicalKey.init(_:)`.
struct KeyNotation {
  private var rest: ArraySlice<Unicode.Scalar>

  /// - Returns: The key, and how many cents it is written to be off, −100 to 100; nil when the
  ///   text is no key.
  static func read(_ text: String) -> (key: MusicalKey, cents: Int)? {
    let scalars = text.unicodeScalars.prefix(maximumLength + 1)
    guard scalars.count <= maximumLength else { return nil }
    var notation = KeyNotation(rest: Array(scalars)[...])
    notation.trim()
    guard let cents = notation.takeCents() else { return nil }
    guard let key = notation.wheelKey() ?? notation.musicalKey() else { return nil }
    return (key, cents)
  }

  /// Far beyond any real notation.
  private static let maximumLength = 40

  // MARK: - Camelot and Open Key

  private func wheelKey() -> MusicalKey? {
    var rest = rest
    guard let letter = rest.popLast() else { return nil }
    while rest.last == " " { rest.removeLast() }
    guard (1...2).contains(rest.count), let number = Self.number(rest), (1...12).contains(number)
    else { return nil }
    switch letter {
    case "A", "a": return MusicalKey(camelotNumber: number, mode: .minor)
    case "B", "b": return MusicalKey(camelotNumber: number, mode: .major)
    // Open Key counts from C major and A minor, which are 8 on the Camelot wheel.
    case "M", "m": return MusicalKey(camelotNumber: number + 7, mode: .minor)
    case "D", "d": return MusicalKey(camelotNumber: number + 7, mode: .major)
    default: return nil
    }
  }

  // MARK: - Letters and words

  private func musicalKey() -> MusicalKey? {
    var notation = self
    guard let letter = notation.rest.popFirst() else { return nil }
    let capital = Self.capital(letter)
    guard let natural = Self.naturals[capital] else { return nil }
    let ending = notation.takeMode()
    // A small letter without a mode could mean either.
    guard ending != .none || letter == capital else { return nil }
    guard let accidental = notation.accidental(of: capital, ending: ending) else { return nil }
    return MusicalKey(
      pitchClass: natural + accidental, mode: ending == .minor || ending == .moll ? .minor : .major)
  }

  /// What the end of the text says about the mode.
  private enum Ending {
    /// No mode: major.
    case none
    case major, minor
    /// German words, with which B is B flat.
    case dur, moll
    case shortMajor

    var isGerman: Bool { self == .dur || self == .moll }
    var isWord: Bool { self != .none && self != .shortMajor }
  }

  /// Takes the mode, and what separates it, off the end.
  private mutating func takeMode() -> Ending {
    let text = String(String.UnicodeScalarView(rest))
    let small = text.lowercased()
    for (word, ending) in Self.modeWords where small.hasSuffix(word) {
      rest = rest.dropLast(word.unicodeScalars.count)
      while let last = rest.last, Self.separators.contains(last) { rest.removeLast() }
      return ending
    }
    guard let last = rest.last, last == "m" || last == "M" else { return .none }
    rest.removeLast()
    while rest.last == " " { rest.removeLast() }
    return last == "m" ? .minor : .shortMajor
  }

  /// The semitones that what is left adds to the letter; nil when it is no accidental.
  private func accidental(of capital: Unicode.Scalar, ending: Ending) -> Int? {
    var sign = String(String.UnicodeScalarView(rest))
    if sign == "B", ending.isWord { sign = "b" }
    switch (sign, capital) {
    case ("", "B"): return ending.isGerman ? -1 : 0
    case ("", _): return 0
    case ("#", _), ("♯", _): return capital == "H" ? nil : 1
    case ("b", _), ("♭", _): return capital == "H" ? nil : -1
    default: break
    }
    let word = String(String.UnicodeScalarView(rest.drop { Self.separators.contains($0) }))
      .lowercased()
    switch (word, capital) {
    case ("sharp", _): return capital == "H" ? nil : 1
    case ("flat", _): return capital == "H" ? nil : -1
    // German: fis, as, es, des. B and H have no "es", B no "is".
    case ("is", _): return capital == "B" ? nil : 1
    case ("s", "A"), ("s", "E"): return -1
    case ("es", "C"), ("es", "D"), ("es", "F"), ("es", "G"): return -1
    default: return nil
    }
  }

  private static let naturals: [Unicode.Scalar: Int] = [
    "C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11, "H": 11,
  ]

  private static let modeWords: [(word: String, ending: Ending)] = [
    ("minor", .minor), ("major", .major), ("moll", .moll), ("min", .minor), ("maj", .major),
    ("dur", .dur),
  ]

  private static let separators: Set<Unicode.Scalar> = [" ", "-", "_", "."]

  // MARK: - Tuning

  /// Takes "+50", "-50cents", "− 3 cent" off the end.
  ///
  /// - Returns: 0 when there is none; nil when there is one beyond ±100 cents.
  private mutating func takeCents() -> Int? {
    var front = rest
    let small = String(String.UnicodeScalarView(front)).lowercased()
    for unit in ["cents", "cent", "ct"] where small.hasSuffix(unit) {
      front = front.dropLast(unit.unicodeScalars.count)
      break
    }
    while front.last == " " { front.removeLast() }
    let digits = front.suffix(while: { ("0"..."9").contains($0) })
    front = front.dropLast(digits.count)
    while front.last == " " { front.removeLast() }
    guard !digits.isEmpty, let sign = front.popLast(), ["+", "-", "−", "±"].contains(sign)
    else { return 0 }
    guard let value = Self.number(digits), value <= 100 else { return nil }
    rest = front
    trim()
    return sign == "+" || sign == "±" ? value : -value
  }

  // MARK: - Scalars

  /// Drops white space and the zeros that old taggers leave, at both ends.
  private mutating func trim() {
    let isBlank = { (scalar: Unicode.Scalar) in
      scalar.properties.isWhitespace || scalar == "\0" || scalar == "\u{FEFF}"
    }
    rest = rest.drop(while: isBlank)
    while let last = rest.last, isBlank(last) { rest.removeLast() }
  }

  private static func number(_ digits: ArraySlice<Unicode.Scalar>) -> Int? {
    guard (1...3).contains(digits.count), digits.allSatisfy({ ("0"..."9").contains($0) })
    else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1.value) - 48 }
  }

  private static func capital(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    ("a"..."z").contains(scalar) ? Unicode.Scalar(UInt8(scalar.value) - 32) : scalar
  }
}

extension ArraySlice {
  /// The longest tail of elements that satisfy `predicate`.
  fileprivate func suffix(while predicate: (Element) -> Bool) -> ArraySlice {
    var start = endIndex
    while start > startIndex, predicate(self[start - 1]) { start -= 1 }
    return self[start...]
  }
}
