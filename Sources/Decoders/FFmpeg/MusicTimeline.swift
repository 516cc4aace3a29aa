/// Which of the frames that come out of ffmpeg are music, in frames of its output.
struct MusicTimeline: Hashable {
  /// In ascending order, none overlapping, at least one; the last may end at `Int.max`.
  private(set) var kept: [Range<Int>]
  private(set) var source: DecodeReport.TrimSource

  static let everything = MusicTimeline(kept: [0..<Int.max], source: .none)

  private init(kept: [Range<Int>], source: DecodeReport.TrimSource) {
    self.kept = kept
    self.source = source
  }

  /// - Parameters:
  ///   - ticks: Ticks per second of the track.
  ///   - rate: Frames per second of the output.
  init(_ timeline: MP4Timeline, ticks: Int, rate: Int) {
    func frame(_ tick: Int) -> Int {
      tick == .max || ticks <= 0 ? tick : tick.converted(from: ticks, to: rate)
    }
    kept = timeline.kept.map { frame($0.lowerBound)..<frame($0.upperBound) }
    source = timeline.source
  }

  /// What a header that counts leaves of the decoded frames.
  init(_ length: CodedLength, rate: Int) {
    guard let delay = length.delay else {
      self = .everything
      return
    }
    self.init(kept: [delay..<delay + length.frameCount(at: rate)], source: .decoderDelay)
  }

  /// Cuts what every decoder of a codec puts before the music, if nothing else was cut there.
  mutating func cutUsualDelay(_ delay: Int) {
    guard delay > 0, let first = kept.first, first.lowerBound == 0, delay < first.upperBound else {
      return
    }
    kept[0] = delay..<first.upperBound
    source = .decoderDefault
  }

  /// The frames of music, nil when they go on to the end.
  var frameCount: Int? {
    guard let last = kept.last, last.upperBound != .max else { return nil }
    return kept.reduce(0) { $0 + $1.count }
  }

  /// What becomes of the frames from a position on.
  enum Part: Hashable {
    /// At most this many are music.
    case music(Int)
    /// This many are not.
    case skipped(Int)
  }

  func part(at position: Int) -> Part {
    for range in kept where position < range.upperBound {
      return position < range.lowerBound
        ? .skipped(range.lowerBound - position) : .music(range.upperBound - position)
    }
    return .skipped(.max)
  }
}
