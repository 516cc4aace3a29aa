import Catalog

/// Groups of duplicates, for people: two lines a file, so that no path need be cut.
enum DuplicateText {
  /// The width of the words in front of paths.
  private static let column = 14

  /// `the same music, 3 files: Harbour Lights - Night Ferry`, and the files below it.
  static func lines(_ group: DuplicateGroup, skipsBest: Bool, style: Style) -> [String] {
    let kind =
      switch group.kind {
      case .exact: "the same recording"
      case .near: "the same music"
      }
    let head = "\(kind), \(NumberText.count(group.files.count, "file")): "
    // The best need not be the one with tags.
    let named = group.files.first { $0.track.title != nil } ?? group.files.first
    let name = named.map { TrackTable.name($0.track) } ?? ""
    let files = skipsBest ? group.files.dropFirst() : group.files[...]
    return [style.bold(Sanitize.forPeople(head + name))]
      + files.flatMap { file in
        let word = "  " + (file.drawback.map(word) ?? "best")
        let padding = String(repeating: " ", count: max(1, column - word.count))
        let path = Sanitize.forPeople(file.track.path.displayText)
        return [
          word + padding + path,
          style.dim(String(repeating: " ", count: column) + Sanitize.forPeople(details(file))),
        ]
      }
  }

  /// `MPEG 1 layer III, 128 kbit/s, 44.1 kHz, 4:12, -0.3 dBTP, 4.1 MB, 5 of 6 tags`.
  static func details(_ file: DuplicateFile) -> String {
    let track = file.track
    var parts = [track.codec]
    if let rate = file.bitRate {
      parts.append("\(NumberText.fixed(rate / 1000, places: 0)) kbit/s")
    }
    parts.append("\(NumberText.decimal(Double(track.sampleRate) / 1000, places: 3)) kHz")
    if track.channelCount != 2 { parts.append(NumberText.count(track.channelCount, "channel")) }
    parts.append(NumberText.duration(track.duration))
    if let peak = track.truePeak { parts.append("\(NumberText.level(peak)) dBTP") }
    if track.clippedSampleCount > 0 {
      parts.append(NumberText.count(track.clippedSampleCount, "clipped sample"))
    }
    if file.isDamaged { parts.append(track.isTruncated ? "ends early" : "damaged") }
    parts.append(NumberText.bytes(Int(file.size)))
    parts.append("\(file.tagCount) of \(DuplicateFile.countedTags) tags")
    return parts.joined(separator: ", ")
  }

  static func word(_ drawback: DuplicateFile.Drawback) -> String {
    switch drawback {
    case .sameFile: "same file"
    case .damaged: "damaged"
    case .lossy: "lossy"
    case .clipped: "clipped"
    case .sampleRate: "lower rate"
    case .bitRate: "fewer bits"
    case .channels: "channels"
    case .shorter: "shorter"
    case .tags: "fewer tags"
    case .name: "copy"
    }
  }

  /// `3 groups, 7 files; 21.4 MB in files that are not the best`.
  static func summary(_ groups: [DuplicateGroup]) -> String {
    guard !groups.isEmpty else { return "no duplicates" }
    let files = groups.reduce(0) { $0 + $1.files.count }
    let surplus = groups.reduce(0) { $0 + $1.surplusBytes }
    return "\(NumberText.count(groups.count, "group")), \(NumberText.count(files, "file")); "
      + "\(NumberText.bytes(Int(surplus))) in files that are not the best"
  }
}
