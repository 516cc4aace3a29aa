import Glibc

extension AudioAsset {
  /// Changes properties of the file's tags, and nothing else in the file.
  ///
  /// Written is the kind of tag that the format is known for: ID3v2 in MP3, WAV, AIFF, AAC, True
  /// Audio and DSF (of the version that is there, 2.3 in a file without one), Vorbis comments in
  /// FLAC and Ogg, atoms in MP4, attributes in WMA, APEv2 in Monkey's Audio, WavPack and Musepack.
  /// Other tags of the file, other frames and items, pictures and the audio stay as they are.
  ///
  /// The new file is written beside the old one, read back, compared, and put in its place in one
  /// step: whatever stops the program, the old file or the new one is there. It keeps the
  /// permissions, the owner and the extended attributes, and has a new time of modification, so
  /// that other programs notice. Through a symbolic link the file behind it is changed. A file of
  /// several names (hard links) is refused.
  ///
  /// - Returns: What stood there before, for ``restoreTags(_:over:)``.
  @discardableResult
  public func writeTags(_ changes: TagChanges) throws(TagWritingError) -> PreviousTags {
    try TagEdit(path: path).write(changes)
  }

  /// Puts back what stood in the tags before a change.
  ///
  /// ID3v2 tags and FLAC files are byte for byte what they were, lengths included, unless something
  /// else has changed them since; of other tags the values are what they were.
  ///
  /// - Parameter written: The change that is taken back.
  /// - Throws: `changed` when the tags do not hold what was written any more.
  public func restoreTags(
    _ previous: PreviousTags, over written: TagChanges
  ) throws(TagWritingError) {
    try TagEdit(path: path).restore(previous, over: written)
  }

  /// What stands now where a change would write, without writing: to be kept before
  /// ``writeTags(_:)``, so that nothing is lost whatever happens between the two.
  ///
  /// - Throws: What ``writeTags(_:)`` would throw for the change, but for failures of writing.
  public func previousTags(
    for changes: TagChanges
  ) throws(TagWritingError) -> PreviousTags {
    try TagEdit(path: path).previous(changes)
  }

  /// Removes from a folder what a process that was killed while writing tags left there.
  public static func removeTagWritingLeftovers(in folder: FilePath) {
    ReplacementFile.removeLeftovers(in: folder)
  }
}
