/// How far a scan is.
struct ProgressState: Hashable, Sendable {
  /// Whether all files have been found, so that the totals are final.
  var isComplete = false
  /// Files found, and those among them that are settled, by whatever means.
  var foundCount = 0
  var settledCount = 0
  var failedCount = 0
  /// Bytes of the files that have to be listened to, and of those that were.
  var workBytes = 0
  var doneBytes = 0
  /// Seconds of music listened to.
  var audioSeconds = 0.0
  /// What is being listened to.
  var current = ""
}

extension ProgressState {
  /// One line that fits into `width` columns: how far, how fast, how long still, what now.
  ///
  /// What matters less goes first when there is no room. The time left is shown when the totals
  /// are final and enough has been measured to divide by.
  ///
  /// - Parameter elapsed: Seconds since the scan began.
  func line(elapsed: Double, width: Int) -> String {
    var parts: [String] = []
    if isComplete {
      let fraction = Self.fraction(doneBytes, of: workBytes)
      parts.append(Self.bar(fraction, width: width >= 70 ? 20 : 8))
      let percent = String(Int(fraction * 100)) + "%"
      parts.append(String(repeating: " ", count: max(0, 4 - percent.count)) + percent)
      parts.append("\(NumberText.count(settledCount))/\(NumberText.count(foundCount))")
    } else {
      parts.append("looking for music: \(NumberText.count(foundCount, "file"))")
    }
    if failedCount > 0 { parts.append("\(NumberText.count(failedCount)) failed") }
    if audioSeconds > 0, elapsed > 0 {
      let speed = audioSeconds / elapsed
      parts.append(NumberText.fixed(speed, places: speed < 10 ? 1 : 0) + "× real time")
    }
    if let left = secondsLeft(elapsed: elapsed) {
      parts.append(NumberText.duration(left) + " left")
    }
    var text = parts.removeFirst()
    for part in parts where DisplayWidth.of(text) + 2 + DisplayWidth.of(part) <= width {
      text += "  " + part
    }
    let room = width - DisplayWidth.of(text) - 2
    if !current.isEmpty, room >= 12 {
      text += "  " + DisplayWidth.truncated(Sanitize.forPeople(current), to: room)
    }
    return DisplayWidth.truncated(text, to: width)
  }

  /// Seconds until the work is done, if it goes on as it went; nil when that cannot be told yet.
  func secondsLeft(elapsed: Double) -> Double? {
    guard isComplete, elapsed >= 1, doneBytes > 0, workBytes >= doneBytes else { return nil }
    return elapsed * Double(workBytes - doneBytes) / Double(doneBytes)
  }

  private static func fraction(_ part: Int, of whole: Int) -> Double {
    whole > 0 ? min(1, max(0, Double(part) / Double(whole))) : 1
  }

  private static func bar(_ fraction: Double, width: Int) -> String {
    let filled = Int((fraction * Double(width)).rounded(.down))
    return String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
  }
}
