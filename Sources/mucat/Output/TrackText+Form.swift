import Analysis

/// Sections and pace.
extension TrackText {
  var form: [Row] {
    guard let structure = result?.structure else { return [] }
    if let reason = structure.details.reason {
      return [("form", "unknown: \(reason.rawValue)")]
    }
    let sections = zip(structure.sections, structure.details.sections).map { range, section in
      let letter =
        section.label.rawValue == section.group ? "" : " (\(section.group))"
      return "\(NumberText.duration(range.start.seconds)) \(section.label.rawValue)\(letter)"
    }
    let made = [
      NumberText.count(structure.sections.count, "section"),
      NumberText.count(structure.segments.count, "segment"),
      NumberText.count(structure.phrases.count, "phrase"),
    ].joined(separator: ", ")
    return [
      ("form", sections.joined(separator: ", ")),
      ("", made + (structure.details.followsBars ? ", on the bars" : ", without bars")),
      ("pace", pace),
    ]
  }

  /// `21 events a minute: 0:00 18, 1:04 25`.
  private var pace: String? {
    guard let pace = result?.pace else { return nil }
    guard let mean = pace.details.mean else {
      return pace.details.reason.map { "unknown: \($0.rawValue)" }
    }
    let main = "\(NumberText.decimal(mean, places: 1)) events a minute"
    guard pace.ranges.count > 1 else { return main }
    let ranges = pace.ranges.map { range in
      "\(NumberText.duration(range.range.start.seconds)) "
        + NumberText.decimal(range.value, places: 1)
    }
    return main + ": " + ranges.joined(separator: ", ")
  }
}
