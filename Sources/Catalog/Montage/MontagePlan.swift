import Decoders

/// Which clip is seen when, so that every cut is on a beat of the music.
public struct MontagePlan: Hashable, Sendable {
  /// A stretch of the film between two cuts.
  public struct Shot: Hashable, Sendable {
    /// The first frame, and the one behind the last.
    public var startFrame, endFrame: Int
    /// The moment in the music that the cut is for; the frame is the nearest to it.
    public var musicTime: Double
    public var clip: VideoClip
    /// What part of the clip is seen, in seconds.
    public var sourceStart, sourceDuration: Double
    /// How much faster than it was filmed: above 1 is faster.
    public var speed: Double

    public var frameCount: Int { endFrame - startFrame }
  }

  /// A section of the music and the shots that belong to it; the first begins with it.
  public struct Section: Hashable, Sendable {
    public var name: String
    /// Seconds.
    public var start, end: Double
    /// Events per minute: what the length of shots is made from.
    public var pace: Double
    public var shots: [Shot]

    /// Seconds that a shot should last.
    public var shotLength: Double { 60 / pace }
  }

  public var song: FilePath
  /// Seconds of music.
  public var duration: Double
  public var frameRate: FrameRate
  /// How much later the music's first frame is heard by who decodes the song without cutting what
  /// was guessed; what the renderer cuts off.
  public var songOffset: Double
  public var sections: [Section]

  public var shots: [Shot] { sections.flatMap(\.shots) }
  public var frameCount: Int { shots.last?.endFrame ?? 0 }
}

/// Why there is no plan.
public enum MontageError: Error, Hashable, Sendable, CustomStringConvertible {
  case noClips
  /// The music has no beats to cut on, for the reason that the analysis gave.
  case noBeats(reason: String?)
  case tooShort

  public var description: String {
    switch self {
    case .noClips: "there are no films to cut"
    case .noBeats(let reason): "the music has no beats to cut on: \(reason ?? "not analysed")"
    case .tooShort: "the music is shorter than a frame"
    }
  }
}
