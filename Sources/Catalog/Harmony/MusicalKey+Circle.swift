import Decoders

extension MusicalKey {
  /// How many fifths lie between two keys, the shorter way round the circle, 0 to 6. Relative keys lie
  /// at the same place.
  public func circleDistance(to other: MusicalKey) -> Int {
    let steps = abs(camelotNumber - other.camelotNumber)
    return min(steps, 12 - steps)
  }
}
