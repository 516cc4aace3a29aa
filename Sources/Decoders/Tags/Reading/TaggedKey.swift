/// What a key tag says.
public enum TaggedKey: Hashable, Sendable {
  /// A key, and how many cents its tuning is off, −100 to 100 ("04B -50cents"); 0 unless said.
  case key(MusicalKey, cents: Int)
  /// ID3's "o": somebody listened and found no key. That is more than an absent tag.
  case offKey
  /// Something that is no key in any notation known ("All", "13A").
  case unreadable

  /// - Parameter text: The tag's value in any notation of ``MusicalKey/init(_:)``.
  /// - Returns: Nil for text of nothing but space: an absent tag.
  public init?(_ text: String) {
    guard let text = TagText.cleaned(text) else { return nil }
    if let reading = KeyNotation.read(text) {
      self = .key(reading.key, cents: reading.cents)
    } else {
      self = text == "o" ? .offKey : .unreadable
    }
  }
}
