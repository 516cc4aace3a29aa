import Decoders
import Glibc
import TestSupport
import Testing

/// Silence with clicks at known times: what shows where a decoder puts things.
struct ClickTrack {
  /// Seconds.
  var times: [Double]
  var duration: Double

  /// The fixtures' one second.
  static let second = ClickTrack(times: [0.1, 0.45, 0.97], duration: 1)
  /// Five seconds with clicks near the start, near the end, and off any grid.
  static let fiveSeconds = ClickTrack(
    times: [0.031, 0.5, 1.234_567, 2.718_28, 3.999, 4.9], duration: 5)

  /// One channel: peaks of a 3 kHz tone under a bell curve of half a millisecond.
  func render(sampleRate: Int) -> [Float] {
    let count = Int((duration * Double(sampleRate)).rounded())
    var samples = [Float](repeating: 0, count: count)
    for time in times {
      let centre = time * Double(sampleRate)
      let reach = 0.004 * Double(sampleRate)
      for frame in max(0, Int(centre - reach))..<min(count, Int(centre + reach)) {
        let t = Double(frame) / Double(sampleRate) - time
        samples[frame] += Float(0.5 * cos(6000 * Double.pi * t) * exp(-(t * 1400) * (t * 1400)))
      }
    }
    return samples
  }

  /// Expects every click within 1 ms of its place, by the centre of its energy.
  ///
  /// - Parameter start: Where the track begins in the file, in seconds.
  func expect(
    in file: DecodedFile, from start: Double = 0, channel: Int = 0, _ comment: Comment? = nil,
    location: SourceLocation = #_sourceLocation
  ) {
    let rate = Double(file.format.sampleRate)
    for time in times {
      let centre = (start + time) * rate
      let range =
        max(0, Int(centre - 0.02 * rate))..<min(file.frameCount, Int(centre + 0.02 * rate))
      guard range.lowerBound < range.upperBound else {
        Issue.record("\(start + time) s is not there", sourceLocation: location)
        continue
      }
      var (energy, moment) = (0.0, 0.0)
      for frame in range {
        let power = Double(file.planes[channel][frame]) * Double(file.planes[channel][frame])
        energy += power
        moment += power * Double(frame)
      }
      #expect(energy > 1e-6 * rate, comment, sourceLocation: location)
      #expect(
        abs(moment / energy - centre) < 0.001 * rate, "\(start + time) s", sourceLocation: location)
    }
  }
}
