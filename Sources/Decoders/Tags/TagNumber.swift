/// Numbers out of tags: written by many programs in many lands, so read leniently, and in the same
/// way whatever the locale of this process is.
enum TagNumber {
  /// The number at the start of `text`: "−3,25 dB" is −3.25. A decimal comma is a point.
  static func decimal(_ text: String) -> Double? {
    var digits = ""
    var rest = text.unicodeScalars.drop(while: \.properties.isWhitespace)
    if let sign = rest.first, ["+", "-", "\u{2212}"].contains(sign) {
      digits = sign == "+" ? "" : "-"
      // "- 3.2 dB" occurs.
      rest = rest.dropFirst().drop(while: \.properties.isWhitespace)
    }
    let whole = rest.prefix(while: isDigit)
    rest = rest.dropFirst(whole.count)
    var fraction = Substring.UnicodeScalarView()
    if let point = rest.first, point == "." || point == "," {
      fraction = rest.dropFirst().prefix(while: isDigit)
      rest = rest.dropFirst(1 + fraction.count)
    }
    guard !whole.isEmpty || !fraction.isEmpty, whole.count + fraction.count <= 40 else {
      return nil
    }
    digits += "\(whole.isEmpty ? "0" : String(whole)).\(fraction.isEmpty ? "0" : String(fraction))"
    digits += exponent(rest)
    return Double(digits).flatMap { $0.isFinite ? $0 : nil }
  }

  /// The whole number at the start of `text`, at least 1: "03/12" is 3.
  static func ordinal(_ text: String) -> Int? {
    let digits = text.unicodeScalars.drop(while: \.properties.isWhitespace).prefix(while: isDigit)
    return Int(String(digits)).flatMap { $0 > 0 ? $0 : nil }
  }

  /// The year in a date of any order: the first run of exactly four digits that is not 0000.
  static func year(_ text: String) -> Int? {
    let runs = text.unicodeScalars.split { !isDigit($0) }
    return runs.lazy.compactMap { run in run.count == 4 ? Int(String(run)) : nil }
      .first { $0 > 0 }
  }

  /// A tempo: above 0, below 1000. Programs that drop the point write 14525 for 145.25.
  static func beatsPerMinute(_ text: String) -> Double? {
    guard let value = decimal(text), value > 0 else { return nil }
    if value < 1000 { return value }
    return value < 100_000 ? value / 100 : nil
  }

  /// An R128 gain in dB: a whole number in Q7.8 fixed point (RFC 7845 §5.2.1).
  static func q78(_ text: String) -> Double? {
    guard let value = decimal(text), value.rounded() == value, abs(value) <= 32768 else {
      return nil
    }
    return value / 256
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    scalar >= "0" && scalar <= "9"
  }

  /// A power of ten behind a number, as "e-05", else nothing.
  private static func exponent(_ text: Substring.UnicodeScalarView) -> String {
    guard let mark = text.first, mark == "e" || mark == "E" else { return "" }
    var rest = text.dropFirst()
    var sign = ""
    if let first = rest.first, first == "-" || first == "+" {
      sign = String(first)
      rest = rest.dropFirst()
    }
    let digits = rest.prefix(while: isDigit)
    return digits.isEmpty || digits.count > 3 ? "" : "e\(sign)\(String(digits))"
  }
}
