import Decoders

/// How a key is written into a file's tags.
public enum KeySpelling: String, Hashable, Sendable, CaseIterable {
  /// "8A".
  case camelot
  /// "1m".
  case open
  /// "Am": what ID3 says a key looks like.
  case musical

  /// The key in this notation.
  public func text(of key: MusicalKey) -> String {
    switch self {
    case .camelot: key.camelot
    case .open: key.openKey
    case .musical: key.shortName
    }
  }
}

/// What is written to a file's tags about its music: tempo or key, the user's before the measured.
struct MusicTags {
  var options: TagWriter.Options

  enum Decision: Hashable {
    case write(TagChanges)
    /// Nothing is known: a short stable word, and a sentence.
    case refuse(code: String, reason: String)
  }

  func decision(for track: Track) -> Decision {
    var changes = TagChanges()
    switch options.standard {
    case .bpm:
      guard let tempo = track.bpm, tempo.isFinite, tempo > 0 else {
        let reason = track.bpmReason ?? "not analysed"
        return .refuse(code: "noTempo", reason: "no tempo was found: \(reason)")
      }
      changes.set(.beatsPerMinute, to: Self.text(ofTempo: tempo))
    case .key:
      guard let key = track.key else {
        let reason = track.keyReason ?? "not analysed"
        return .refuse(code: "noKey", reason: "no key was found: \(reason)")
      }
      changes.set(.initialKey, to: options.keyNotation.text(of: key))
    case .replaygain, .r128, .soundcheck: break
    }
    return .write(changes)
  }

  /// At most two decimals, and none that say nothing: "128", "127.96".
  static func text(ofTempo tempo: Double) -> String {
    var text = DecimalText.fixed(tempo, places: 2)
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }
}
