/// A day, a month or a year of the Gregorian calendar in UTC.
struct CalendarPeriod: Hashable {
  /// Seconds since 1970: the first of the period, and the first behind it.
  let start: Int64
  let end: Int64

  /// - Parameter text: `2026-01-31`, `2026-01` or `2026`.
  init?(_ text: String) {
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
}
