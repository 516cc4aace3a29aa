import Analysis
import Decoders

extension MusicalKey {
  /// The key of a signature, its spelling dropped.
  public init(_ signature: MusicUnderstandingSession.KeySignature) {
    self.init(
      pitchClass: signature.tonic.pitchClass, mode: signature.mode == .major ? .major : .minor)
  }
}

extension MusicUnderstandingSession.KeySignature {
  /// The signature of a key in the spelling of ``Decoders/MusicalKey/name``.
  public init(_ key: MusicalKey) {
    self.init(index: key.pitchClass + (key.mode == .minor ? 12 : 0))
  }
}
