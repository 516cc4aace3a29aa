extension MusicUnderstandingSession {
  /// How probable each of the 24 keys is in one stretch of music, given that it has one of them.
  ///
  /// In JSON an array of 24 numbers in the order of `values`.
  public struct KeyScores: Hashable, Sendable {
    /// From C major upwards by semitones to B major, then C minor to B minor: 24 values from 0 to 1,
    /// whose sum is 1 within rounding.
    public let values: [Float]

    /// - Parameter values: 24 as in `values`, or other numbers of which only the proportions count;
    ///   nil when there are not 24, one is negative or not finite, or all are 0.
    public init?(_ values: [Float]) {
      let sum = values.reduce(0) { $0 + Double($1) }
      guard values.count == KeySignature.count, sum > 0, sum.isFinite,
        values.allSatisfy({ $0 >= 0 })
      else { return nil }
      self.values = values.map { Float(Double($0) / sum) }
    }

    /// The probability of a key, however it is spelled.
    public subscript(key: KeySignature) -> Float { values[key.index] }

    /// All 24, best first; of equal ones the major keys first, from C upwards.
    public var ranked: [KeyCandidate] {
      let order = values.indices.sorted { (values[$0], $1) > (values[$1], $0) }
      return order.map { .init(key: .init(index: $0), score: values[$0]) }
    }

    /// The keys that a key is taken for most easily, with their probabilities, best first: the
    /// relative and the parallel one, and those a fifth above and below.
    public func alternatives(to key: KeySignature) -> [KeyCandidate] {
      let (tonic, mode) = (key.index % 12, key.index / 12)
      let relative = mode == 0 ? 12 + (tonic + 9) % 12 : (tonic + 3) % 12
      let parallel = 12 * (1 - mode) + tonic
      let related = [relative, parallel] + [7, 5].map { 12 * mode + (tonic + $0) % 12 }
      return ranked.filter { related.contains($0.key.index) }
    }
  }
}

extension MusicUnderstandingSession.KeyScores: Codable {
  /// - Throws: `DecodingError.dataCorrupted` when these are not 24 numbers of 0 or more.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let scores = Self(try container.decode([Float].self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "a key's scores are 24 numbers, not negative, not all 0")
    }
    self = scores
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(values)
  }
}
