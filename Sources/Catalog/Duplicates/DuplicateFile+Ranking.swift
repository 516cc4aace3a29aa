import Glibc

extension DuplicateFile {
  /// In what order files are worth keeping, by one property after the other.
  ///
  /// Every property is a number with steps so wide that what lies within one is not worth a
  /// decision; so that the order is one, whatever the files.
  private var merits: [(drawback: Drawback, value: Double)] {
    let duration = max(track.duration, 1)
    let clippedPerMinute = Double(track.clippedSampleCount) * 60 / duration
    // Steps of four times; less than a few clipped samples a minute are none.
    let clipping = (log2(1 + clippedPerMinute / 8) / 2).rounded(.down)
    let rate = (bitRate ?? 0) * CodecQuality.efficiency(track.codec)
    return [
      (.damaged, isDamaged ? 0 : 1),
      (.lossy, isLossless ? 1 : 0),
      // A decoder of a lossy codec passes full scale without anything having been clipped.
      (.clipped, isLossless ? -clipping : 0),
      (.sampleRate, isLossless ? Double(track.sampleRate) : 0),
      // Steps of a twelfth of an octave, 6 %: the same rate, variable and constant, is the same.
      (.bitRate, isLossless || rate <= 0 ? 0 : (log2(rate) * 12).rounded()),
      (.channels, Double(track.channelCount)),
      (.shorter, track.duration.rounded()),
      (.tags, Double(tagCount)),
    ]
  }

  /// Why this file stands behind another; nil when it does not.
  func drawback(against other: DuplicateFile) -> Drawback? {
    for (mine, others) in zip(merits, other.merits) where mine.value != others.value {
      return mine.value < others.value ? mine.drawback : nil
    }
    let (path, otherPath) = (track.path, other.track.path)
    if path.bytes.count != otherPath.bytes.count {
      return path.bytes.count > otherPath.bytes.count ? .name : nil
    }
    return otherPath < path ? .name : nil
  }
}
