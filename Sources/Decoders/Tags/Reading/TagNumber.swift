/// Numbers out of tags: written by many programs in many lands, so read leniently, and in the same
/// way whatever the locale of this process is.
enum TagNumber {
  /// The number at the start of `text`: "−3,25 dB" is −3.25. A decimal comma is a point.
  static func decimal(_ text: String) -> Double? {
    number(text)?.value
  }

  /// The number at the start of `text`, and what stands behind it.
  private static func number(
    _ text: String
  ) -> (value: Double, rest: Substring.UnicodeScalarView)? {
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
    let power = exponent(rest)
    rest = rest.dropFirst(power.length)
    guard let value = Double(digits + power.text), value.isFinite else { return nil }
    return (value, rest)
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

  /// A tempo: above 0, below 1000. Programs that drop the point write 14525 for 145.25, or 1280
  /// for 128.0.
  static func beatsPerMinute(_ text: String) -> Double? {
    guard let value = decimal(text), value > 0 else { return nil }
    if value < 1000 { return value }
    return [value / 100, value / 10].first { (40..<400).contains($0) }
  }

  /// A gain in dB, −100 to 100, with or without its unit: "-6.52 dB", "+1,5", "\u{2212}3.1DB".
  /// Anything else behind the number, and any number beyond, is refused.
  static func gain(_ text: String) -> Double? {
    guard let reading = number(text), abs(reading.value) <= 100 else { return nil }
    let unit = String(reading.rest).filter { !$0.isWhitespace }.lowercased()
    return ["", "db", "lu"].contains(unit) ? reading.value : nil
  }

  /// A peak as linear amplitude, 0 to 1000: lossy codecs go beyond full scale.
  static func peak(_ text: String) -> Double? {
    guard let reading = number(text), (0...1000).contains(reading.value),
      reading.rest.allSatisfy(\.properties.isWhitespace)
    else { return nil }
    return reading.value
  }

  /// An R128 gain in dB: a whole number in Q7.8 fixed point, −32768 to 32767, and nothing behind
  /// it (RFC 7845 §5.2.1).
  static func q78(_ text: String) -> Double? {
    guard let reading = number(text), reading.value.rounded() == reading.value,
      (-32768...32767).contains(reading.value), !text.contains("."), !text.contains(","),
      reading.rest.allSatisfy(\.properties.isWhitespace)
    else { return nil }
    return reading.value / 256
  }

  /// A number for a tag, with a decimal point and so many digits behind it in any locale; halves
  /// are rounded away from zero.
  ///
  /// - Precondition: `value` is finite and below 10¹² in size.
  static func text(_ value: Double, places: Int) -> String {
    let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
    let scaled = Int64((value * scale).rounded())
    let digits = String(scaled.magnitude)
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    let sign = scaled < 0 ? "-" : ""
    guard places > 0 else { return sign + padded }
    return sign + padded.dropLast(places) + "." + padded.suffix(places)
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    scalar >= "0" && scalar <= "9"
  }

  /// A power of ten at the start of `text`, as "e-05", and how long it is there; else nothing.
  private static func exponent(
    _ text: Substring.UnicodeScalarView
  ) -> (text: String, length: Int) {
    guard let mark = text.first, mark == "e" || mark == "E" else { return ("", 0) }
    var rest = text.dropFirst()
    var sign = ""
    if let first = rest.first, first == "-" || first == "+" {
      sign = String(first)
      rest = rest.dropFirst()
    }
    let digits = rest.prefix(while: isDigit)
    guard (1...3).contains(digits.count) else { return ("", 0) }
    return ("e\(sign)\(String(digits))", 1 + sign.count + digits.count)
  }
}
