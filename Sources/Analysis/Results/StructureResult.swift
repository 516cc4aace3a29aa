extension MusicUnderstandingSession {
  /// The form of a piece: sections made of segments made of phrases.
  ///
  /// Each list covers the piece from its first sound to its last, in order and without gaps, and
  /// each section is made of whole segments, each segment of whole phrases. Where there are bars,
  /// all that begins within the piece begins with one: a phrase has one bar or more, a segment two,
  /// a section three and at least 4 s. All are empty when there is no form to find:
  /// `details.reason` says why.
  public struct StructureResult: Codable, Equatable, Sendable {
    public var sections: [CMTimeRange]
    public var segments: [CMTimeRange]
    public var phrases: [CMTimeRange]
    /// What Apple's type has no room for.
    public var details: StructureDetails

    public init(
      sections: [CMTimeRange] = [], segments: [CMTimeRange] = [], phrases: [CMTimeRange] = [],
      details: StructureDetails = StructureDetails()
    ) {
      self.sections = sections
      self.segments = segments
      self.phrases = phrases
      self.details = details
    }
  }

  /// Further findings about the form.
  public struct StructureDetails: Codable, Equatable, Sendable {
    /// Why there is no form.
    public enum Reason: String, Codable, Sendable, CaseIterable {
      case silence
      /// Less than 4 s from the first sound to the last.
      case tooShort
    }

    /// What each of the sections is, in the same order.
    public var sections: [SectionDescription]
    /// Whether the parts begin with bars; without a beat they begin at steps of half a second.
    public var followsBars: Bool
    public var reason: Reason?

    public init(
      sections: [SectionDescription] = [], followsBars: Bool = false, reason: Reason? = nil
    ) {
      self.sections = sections
      self.followsBars = followsBars
      self.reason = reason
    }
  }

  /// What a section is, and what it is like.
  public struct SectionDescription: Codable, Hashable, Sendable {
    /// Its role; the letter of its group when that is unsure.
    public var label: SectionLabel
    /// Sections with the same letter are the same music: A is what comes first, then B, …
    public var group: String
    /// 0 to 1: how sure the role is; 0 for a letter.
    public var confidence: Float

    public init(label: SectionLabel, group: String, confidence: Float) {
      self.label = label
      self.group = group
      self.confidence = confidence
    }
  }

  /// The role of a section, or a letter.
  public struct SectionLabel: RawRepresentable, Hashable, Sendable, Codable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let intro = SectionLabel(rawValue: "intro")
    public static let verse = SectionLabel(rawValue: "verse")
    public static let chorus = SectionLabel(rawValue: "chorus")
    public static let bridge = SectionLabel(rawValue: "bridge")
    /// Where most instruments pause.
    public static let `break` = SectionLabel(rawValue: "break")
    /// Where they all come back after a break.
    public static let drop = SectionLabel(rawValue: "drop")
    public static let outro = SectionLabel(rawValue: "outro")
  }
}
