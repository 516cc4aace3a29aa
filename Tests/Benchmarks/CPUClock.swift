import Glibc

/// Processor time of this process, all threads, user and system: what a crowded machine disturbs
/// least.
enum CPUClock {
  static func seconds() -> Double {
    seconds(usage())
  }

  static func seconds(_ usage: rusage) -> Double {
    seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }

  static func usage() -> rusage {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage
  }

  private static func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) / 1e6
  }
}

/// Something to be timed.
struct Contender {
  var name: String
  var run: () async throws -> Void
}

/// Times contenders in turn, round after round, so that a disturbance hits them alike.
///
/// - Returns: Each contender's median CPU seconds.
func race(_ contenders: [Contender], rounds: Int) async throws -> [String: Double] {
  var times: [String: [Double]] = [:]
  for _ in 0..<rounds {
    for contender in contenders {
      let start = CPUClock.seconds()
      try await contender.run()
      times[contender.name, default: []].append(CPUClock.seconds() - start)
    }
  }
  return times.mapValues { percentile($0, 0.5) }
}

/// The nearest rank; 0 for no values.
func percentile(_ values: [Double], _ fraction: Double) -> Double {
  guard !values.isEmpty else { return 0 }
  let sorted = values.sorted()
  return sorted[Int((Double(sorted.count - 1) * fraction).rounded())]
}
