/// What the beginning of a piece sounds like, in a form that survives lossy coding: two files of the
/// same music have nearly the same fingerprint, whatever codec, bit rate and level they have.
///
/// A Chromaprint of the first two minutes. For comparing, not for recognising music without
/// something to compare it to.
///
/// *Source:* D. Jang, C. D. Yoo, S. Lee, S. Kim, T. Kalker, Pairwise boosted audio fingerprint, IEEE
/// TIFS 4 (2009), and Y. Ke, D. Hoiem, R. Sukthankar, Computer vision for music identification, CVPR
/// 2005, as libchromaprint combines them (algorithm 2).
public struct AcousticFingerprint: Hashable, Sendable {
  /// Raised whenever the values of the same audio can change; a catalogue stores it beside each.
  public static let algorithmVersion = 1
  /// How much of a piece is heard.
  static let seconds = 120
  /// The time between two values: 1,365 samples at 11,025 Hz.
  package static let step = 1365 / 11_025.0

  /// One value for each ``step``, each of the 2.6 s from there on: 948 for two minutes; none for
  /// less than three seconds. Bits are compared, not numbers.
  package let values: [UInt32]

  package init(values: [UInt32]) {
    self.values = values
  }

  /// Whether fingerprints can be made and read: whether libchromaprint is installed.
  public static var isAvailable: Bool { Chromaprint.isAvailable }
}

// MARK: - Bytes

extension AcousticFingerprint {
  /// Chromaprint's compressed form, about 2.6 KB; empty for a fingerprint without values, nil without
  /// the library. In base64 (of RFC 4648 §5, without padding) it is what fpcalc prints.
  package var packed: [UInt8]? {
    values.isEmpty ? [] : Chromaprint.pack(values)
  }

  /// The reverse of ``packed``; nil when the bytes are none, or the library is absent.
  package init?(packed: [UInt8]) {
    guard !packed.isEmpty else {
      self.init(values: [])
      return
    }
    guard let values = Chromaprint.unpack(packed) else { return nil }
    self.init(values: values)
  }
}
