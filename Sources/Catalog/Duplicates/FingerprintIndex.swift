import Analysis

/// Finds the pairs among many fingerprints that may be of the same music, without comparing each
/// with each.
///
/// Of each fingerprint the 64 values with the lowest hashes are kept. What is lowest in a fingerprint
/// is lowest in one that is nearly the same, wherever in the music it stands, so two of the same
/// music keep mostly the same values, while others share one at most by chance. 512 bytes a
/// recording, all in memory: it takes seconds to make for 100,000 recordings, so that nothing need
/// be kept, and kept right, on disk.
///
/// *Source:* A. Broder, On the resemblance and containment of documents, SEQUENCES 1997 (the lowest
/// hashes as a sketch of a set).
struct FingerprintIndex {
  /// The bits of a value that are looked at: without the eight that lossy coding, and a shift by half
  /// a step, turn over most often (4 to 6 % of the time, the others 0.5 to 3.5 %).
  static let mask: UInt32 = 0xFFBC_CAEF
  static let sketchLength = 64
  /// Two of the same music share 20 and more (docs/duplicates.md).
  static let minimumShared = 6
  /// A value in more recordings than this says nothing: it is silence, or a hum.
  static let maximumOccurrence = 1000

  /// A hash in the upper half, the position of its fingerprint in the lower.
  private var entries: [UInt64] = []
  private var count = 0

  /// Takes in the next fingerprint; the first is at 0.
  mutating func append(_ fingerprint: AcousticFingerprint) {
    let position = UInt64(count)
    count += 1
    for hash in Self.sketch(of: fingerprint) { entries.append(UInt64(hash) << 32 | position) }
  }

  /// The lowest hashes, ascending.
  static func sketch(of fingerprint: AcousticFingerprint) -> [UInt32] {
    let hashes = fingerprint.values.map { hash($0 & mask) }
    // Hashes are spread evenly, so that the lowest are nearly always among those below this, and
    // the rest need not be sorted.
    let share = UInt64(4 * sketchLength) << 32 / UInt64(max(hashes.count, 1))
    let bound = UInt32(min(share, UInt64(UInt32.max)))
    let lowest = distinct(hashes.filter { $0 < bound })
    return lowest.count == sketchLength ? lowest : distinct(hashes)
  }

  /// The lowest of some hashes, each once, ascending.
  private static func distinct(_ hashes: [UInt32]) -> [UInt32] {
    var lowest: [UInt32] = []
    lowest.reserveCapacity(sketchLength)
    for hash in hashes.sorted() where hash != lowest.last {
      lowest.append(hash)
      if lowest.count == sketchLength { break }
    }
    return lowest
  }

  /// A permutation of 32 bits that leaves no trace of their order.
  ///
  /// *Source:* A. Appleby, MurmurHash3 (its last step).
  private static func hash(_ value: UInt32) -> UInt32 {
    var hash = value
    hash = (hash ^ hash >> 16) &* 0x85EB_CA6B
    hash = (hash ^ hash >> 13) &* 0xC2B2_AE35
    return hash ^ hash >> 16
  }

  /// Calls `body` with the positions of each pair that shares enough, the lower one first.
  ///
  /// - Complexity: One sort of 64 numbers a fingerprint; then proportional to what is shared.
  consuming func forEachCandidate<Failure: Error>(
    _ body: (Int, Int) throws(Failure) -> Void
  ) throws(Failure) {
    entries.sort()
    let values = Occurrences(entries, fingerprintCount: count)
    var shared = [UInt16](repeating: 0, count: count)
    var met: [Int] = []
    for first in 0..<count {
      for value in values.values(of: first) {
        for second in values.positions(of: value) where second > first {
          if shared[second] == 0 { met.append(second) }
          shared[second] += 1
        }
      }
      for second in met {
        if shared[second] >= Self.minimumShared { try body(first, second) }
        shared[second] = 0
      }
      met.removeAll(keepingCapacity: true)
    }
  }
}

/// Which fingerprints have which values, both ways. Values are numbered in their order; those of one
/// fingerprint only, and of too many, are left out.
private struct Occurrences {
  private var positions: [UInt32] = []
  private var positionsStart: [Int] = [0]
  private var values: [UInt32] = []
  private var valuesStart: [Int]

  init(_ entries: [UInt64], fingerprintCount: Int) {
    valuesStart = [Int](repeating: 0, count: fingerprintCount + 1)
    var start = 0
    while start < entries.count {
      var end = start
      while end < entries.count, entries[end] >> 32 == entries[start] >> 32 { end += 1 }
      if end - start > 1, end - start <= FingerprintIndex.maximumOccurrence {
        for entry in entries[start..<end] {
          let position = UInt32(truncatingIfNeeded: entry)
          positions.append(position)
          valuesStart[Int(position) + 1] += 1
        }
        positionsStart.append(positions.count)
      }
      start = end
    }
    for index in valuesStart.indices.dropFirst() { valuesStart[index] += valuesStart[index - 1] }
    values = [UInt32](repeating: 0, count: positions.count)
    var next = valuesStart
    for value in positionsStart.indices.dropLast() {
      for position in positions[positionsStart[value]..<positionsStart[value + 1]] {
        values[next[Int(position)]] = UInt32(value)
        next[Int(position)] += 1
      }
    }
  }

  func values(of fingerprint: Int) -> some Sequence<Int> {
    values[valuesStart[fingerprint]..<valuesStart[fingerprint + 1]].lazy.map { Int($0) }
  }

  func positions(of value: Int) -> some Sequence<Int> {
    positions[positionsStart[value]..<positionsStart[value + 1]].lazy.map { Int($0) }
  }
}
