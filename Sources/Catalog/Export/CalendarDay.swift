import Glibc

/// A day of the Gregorian calendar in UTC.
struct CalendarDay {
  let year, month, day: Int

  init(secondsSince1970 seconds: Int64) {
    var time = time_t(seconds)
    var parts = tm()
    gmtime_r(&time, &parts)
    year = Int(parts.tm_year) + 1900
    month = Int(parts.tm_mon) + 1
    day = Int(parts.tm_mday)
  }

  /// "2026-03-01".
  var text: String { joined(by: "-", isPadded: true) }

  /// "2026/3/1".
  var slashedText: String { joined(by: "/", isPadded: false) }

  private func joined(by separator: String, isPadded: Bool) -> String {
    [year, month, day].map { isPadded && $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: separator)
  }
}
