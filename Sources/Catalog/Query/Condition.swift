import Decoders

extension Query {
  /// What a track must fulfil. A value that is unknown fulfils nothing but `missing` and `not`.
  public indirect enum Condition: Hashable, Sendable {
    /// All of these; `.all([])` is fulfilled by every track.
    case all([Condition])
    /// At least one of these.
    case any([Condition])
    case not(Condition)

    /// Free text: words of title, artist, album, album artist, genre or file name, one behind the
    /// other, of which the last may go on. Capitals and accents do not count.
    case words(String)
    /// A number, a duration (seconds) or a date (seconds since 1970) in a range.
    case number(Field, Interval)
    case tempo(TempoMatch)
    case key(Field, Set<MusicalKey>)
    /// A text that contains another, or that is the same; capitals and accents do not count.
    case text(Field, String, isWhole: Bool)
    /// A text in which a regular expression is found.
    case pattern(Field, TextPattern)
    /// The file itself, or a file somewhere in this folder.
    case path(FilePath)
    case status(Set<FileStatus>)
    /// What a saved query of this name finds. The catalogue puts the query in its place before it
    /// asks; a track alone cannot tell.
    case playlist(String)
    /// One of these files, by their numbers in the catalogue.
    case files(Set<Int64>)
    /// The value is known.
    case has(Field)
    /// The value is unknown, and this is the reason; nil for any reason.
    case reason(Field, String?)
  }
}
