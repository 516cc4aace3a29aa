/// A place in a recording that somebody marked.
public struct CuePoint: Hashable, Sendable {
  /// What the place is for; the raw values stand in the catalogue.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case cue, fadeIn, fadeOut, load, loop
  }

  public var kind: Kind
  /// Seconds on mucat's timeline.
  public var position: Double
  /// How long a loop is, in seconds; nil for a point.
  public var length: Double?
  /// The number of the pad, from 0; nil for a cue without one (a memory cue).
  public var slot: Int?
  public var name: String?
  /// Red, green and blue, 8 bits each; nil without a colour.
  public var color: Int?

  public init(
    kind: Kind = .cue, position: Double, length: Double? = nil, slot: Int? = nil,
    name: String? = nil, color: Int? = nil
  ) {
    self.kind = kind
    self.position = position
    self.length = length
    self.slot = slot
    self.name = name
    self.color = color
  }
}
