/// Runs the key network over a piece as it comes: features in, a number for each key out, in order.
///
/// Each layer keeps just the frames that it still needs. What comes out is what one pass over the
/// whole would give: a layer over time takes its input as zero before the first frame and behind the
/// last.
final class KeyNetwork {
  private let model: KeyModel
  /// How many frames come in at a time, at most.
  let chunkLength: Int
  /// The input of `fold`, of `time`, and of `out`.
  private let windows: [FrameWindow]
  /// What stays within: the results of `fold`, of `time`, of `out`.
  private let folded: ChannelBuffer
  private let timed: ChannelBuffer
  private let logits: ChannelBuffer
  /// `[frame][key]`, indexed as `KeySignature.index`.
  private(set) var scores: [Float] = []

  private static let pitchClassCount = KeyModel.pitchClassCount

  /// - Parameter chunkLength: A multiple of eight. What comes out does not depend on it.
  init(model: KeyModel = .embedded, chunkLength: Int = 128) {
    precondition(chunkLength > 0 && chunkLength % Convolution.framesTogether == 0)
    self.model = model
    self.chunkLength = chunkLength
    let window = { (channelCount: Int, tapCount: Int) in
      FrameWindow(channelCount: channelCount, reach: tapCount / 2, chunkLength: chunkLength)
    }
    let positions = Self.pitchClassCount
    windows = [
      window(KeyFeatures.valuesPerFrame, 1),
      window(positions * model.time.rowCount, model.time.tapCount),
      window(positions * model.out.rowCount, model.out.tapCount),
    ]
    let buffer = { (rowCount: Int) in
      ChannelBuffer(rowCount: positions * rowCount, frameCount: chunkLength)
    }
    folded = buffer(model.fold.outputCount)
    timed = buffer(model.time.outputCount)
    logits = buffer(model.out.outputCount)
  }

  /// Takes in frames.
  ///
  /// - Parameters:
  ///   - frameCount: At most `chunkLength`.
  ///   - body: Writes the features, a row for each of `KeyFeatures.valuesPerFrame`.
  func process(frameCount: Int, _ body: (ChannelRows) -> Void) {
    windows[0].append(frameCount, body)
    advance(0, isEnding: false)
  }

  /// Ends the piece: makes the scores of all frames that are left. Call once.
  func finish() {
    for (layer, window) in windows.enumerated() {
      window.appendZeros(window.reach)
      advance(layer, isEnding: true)
    }
  }

  /// Lets a layer make what it can, and all layers behind it.
  private func advance(_ layer: Int, isEnding: Bool) {
    let group = Convolution.framesTogether
    while true {
      let ready = min(windows[layer].readyCount, chunkLength)
      let count = isEnding ? ready : ready / group * group
      guard count > 0 else { return }
      compute(layer, count)
      windows[layer].drop(count)
      if layer + 1 < windows.count { advance(layer + 1, isEnding: false) }
    }
  }

  private func compute(_ layer: Int, _ count: Int) {
    let input = windows[layer].ready
    switch layer {
    case 0:
      foldOctaves(input, count)
      windows[1].append(count) { output in
        applyAround(model.chord, to: folded.rows, count, into: output)
      }
    case 1:
      applyOverTime(model.time, to: input, count, isRectified: true, into: timed.rows)
      windows[2].append(count) { output in
        applyAround(model.scale, to: timed.rows, count, into: output)
      }
    default:
      applyOverTime(model.out, to: input, count, isRectified: false, into: logits.rows)
      appendScores(count)
    }
  }

  private func foldOctaves(_ input: ChannelRows, _ count: Int) {
    let perNote = KeyFeatures.valuesPerNote
    let taps = (0..<KeyModel.octaveCount).map {
      $0 * Self.pitchClassCount * perNote * input.stride
    }
    for position in 0..<Self.pitchClassCount {
      model.fold.apply(
        to: input.advanced(byRows: position * perNote), taps: taps, frameCount: count,
        isRectified: true, into: folded.rows.advanced(byRows: position * model.fold.outputCount))
    }
  }

  /// A layer over the twelve intervals above each pitch class.
  private func applyAround(
    _ layer: Convolution, to input: ChannelRows, _ count: Int, into output: ChannelRows
  ) {
    for position in 0..<Self.pitchClassCount {
      let taps = (0..<Self.pitchClassCount).map { interval in
        (position + interval) % Self.pitchClassCount * layer.rowCount * input.stride
      }
      layer.apply(
        to: input, taps: taps, frameCount: count, isRectified: true,
        into: output.advanced(byRows: position * layer.outputCount))
    }
  }

  private func applyOverTime(
    _ layer: Convolution, to input: ChannelRows, _ count: Int, isRectified: Bool,
    into output: ChannelRows
  ) {
    let taps = (0..<layer.tapCount).map { $0 - layer.tapCount / 2 }
    for position in 0..<Self.pitchClassCount {
      layer.apply(
        to: input.advanced(byRows: position * layer.rowCount), taps: taps, frameCount: count,
        isRectified: isRectified, into: output.advanced(byRows: position * layer.outputCount))
    }
  }

  /// Position p is the pitch class of the p-th note; its two rows are major and minor.
  private func appendScores(_ count: Int) {
    for frame in 0..<count {
      for mode in 0..<2 {
        for pitchClass in 0..<Self.pitchClassCount {
          let offset = pitchClass - KeyFeatures.lowestNote
          let position = (offset % 12 + 12) % 12
          scores.append(logits.rows.advanced(byRows: 2 * position + mode).first[frame])
        }
      }
    }
  }
}
