/// Which part of what a track decodes to is music, in ticks of the track.
///
/// Encoders put priming before the music and padding behind it. Three places tell of it:
/// - the edit list, in the movie's ticks, which are often no shorter than a millisecond;
/// - iTunes' comment, exact to the frame; it wins where the two mean the same;
/// - the lengths of the packets, of which writers shorten the last: exact, but without the head.
struct MP4Timeline: Hashable {
  /// In ascending order, none overlapping; the last may end at `Int.max`, the end of the track.
  let kept: [Range<Int>]
  let source: DecodeReport.TrimSource
  let warnings: [String]

  init(movie: MP4Movie, track: MP4Track) {
    let total = track.durations.total > 0 ? track.durations.total : Int.max
    // How far two statements may lie apart that were rounded to the movie's ticks.
    let tick = movie.timescale > 0 ? track.timescale / movie.timescale + 1 : 1
    let edited = Self.ranges(movie: movie, track: track, total: total, tick: tick)
    let head = edited?.first?.lowerBound ?? 0

    if let gapless = movie.gapless, head == 0 || abs(head - gapless.priming) <= tick,
      edited?.count ?? 1 == 1, gapless.priming < total
    {
      let end = gapless.priming + gapless.frameCount
      // A count that reaches beyond the track by more than its last packet is of another file.
      if end <= total || end - total <= track.durations.longest {
        self.init(kept: [gapless.priming..<min(end, total)], source: .iTunSMPB)
        return
      }
    }
    guard let edited else {
      let warning = "an edit list that is out of order was ignored"
      self.init(kept: [0..<total], source: .none, warnings: [warning])
      return
    }
    let isCut = head > 0 || edited.last?.upperBound != total || edited.count > 1
    self.init(kept: edited, source: isCut ? .editList : .none)
  }

  private init(
    kept: [Range<Int>], source: DecodeReport.TrimSource, warnings: [String] = []
  ) {
    self.kept = kept
    self.source = source
    self.warnings = warnings
  }

  /// What the edit list keeps; all of it without a list, nil when the list goes back and forth.
  ///
  /// Pauses before the music are left out: the first frame of music is frame 0.
  private static func ranges(
    movie: MP4Movie, track: MP4Track, total: Int, tick: Int
  ) -> [Range<Int>]? {
    var ranges: [Range<Int>] = []
    for edit in track.edits {
      guard let start = edit.start, start < total else { continue }
      var end = total
      // The list of a fragmented file was written before its fragments.
      if !movie.isFragmented, movie.timescale > 0, edit.duration > 0,
        edit.duration < MP4Durations.maximumTotal, start < MP4Durations.maximumTotal
      {
        let length = Double(edit.duration) * Double(track.timescale) / Double(movie.timescale)
        let stop = start + Int(min(length.rounded(), Double(MP4Durations.maximumTotal)))
        if stop < total, total - stop > tick { end = stop }
      }
      if start < ranges.last?.upperBound ?? 0 { return nil }
      if end > start { ranges.append(start..<end) }
    }
    return ranges.isEmpty ? [0..<total] : ranges
  }
}
