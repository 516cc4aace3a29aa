/// Numbers for people, the same in every locale: a point, ASCII digits, no surprises.
enum NumberText {
  /// What stands where nothing is known.
  static let unknown = "–"

  /// A decimal number without trailing zeros: `128`, `127.5`, `-14.05`.
  static func decimal(_ value: Double, places: Int) -> String {
    var text = fixed(value, places: places)
    guard text.contains(".") else { return text }
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return text
  }

  /// A decimal number with exactly `places` decimals, rounded to nearest, halves away from zero.
  /// "−0.0" is written without its sign. A number that is not finite is unknown.
  static func fixed(_ value: Double, places: Int) -> String {
    guard value.isFinite else { return unknown }
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let scaled = (value * scale).rounded()
    guard abs(scaled) < 9e15 else { return "\(value)" }
    let magnitude = String(Int64(abs(scaled)))
    let sign = scaled < 0 ? "-" : ""
    guard places > 0 else { return sign + magnitude }
    let digits = String(repeating: "0", count: max(0, places + 1 - magnitude.count)) + magnitude
    return sign + digits.dropLast(places) + "." + digits.suffix(places)
  }

  /// As `fixed`, with a sign also when positive: `+3.2`, `-1.0`, `0.0`.
  static func signed(_ value: Double, places: Int) -> String {
    let text = fixed(value, places: places)
    let isPositive = value > 0 && text.contains { ("1"..."9").contains($0) }
    return isPositive ? "+" + text : text
  }

  /// A count with a comma between groups of three digits.
  static func count(_ value: Int) -> String {
    let digits = String(value.magnitude)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return (value < 0 ? "-" : "") + text
  }

  /// A count and its noun: `1 track`, `2 tracks`.
  static func count(_ value: Int, _ singular: String, _ plural: String? = nil) -> String {
    count(value) + " " + (value == 1 ? singular : plural ?? singular + "s")
  }

  /// Seconds as `m:ss`, or `h:mm:ss` from an hour on.
  static func duration(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds >= 0, seconds < 3.6e9 else { return unknown }
    let whole = Int(seconds.rounded())
    let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60)
    let tail = twoDigits(rest)
    return hours > 0 ? "\(hours):\(twoDigits(minutes)):\(tail)" : "\(minutes):\(tail)"
  }

  /// Bytes in the unit that keeps the number short: `3.2 MB`.
  static func bytes(_ count: Int) -> String {
    let units = ["bytes", "kB", "MB", "GB", "TB"]
    var value = Double(count)
    var unit = 0
    while value >= 1000, unit + 1 < units.count {
      value /= 1000
      unit += 1
    }
    return unit == 0 ? "\(count) bytes" : fixed(value, places: 1) + " " + units[unit]
  }

  /// Beats per minute: at most two decimals.
  static func tempo(_ value: Double?) -> String {
    value.map { decimal($0, places: 2) } ?? unknown
  }

  /// LUFS, LU, dB or dBTP: one decimal.
  static func level(_ value: Double?) -> String {
    value.map { fixed($0, places: 1) } ?? unknown
  }

  private static func twoDigits(_ value: Int) -> String {
    value < 10 ? "0\(value)" : "\(value)"
  }
}
