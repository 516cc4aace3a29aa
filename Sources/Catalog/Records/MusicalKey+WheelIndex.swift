import Decoders

extension MusicalKey {
  /// The key's place in the order of all keys, 0 (1A) to 23 (12B): how the catalogue stores keys,
  /// so that the order of an index is the order round the Camelot wheel.
  var wheelIndex: Int { (camelotNumber - 1) * 2 + (mode == .major ? 1 : 0) }

  /// The key at a place of that order; nil outside 0 to 23.
  init?(wheelIndex: Int) {
    guard (0..<24).contains(wheelIndex) else { return nil }
    self.init(camelotNumber: wheelIndex / 2 + 1, mode: wheelIndex % 2 == 1 ? .major : .minor)
  }
}
