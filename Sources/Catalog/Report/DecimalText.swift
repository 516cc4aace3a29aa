/// Decimal numbers as text, the same in every locale: a point and ASCII digits.
enum DecimalText {
  /// A number with exactly `places` decimals, halves away from zero; never "-0.0".
  /// Empty for what is not finite, or beyond 15 digits.
  static func fixed(_ value: Double, places: Int) -> String {
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let scaled = (value * scale).rounded()
    guard scaled.isFinite, abs(scaled) < 1e15 else { return "" }
    let digits = String(Int64(abs(scaled)))
    let sign = scaled < 0 ? "-" : ""
    guard places > 0 else { return sign + digits }
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    return sign + padded.dropLast(places) + "." + padded.suffix(places)
  }

  /// As `fixed`, with a plus sign when positive and a true minus sign: for sentences.
  static func signed(_ value: Double, places: Int) -> String {
    let text = fixed(value, places: places)
    guard !text.isEmpty else { return text }
    if text.hasPrefix("-") { return "−" + text.dropFirst() }
    return text.contains { ("1"..."9").contains($0) } ? "+" + text : text
  }
}
