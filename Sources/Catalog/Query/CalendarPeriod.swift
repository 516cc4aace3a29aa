/// A day, a month or a year of the Gregorian calendar in UTC.
struct CalendarPeriod: Hashable {
  /// Seconds since 1970: the first of the period, and the first behind it.
  let start: Int64
  let end: Int64

  /// - Parameters:
  ///   - text: `2026-01-31`, `2026-01` or `2026`; or a day that lies back from today by days,
  ///     weeks, months or years: `-7d`, `-2w`, `-3m`, `-1y`, `today`, `yesterday`.
  ///   - now: Seconds since 1970.
  init?(_ text: String, now: Int64) {
    if let day = Self.relativeDay(text, now: now) {
      start = Int64(day) * 86_400
      end = start + 86_400
      return
    }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count), parts[0].count == 4,
      parts.dropFirst().allSatisfy({ $0.count == 2 }),
      text.allSatisfy({ $0 == "-" || ($0.isASCII && $0.isNumber) })
    else { return nil }
    let numbers = parts.compactMap { Int($0) }
    guard numbers.count == parts.count else { return nil }
    let year = numbers[0]
    let month = numbers.count > 1 ? numbers[1] : 1
    let day = numbers.count > 2 ? numbers[2] : 1
    guard year >= 1, (1...12).contains(month) else { return nil }
    let first = Self.days(year: year, month: month, day: 1)
    let next =
      month == 12
      ? Self.days(year: year + 1, month: 1, day: 1)
      : Self.days(year: year, month: month + 1, day: 1)
    guard day >= 1, day <= next - first else { return nil }
    let days: (Int, Int) =
      switch numbers.count {
      case 1: (first, Self.days(year: year + 1, month: 1, day: 1))
      case 2: (first, next)
      default: (first + day - 1, first + day)
      }
    start = Int64(days.0) * 86_400
    end = Int64(days.1) * 86_400
  }

  /// Days since 1970-01-01. Years begin in March here, so that the leap day is the last.
  private static func days(year: Int, month: Int, day: Int) -> Int {
    let shiftedYear = month > 2 ? year : year - 1
    let shiftedMonth = (month + 9) % 12
    let leapDays = shiftedYear / 4 - shiftedYear / 100 + shiftedYear / 400
    // Months from March on have 31 30 31 30 31 days, again and again: 153 days in five.
    let dayOfYear = (153 * shiftedMonth + 2) / 5 + day - 1
    return 365 * shiftedYear + leapDays + dayOfYear - 719_468
  }

  /// The day, counted from 1970-01-01, that `text` counts back to; nil when it is no such text.
  private static func relativeDay(_ text: String, now: Int64) -> Int? {
    let today = Int((now - ((now % 86_400) + 86_400) % 86_400) / 86_400)
    switch text.lowercased() {
    case "today": return today
    case "yesterday": return today - 1
    default: break
    }
    let sign = text.first
    guard sign == "-" || sign == "−", let unit = text.last,
      let count = Int(text.dropFirst().dropLast()),
      (0...maximumCount).contains(count), text.dropFirst().first?.isNumber == true
    else { return nil }
    switch unit {
    case "d": return today - count
    case "w": return today - 7 * count
    case "m", "y":
      let date = date(ofDay: today)
      let months = 12 * date.year + date.month - 1 - (unit == "y" ? 12 * count : count)
      guard months >= 12 else { return nil }
      let (year, month) = (months / 12, months % 12 + 1)
      let first = days(year: year, month: month, day: 1)
      let next = days(year: month == 12 ? year + 1 : year, month: month % 12 + 1, day: 1)
      // A month before March 31 is the last of February.
      return first + min(date.day, next - first) - 1
    default: return nil
    }
  }

  /// Beyond any music.
  private static let maximumCount = 100_000

  /// The date of a day, counted from 1970-01-01: the year is found by search, since it cannot be
  /// wrong by more than one.
  private static func date(ofDay day: Int) -> (year: Int, month: Int, day: Int) {
    var year = 1970 + Int((Double(day) / 365.2425).rounded(.down))
    while days(year: year + 1, month: 1, day: 1) <= day { year += 1 }
    while days(year: year, month: 1, day: 1) > day { year -= 1 }
    let month = (1...12).last { days(year: year, month: $0, day: 1) <= day } ?? 1
    return (year, month, day - days(year: year, month: month, day: 1) + 1)
  }
}
