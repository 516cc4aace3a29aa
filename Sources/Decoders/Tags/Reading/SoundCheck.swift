import Glibc

/// Apple's volume normalisation as iTunes stores it in the tag `iTunNORM`: ten numbers.
///
/// The first two are the loudness of the left and the right channel, as power in thousandths of
/// what needs no change; the next two the same in 2500ths; the seventh and eighth are the peaks as
/// 16-bit samples. The others are not documented. Players use the louder channel.
///
/// *Source:* the description of iTunNORM at id3.org ("iTunes Normalization settings"); Apple has
/// published nothing.
public struct SoundCheck: Hashable, Sendable {
  /// The ten numbers (or as many as a short tag has).
  public let words: [UInt32]

  /// The gain in dB that players apply.
  public var gainDB: Double {
    let loudest = words.prefix(2).max() ?? 1000
    return loudest == 0 ? 0 : -10 * log10(Double(loudest) / 1000)
  }

  /// - Parameters:
  ///   - gainDB: The gain to apply, −18 to 30: what lies beyond is held at the nearest number.
  ///   - peak: The highest sample, 1 being full scale.
  public init(gainDB: Double, peak: Double) {
    func power(_ unit: Double) -> UInt32 {
      let value = (unit * pow(10, -gainDB / 10)).rounded()
      return UInt32(min(max(value.isFinite ? value : 0, 1), Self.maximumPower))
    }
    let sample = UInt32(min(max(peak.isFinite ? (peak * 32768).rounded() : 0, 0), 65535))
    words = [
      power(1000), power(1000), power(2500), power(2500), Self.filler, Self.filler, sample, sample,
      Self.filler, Self.filler,
    ]
  }

  /// Reads the tag: hexadecimal numbers parted by space, ten of them, or the first four.
  ///
  /// - Returns: Nil for anything else, and for a channel power of 0, from which no gain follows.
  public init?(_ text: String) {
    let parts = text.split(whereSeparator: \.isWhitespace)
    guard parts.count == 10 || parts.count == 4 else { return nil }
    var words: [UInt32] = []
    for part in parts {
      guard part.utf8.count <= 8, part.utf8.first != 0x2B, part.utf8.first != 0x2D,
        let word = UInt32(part, radix: 16)
      else { return nil }
      words.append(word)
    }
    guard words[0] > 0 || words[1] > 0 else { return nil }
    self.words = words
  }

  /// The tag's value: a space and eight capital hexadecimal digits for each number.
  public var text: String {
    words.map { word in
      let digits = String(word, radix: 16, uppercase: true)
      return " " + String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  /// iTunes writes no more than this.
  private static let maximumPower = 65534.0
  /// What stands in the numbers of unknown meaning in most files.
  private static let filler: UInt32 = 0x24CA8
}
