import Glibc

/// Where and when figures were measured.
enum Machine {
  /// "2026-11-30 08:15 UTC, AMD EPYC 9R14, 2 cores".
  static var description: String {
    "\(date), \(processor), \(sysconf(Int32(_SC_NPROCESSORS_ONLN))) cores"
  }

  /// The most memory that this process has had.
  static var peakMegabytes: Int {
    CPUClock.usage().ru_maxrss / 1024
  }

  /// Makes the system count the peak anew, from what is in use now.
  static func forgetPeak() {
    guard let file = fopen("/proc/self/clear_refs", "w") else { return }
    fputs("5", file)
    fclose(file)
  }

  /// The most memory since ``forgetPeak()``, in megabytes.
  static var peakSinceForgotten: Int {
    line(of: "/proc/self/status", beginning: "VmHWM:").flatMap {
      Int($0.filter { $0.isNumber })
    }.map { $0 / 1024 } ?? 0
  }

  private static var date: String {
    var now = time(nil)
    var parts = tm()
    gmtime_r(&now, &parts)
    var text = [CChar](repeating: 0, count: 32)
    strftime(&text, text.count, "%Y-%m-%d %H:%M UTC", &parts)
    return string(text)
  }

  private static var processor: String {
    line(of: "/proc/cpuinfo", beginning: "model name").map { String($0.dropFirst()) }
      ?? "an unknown processor"
  }

  /// What stands behind the colon of a file's first line that begins so.
  private static func line(of path: String, beginning prefix: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 4096)
    while fgets(&line, Int32(line.count), file) != nil {
      let text = string(line)
      if text.hasPrefix(prefix), let colon = text.firstIndex(of: ":") {
        return String(text[text.index(after: colon)...].filter { $0 != "\n" })
      }
    }
    return nil
  }

  private static func string(_ characters: [CChar]) -> String {
    String(
      decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
