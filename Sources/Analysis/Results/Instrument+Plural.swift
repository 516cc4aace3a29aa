extension MusicUnderstandingSession.Instrument {
  /// The same as ``vocal``: some code says it so.
  public static let vocals = vocal
  /// The same as ``drum``.
  public static let drums = drum
}
