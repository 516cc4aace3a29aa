import Catalog

extension ScanProgress {
  /// One line that fits into `width` columns: how far, how fast, how long still, what now.
  ///
  /// What matters less goes first when there is no room. Shares and the time left are of the bytes
  /// of the files that have to be read, since these tell best how much work they are.
  func line(width: Int) -> String {
    var parts: [String] = []
    switch phase {
    case .walking:
      parts.append("looking for music: \(NumberText.count(foundCount, "file"))")
    case .analysing:
      parts.append(Self.bar(doneShare, width: width >= 70 ? 20 : 8))
      let percent = String(Int(doneShare * 100)) + "%"
      parts.append(String(repeating: " ", count: max(0, 4 - percent.count)) + percent)
      parts.append("\(NumberText.count(doneCount))/\(NumberText.count(pendingCount))")
    }
    if failedCount > 0 { parts.append("\(NumberText.count(failedCount)) failed") }
    if audioSeconds > 0, elapsedSeconds > 0 {
      let speed = audioSeconds / elapsedSeconds
      parts.append(NumberText.fixed(speed, places: speed < 10 ? 1 : 0) + "× real time")
    }
    if let left = secondsLeft { parts.append(NumberText.duration(left) + " left") }

    var text = parts.removeFirst()
    for part in parts where DisplayWidth.of(text) + 2 + DisplayWidth.of(part) <= width {
      text += "  " + part
    }
    let room = width - DisplayWidth.of(text) - 2
    if let latestPath, room >= 12 {
      let name = Sanitize.forPeople(latestPath.lastComponent.displayText)
      text += "  " + DisplayWidth.truncated(name, to: room)
    }
    return DisplayWidth.truncated(text, to: width)
  }

  /// Seconds until the work is done, if it goes on as it went; nil while that would be a guess.
  var secondsLeft: Double? {
    guard phase == .analysing, elapsedSeconds >= 1, let bytesPerSecond else { return nil }
    return Double(max(0, pendingBytes - doneBytes)) / bytesPerSecond
  }

  /// 0 to 1; 1 when there is nothing to do.
  private var doneShare: Double {
    pendingBytes > 0 ? min(1, Double(doneBytes) / Double(pendingBytes)) : 1
  }

  private static func bar(_ share: Double, width: Int) -> String {
    let filled = TextBar.text(share, width: width)
    return filled + String(repeating: "░", count: width - filled.count)
  }
}
