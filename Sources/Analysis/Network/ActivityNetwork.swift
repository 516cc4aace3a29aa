/// Runs the network over a piece as it comes: features in, activations out, in order.
///
/// A frame of activations appears when all frames have come that it depends on,
/// `ActivityModel.reach` after it, and up to a chunk more. Each layer keeps just the frames that it
/// still needs, so the memory does not depend on the length of the music. What comes out is
/// to the last bit what one pass over the whole would give, whatever the blocks in which features
/// come: every layer takes its own input as zero before the first frame and behind the last.
final class ActivityNetwork {
  private let model: ActivityModel
  /// How many frames a layer makes at a time.
  private let chunkLength: Int
  /// The input of `front`, of each block, and of `heads`.
  private let windows: [FrameWindow]
  /// What stays within a layer: the results of `front`, of a block's near and far taps, of `heads`.
  private let shapes: ChannelBuffer
  private let found: ChannelBuffer
  private let logits: ChannelBuffer
  private let frontTaps: [Int]
  /// The last two frames of features, the older one first.
  private var previous: [Float]

  /// - Parameter chunkLength: How many frames a layer makes at a time, a multiple of eight. What
  ///   comes out does not depend on it.
  init(model: ActivityModel = .embedded, chunkLength: Int = 64) {
    precondition(chunkLength > 0 && chunkLength % Convolution.framesTogether == 0)
    self.model = model
    self.chunkLength = chunkLength
    let (chunk, channels) = (chunkLength, model.channelCount)
    let window = { (channelCount: Int, reach: Int) in
      FrameWindow(channelCount: channelCount, reach: reach, chunkLength: chunkLength)
    }
    let input = window(
      ActivityModel.inputCount * model.bandCount, model.frontFrameCount / 2)
    windows =
      [input] + model.blocks.map { window(channels, $0.reach) } + [window(channels, 0)]
    shapes = ChannelBuffer(rowCount: model.project.rowCount, frameCount: chunk)
    found = ChannelBuffer(
      rowCount: model.blocks.map(\.mix.rowCount).max() ?? 0, frameCount: chunk)
    logits = ChannelBuffer(rowCount: model.heads.outputCount, frameCount: chunk)
    previous = [Float](repeating: 0, count: 2 * model.bandCount)
    let inputStride = input.ready.stride
    frontTaps = (0..<model.front.tapCount).map { tap in
      let (channel, frame) = tap.quotientAndRemainder(dividingBy: model.frontFrameCount)
      return channel * model.bandCount * inputStride + frame - model.frontFrameCount / 2
    }
  }

  /// What the network holds in memory beside the weights.
  var byteCount: Int {
    windows.reduce(shapes.byteCount + found.byteCount + logits.byteCount) { $0 + $1.byteCount }
  }

  /// Takes in frames of features and appends the activations that follow from them.
  ///
  /// - Parameter features: Any number of whole frames, each of `bandCount` numbers.
  func process(_ features: UnsafeBufferPointer<Float>, into activations: inout Activations) {
    precondition(features.count % model.bandCount == 0)
    for start in stride(from: 0, to: features.count, by: model.bandCount) {
      takeIn(UnsafeBufferPointer(rebasing: features[start..<(start + model.bandCount)]))
      if windows[0].readyCount >= chunkLength {
        advance(0, isEnding: false, into: &activations)
      }
    }
  }

  /// Ends the piece: appends the activations of all frames that are left. Call once.
  func finish(into activations: inout Activations) {
    for (layer, window) in windows.enumerated() {
      var zeroCount = window.reach
      while zeroCount > 0 {
        let count = min(zeroCount, chunkLength)
        window.appendZeros(count)
        zeroCount -= count
        advance(layer, isEnding: zeroCount == 0, into: &activations)
      }
      advance(layer, isEnding: true, into: &activations)
    }
  }

  /// Writes a frame's levels and rises to the first window.
  private func takeIn(_ features: UnsafeBufferPointer<Float>) {
    let bandCount = model.bandCount
    let (levelScale, riseScale) = (model.inputScale[0], model.inputScale[1])
    let (levelOffset, riseOffset) = (model.inputOffset[0], model.inputOffset[1])
    windows[0].append(1) { rows in
      previous.withUnsafeMutableBufferPointer { previous in
        var level = rows.first
        var rise = rows.advanced(byRows: bandCount).first
        for band in 0..<bandCount {
          let value = features[band]
          level.pointee = levelScale * value + levelOffset
          rise.pointee = riseScale * max(0, value - previous[band]) + riseOffset
          level += rows.stride
          rise += rows.stride
          previous[band] = previous[bandCount + band]
          previous[bandCount + band] = value
        }
      }
    }
  }

  /// Lets a layer make what it can, and all layers behind it.
  ///
  /// - Parameter isEnding: Whether the layer's input is complete. If not, its frames are made in
  ///   whole groups.
  private func advance(_ layer: Int, isEnding: Bool, into activations: inout Activations) {
    let group = Convolution.framesTogether
    while true {
      let ready = min(windows[layer].readyCount, chunkLength)
      let count = isEnding ? ready : ready / group * group
      guard count > 0 else { return }
      compute(layer, count, into: &activations)
      windows[layer].drop(count)
      if layer + 1 < windows.count {
        advance(layer + 1, isEnding: false, into: &activations)
      }
    }
  }

  private func compute(_ layer: Int, _ count: Int, into activations: inout Activations) {
    let input = windows[layer].ready
    if layer == windows.count - 1 {
      model.heads.apply(to: input, taps: [0], frameCount: count, into: logits.rows)
      activations.append(logits: logits.rows, frameCount: count)
      return
    }
    windows[layer + 1].append(count) { output in
      if layer == 0 {
        computeFront(input, count, into: output)
      } else {
        let isLast = layer == windows.count - 2
        computeBlock(model.blocks[layer - 1], input, count, isRectified: isLast, into: output)
      }
    }
  }

  private func computeFront(_ input: ChannelRows, _ count: Int, into output: ChannelRows) {
    let positionCount = model.frontPositionCount
    for position in 0..<positionCount {
      // A shape's results at all positions lie together.
      let results = shapes.rows.advanced(byRows: position)
      model.front.apply(
        to: input.advanced(byRows: position * ActivityModel.frontStep), taps: frontTaps,
        frameCount: count, isRectified: true,
        into: ChannelRows(first: results.first, stride: positionCount * results.stride))
    }
    model.project.apply(
      to: shapes.rows, taps: [0], frameCount: count, isRectified: true, into: output)
  }

  private func computeBlock(
    _ block: ActivityModel.Block, _ input: ChannelRows, _ count: Int, isRectified: Bool,
    into output: ChannelRows
  ) {
    let taps = { (layer: Convolution, distance: Int) in
      (0..<layer.tapCount).map { ($0 - layer.tapCount / 2) * distance }
    }
    block.near.apply(
      to: input, taps: taps(block.near, block.dilation), frameCount: count, isRectified: true,
      into: found.rows)
    block.far.apply(
      to: input, taps: taps(block.far, 2 * block.dilation), frameCount: count, isRectified: true,
      into: found.rows.advanced(byRows: block.near.outputCount))
    block.mix.apply(
      to: found.rows, taps: [0], frameCount: count, adding: input, isRectified: isRectified,
      into: output)
  }
}
