import Glibc

/// What each step of a piece is like: its harmony, its timbre, and how loud it is.
struct FormFeatures {
  /// A vector for each step, of length 1, 0 where nothing sounds; centred on the piece's mean, so
  /// that products are negative for what is unlike.
  struct Vectors {
    let size: Int
    var values: [Float]

    func product(_ first: Int, _ second: Int) -> Float {
      values.withUnsafeBufferPointer { all in
        guard let base = all.baseAddress else { return 0 }
        return VectorMath.dot(base + first * size, base + second * size, count: size)
      }
    }
  }

  /// Pitch classes of each half of a step, so that the order of chords counts.
  let harmony: Vectors
  let timbre: Vectors
  /// The sum of all of a step's pitch classes, the greatest 1; `[step][pitch class]`.
  let chroma: [Float]
  /// The level of each step in dB relative to the loudest one, −60 to 0.
  let levels: [Float]

  /// Bands further below the piece's loudest band than this, in dB, count as silent.
  private static let range: Float = 60

  init(harmony: HarmonyFrames, timbre: TimbreFrames, grid: FormGrid) {
    let sums = Self.harmony(harmony, grid)
    chroma = Self.chroma(sums, stepCount: grid.stepCount)
    self.harmony = Self.centred(sums, size: sums.count / max(grid.stepCount, 1))
    (self.timbre, levels) = Self.timbre(timbre, grid)
  }

  /// Pitch classes of each part of each step, their sum 1 or, in silence, 0.
  private static func harmony(_ frames: HarmonyFrames, _ grid: FormGrid) -> [Float] {
    let width = PitchClassFinder.valuesPerFrame
    let parts = grid.isMetrical ? 2 : 1
    let size = parts * width
    var values = [Float](repeating: 0, count: grid.stepCount * size)
    for step in 0..<grid.stepCount {
      let (start, end) = (grid.edges[step], grid.edges[step + 1])
      for part in 0..<parts {
        let span = (end - start) / Double(parts)
        let from = HarmonyFrames.position(ofTime: start + Double(part) * span)
        let place = step * size + part * width
        forEachFrame(from: from, to: from + span * HarmonyFrames.frameRate, frames.frameCount) {
          frame, weight in
          for index in 0..<width {
            values[place + index] += weight * frames.values[frame * width + index]
          }
        }
        // Each half counts alike, however loud.
        let sum = values[place..<place + width].reduce(0, +)
        guard sum > 0 else { continue }
        for index in place..<place + width { values[index] /= sum }
      }
    }
    return values
  }

  private static func chroma(_ harmony: [Float], stepCount: Int) -> [Float] {
    let size = harmony.count / max(stepCount, 1)
    var chroma = [Float](repeating: 0, count: 12 * stepCount)
    for step in 0..<stepCount {
      for index in 0..<size { chroma[12 * step + index % 12] += harmony[step * size + index] }
      let greatest = chroma[12 * step..<12 * (step + 1)].max() ?? 0
      guard greatest > 0 else { continue }
      for index in 12 * step..<12 * (step + 1) { chroma[index] /= greatest }
    }
    return chroma
  }

  private static func timbre(_ frames: TimbreFrames, _ grid: FormGrid) -> (Vectors, [Float]) {
    let width = frames.bandCount
    var values = [Float](repeating: 0, count: grid.stepCount * width)
    for step in 0..<grid.stepCount {
      let from = TimbreFrames.position(ofTime: grid.edges[step])
      let to = TimbreFrames.position(ofTime: grid.edges[step + 1])
      var weights: Float = 0
      forEachFrame(from: from, to: to, frames.frameCount) { frame, weight in
        weights += weight
        for band in 0..<width {
          values[step * width + band] += weight * frames.level(ofBand: band, at: frame)
        }
      }
      guard weights > 0 else { continue }
      for band in 0..<width { values[step * width + band] /= weights }
    }
    let floor = (values.max() ?? 0) - range
    for index in values.indices { values[index] = max(values[index], floor) }
    var levels = (0..<grid.stepCount).map { step in
      let power = values[step * width..<(step + 1) * width].reduce(Float(0)) {
        $0 + powf(10, $1 / 10)
      }
      return 10 * log10f(power)
    }
    let loudest = levels.max() ?? 0
    for step in levels.indices { levels[step] = max(levels[step] - loudest, -range) }
    return (centred(values, size: width), levels)
  }

  /// Calls `body` with the frames that a stretch touches, and the part of each that it covers.
  private static func forEachFrame(
    from start: Double, to end: Double, _ count: Int, _ body: (Int, Float) -> Void
  ) {
    guard count > 0 else { return }
    let first = min(max(0, Int(start)), count - 1)
    let last = min(max(first, Int(end.rounded(.up)) - 1), count - 1)
    for frame in first...last {
      let overlap = min(end, Double(frame + 1)) - max(start, Double(frame))
      body(frame, Float(max(overlap, 1e-3)))
    }
  }

  private static func centred(_ values: [Float], size: Int) -> Vectors {
    let count = values.count / max(size, 1)
    guard count > 0 else { return Vectors(size: size, values: []) }
    var means = [Double](repeating: 0, count: size)
    for index in values.indices { means[index % size] += Double(values[index]) }
    var result = values
    for step in 0..<count {
      var square: Float = 0
      for index in 0..<size {
        let value = values[step * size + index] - Float(means[index] / Double(count))
        result[step * size + index] = value
        square += value * value
      }
      let scale = square > 1e-12 ? 1 / square.squareRoot() : 0
      for index in 0..<size { result[step * size + index] *= scale }
    }
    return Vectors(size: size, values: result)
  }
}
