import Decoders

/// Something that a user says about a recording: it wins over what was measured, and stays whatever is
/// analysed later.
public enum UserValue: Hashable, Sendable {
  /// Beats per minute, positive; nil gives the measured tempo back.
  case tempo(Double?)
  /// Nil gives the measured key back.
  case key(MusicalKey?)
  /// Stars, brought into ``Catalog/ratings``; nil takes the rating away.
  case rating(Int?)
  /// The cues, whatever they were; positions that are not finite or negative are left out.
  case cues([CuePoint])
  /// The beat grid; nil, or one without stretches, gives the measured beats back.
  case grid(PiecewiseGrid?)
}
