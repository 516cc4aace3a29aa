import Testing

@testable import Catalog

@Suite("Periods of the calendar")
struct CalendarPeriodTests {
  /// As `date -u -d … +%s` says.
  @Test(
    "begin and end when the calendar says",
    arguments: [
      ("1970", 0, 31_536_000), ("2026", 1_767_225_600, 1_798_761_600),
      ("2026-01", 1_767_225_600, 1_769_904_000), ("2024-02", 1_706_745_600, 1_709_251_200),
      ("2024-02-29", 1_709_164_800, 1_709_251_200), ("2000-12-31", 978_220_800, 978_307_200),
      ("1969-12-31", -86_400, 0), ("2100-02", 4_105_123_200, 4_107_542_400),
    ] as [(String, Int64, Int64)])
  func periods(text: String, start: Int64, end: Int64) throws {
    let period = try #require(CalendarPeriod(text, now: 0))
    #expect(period.start == start)
    #expect(period.end == end)
  }

  @Test(
    "that do not exist are refused",
    arguments: [
      "", "26", "2026-1", "2026-00", "2026-13", "2023-02-29", "2100-02-29", "2026-04-31",
      "2026-01-00", "2026-01-01-01", "0000", "2026-", "-2026", "２０２６", "2026/01", "2026-+1",
    ])
  func refused(text: String) {
    #expect(CalendarPeriod(text, now: 0) == nil)
  }

  /// From Sunday 2024-03-31, 15:00 UTC; the days as `date -u -d` with the same words counts them,
  /// but for months: the last day of a shorter month is never skipped.
  @Test(
    "count back from today",
    arguments: [
      ("today", "2024-03-31"), ("-0d", "2024-03-31"), ("yesterday", "2024-03-30"),
      ("-1d", "2024-03-30"), ("-31d", "2024-02-29"), ("-1w", "2024-03-24"), ("-1m", "2024-02-29"),
      ("-3m", "2023-12-31"), ("-13m", "2023-02-28"), ("-1y", "2023-03-31"), ("-4Y", nil),
      ("-2000y", "0024-03-31"), ("-3000y", nil), ("--1d", nil), ("-d", nil), ("-1", nil),
      ("-+1d", nil), ("-1.5d", nil), ("-99999999999999999999d", nil),
    ] as [(String, String?)])
  func relative(text: String, day: String?) throws {
    let now: Int64 = 1_711_897_200
    let expected = try day.map { try #require(CalendarPeriod($0, now: now)) }
    #expect(CalendarPeriod(text, now: now) == expected)
  }
}
