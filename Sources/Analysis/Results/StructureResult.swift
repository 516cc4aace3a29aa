extension MusicUnderstandingSession {
  /// The form of a piece: sections made of segments made of phrases, on the bar grid.
  ///
  /// Not computed in this release.
  public struct StructureResult: Codable, Equatable, Sendable {
    public var sections: [CMTimeRange]
    public var segments: [CMTimeRange]
    public var phrases: [CMTimeRange]

    public init(
      sections: [CMTimeRange] = [], segments: [CMTimeRange] = [], phrases: [CMTimeRange] = []
    ) {
      self.sections = sections
      self.segments = segments
      self.phrases = phrases
    }
  }
}
