/// Two fingerprints laid over each other where they agree best.
package struct FingerprintAlignment: Hashable, Sendable {
  /// How much later the second begins in the music than the first, in seconds; negative when it
  /// begins earlier.
  package private(set) var shift = 0.0
  /// The share of bits that differ, 0 to 1, where both are; by chance it is a half.
  package private(set) var errorRate = 1.0
  /// The same in the worst 15 s.
  package private(set) var worstErrorRate = 1.0
  /// The median over all shifts: what the two have in common wherever they lie. Low for a hum.
  package private(set) var usualErrorRate = 1.0
  /// How many different values the shorter one has there.
  package private(set) var variety = 0

  /// Nil when they have too little in common to compare.
  ///
  /// All shifts up to ``maximumShift`` are tried, so that none is missed: 163 of them at some 950
  /// values are 0.6 ms, little for the few pairs that an index suggests.
  package init?(_ first: AcousticFingerprint, _ second: AcousticFingerprint) {
    let reach = Int((Self.maximumShift / AcousticFingerprint.step).rounded(.up))
    var rates: [Double] = []
    var best: (rate: Double, shift: Int)?
    for shift in -reach...reach {
      guard let rate = Self.errorRate(first.values, second.values, shift: shift) else { continue }
      rates.append(rate)
      // Of equal ones the smallest shift: a loop agrees with itself at many.
      if best.map({ rate < $0.rate || rate == $0.rate && abs(shift) < abs($0.shift) }) ?? true {
        best = (rate, shift)
      }
    }
    guard let best else { return nil }
    rates.sort()
    shift = Double(best.shift) * AcousticFingerprint.step
    errorRate = best.rate
    usualErrorRate = rates[rates.count / 2]
    let (one, other) = Self.common(first.values, second.values, shift: best.shift)
    variety = min(Set(one).count, Set(other).count)
    worstErrorRate = Self.worstErrorRate(one, other)
  }

  /// Seconds that one file may begin, or end, before the other.
  package static let maximumShift = 10.0
  /// Fewer values are not compared: 5 s and the 2.6 s that each value hears.
  static let minimumCount = 40
  /// The share of the shorter one's values that must lie over the other's: a loop agrees with itself
  /// a period later as well, with little of it left.
  private static let minimumOverlap = 0.75
  private static let windowCount = Int((15 / AcousticFingerprint.step).rounded())

  /// The values of each that lie over each other.
  private static func common(
    _ first: [UInt32], _ second: [UInt32], shift: Int
  ) -> (ArraySlice<UInt32>, ArraySlice<UInt32>) {
    let (start, otherStart) = (max(shift, 0), max(-shift, 0))
    let count = max(min(first.count - start, second.count - otherStart), 0)
    return (first.dropFirst(start).prefix(count), second.dropFirst(otherStart).prefix(count))
  }

  private static func errorRate(_ first: [UInt32], _ second: [UInt32], shift: Int) -> Double? {
    let (one, other) = common(first, second, shift: shift)
    let shorter = min(first.count, second.count)
    guard one.count >= minimumCount, Double(one.count) >= minimumOverlap * Double(shorter) else {
      return nil
    }
    var errors = 0
    one.withUnsafeBufferPointer { one in
      other.withUnsafeBufferPointer { other in
        for index in one.indices { errors += (one[index] ^ other[index]).nonzeroBitCount }
      }
    }
    return Double(errors) / Double(32 * one.count)
  }

  private static func worstErrorRate(
    _ one: ArraySlice<UInt32>, _ other: ArraySlice<UInt32>
  ) -> Double {
    let errors = zip(one, other).map { ($0 ^ $1).nonzeroBitCount }
    let length = min(windowCount, errors.count)
    var sum = errors.prefix(length).reduce(0, +)
    var worst = sum
    for end in length..<errors.count {
      sum += errors[end] - errors[end - length]
      worst = max(worst, sum)
    }
    return Double(worst) / Double(32 * length)
  }
}

extension FingerprintAlignment {
  /// Whether the two are the same performance and mix of a piece, differing only in coding, level,
  /// and some seconds at either end.
  ///
  /// The limits were measured on real music: docs/duplicates.md.
  ///
  /// - Parameters:
  ///   - firstDuration: Seconds that the first file plays.
  ///   - secondDuration: The second's.
  package func isSameMusic(firstDuration: Double, secondDuration: Double) -> Bool {
    let tail = firstDuration - shift - secondDuration
    return errorRate <= Self.maximumErrorRate && worstErrorRate <= Self.maximumWorstErrorRate
      && usualErrorRate - errorRate >= Self.minimumContrast
      && variety >= Self.minimumVariety && abs(tail) <= Self.maximumShift
  }

  /// Coded again: 0.08 at most. Another version of the same piece: 0.19 at least.
  static let maximumErrorRate = 0.13
  static let maximumWorstErrorRate = 0.2
  /// Of music; a hum or a hiss agrees with itself at every shift.
  static let minimumContrast = 0.08
  static let minimumVariety = 20
}
