/// Files that hold the same music.
public struct DuplicateGroup: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The same encoded audio in several files, whatever their tags and names.
    case exact
    /// The same music encoded several times; copies of one encoding may be among the files.
    case near
  }

  public var kind: Kind
  /// At least two; the one that seems best first, the others as they follow.
  public var files: [DuplicateFile]

  public init(kind: Kind, files: [DuplicateFile]) {
    self.kind = kind
    self.files = files
  }

  /// Bytes of all files but the best, names of one file counted once.
  public var surplusBytes: Int64 {
    files.dropFirst().reduce(0) { $0 + ($1.drawback == .sameFile ? 0 : $1.size) }
  }
}

/// A file of a group of duplicates.
public struct DuplicateFile: Hashable, Sendable {
  /// Why a file stands behind the best one: the first of these in which it is worse.
  public enum Drawback: String, Hashable, Sendable, CaseIterable {
    /// Another name of a file before it (a hard link, or a way through a link): the same bytes.
    case sameFile
    /// Cut short, or with damaged frames.
    case damaged
    /// Lossy, where the best is lossless.
    case lossy
    /// Clipped more, both being lossless.
    case clipped
    /// A lower sample rate, both being lossless.
    case sampleRate
    /// A lower bit rate, the codec's efficiency counted, both being lossy.
    case bitRate
    /// Fewer channels.
    case channels
    /// Shorter by a second and more.
    case shorter
    /// Fewer of the six tags that matter.
    case tags
    /// As good; its path is longer, or comes later.
    case name
  }

  public var track: Track
  /// Bytes of the whole file.
  public var size: Int64
  /// Bits of encoded audio per second; nil when unknown.
  public var bitRate: Double?
  public var isLossless: Bool
  /// Whether the file ends early or has damaged frames.
  public var isDamaged: Bool
  /// How many of title, artist, album, genre, year and track number are there.
  public var tagCount: Int
  /// How far the sound is from the best file's: the share of the fingerprint's bits that differ. 0
  /// for the same encoding, nil where the two were not compared directly.
  public var difference: Double?
  /// Nil for the best.
  public var drawback: Drawback?

  public init(
    track: Track, size: Int64, bitRate: Double? = nil, isLossless: Bool, isDamaged: Bool,
    tagCount: Int, difference: Double? = nil, drawback: Drawback? = nil
  ) {
    self.track = track
    self.size = size
    self.bitRate = bitRate
    self.isLossless = isLossless
    self.isDamaged = isDamaged
    self.tagCount = tagCount
    self.difference = difference
    self.drawback = drawback
  }

  /// The tags that ``tagCount`` counts.
  public static let countedTags = 6
}
