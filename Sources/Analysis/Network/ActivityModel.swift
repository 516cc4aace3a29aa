import CWeights

/// The trained layers of the network that follows beats, downbeats and four groups of instruments.
///
/// From the levels of frequency bands, and how much each has risen within two frames:
/// 1. *front*: shapes of a few bands by a few frames, looked for everywhere in the spectrum;
/// 2. *project*: what they are in all, as a few dozen channels;
/// 3. *blocks*: each looks twice as far around a frame as the one before, with five taps at a
///    distance (near) and at twice that distance (far), and adds what it finds to the channels;
/// 4. *heads*: one number for each of `Activations.Channel`.
///
/// *Source:* the dilated layers follow Bai, Kolter & Koltun, An Empirical Evaluation of Generic
/// Convolutional and Recurrent Networks for Sequence Modeling (2018), and, for beats, Davies & Böck,
/// Temporal convolutional networks for musical audio beat tracking, EUSIPCO 2019; layers that see two
/// distances at once are from Böck & Davies, Deconstruct, analyse, reconstruct, ISMIR 2020.
struct ActivityModel: Sendable {
  /// Layers that see a frame's neighbours at one distance and at its double.
  struct Block: Sendable {
    let near: Convolution
    let far: Convolution
    let mix: Convolution
    /// The distance of the near taps, in frames.
    let dilation: Int

    /// How many frames before and after a frame count.
    var reach: Int { dilation * max(near.tapCount / 2, 2 * (far.tapCount / 2)) }
  }

  let bandCount: Int
  /// The first number of each is for levels, the second for rises.
  let inputScale: [Float]
  let inputOffset: [Float]
  let front: Convolution
  /// The bands and frames that a shape of `front` spans.
  let frontBandCount: Int
  let frontFrameCount: Int
  let project: Convolution
  let blocks: [Block]
  let heads: Convolution

  /// From one place where shapes are looked for to the next.
  static let frontStep = 3
  /// Levels and rises.
  static let inputCount = 2

  /// The places in the spectrum where `front` looks.
  var frontPositionCount: Int { (bandCount - frontBandCount) / Self.frontStep + 1 }
  var channelCount: Int { project.outputCount }

  /// How many frames before and after a frame count.
  var reach: Int { blocks.reduce(frontFrameCount / 2) { $0 + $1.reach } }

  /// - Parameter bandCount: The bands of a frame of input.
  /// - Throws: When a tensor is missing, or its shape does not fit the others'.
  init(_ file: WeightFile, bandCount: Int) throws(WeightFileError) {
    self.bandCount = bandCount
    inputScale = try file.tensor("input.scale", shape: [Self.inputCount]).values
    inputOffset = try file.tensor("input.offset", shape: [Self.inputCount]).values

    let front = try file.tensor("front.weight", shape: [nil, Self.inputCount, nil, nil])
    let (bands, frames) = (front.shape[2], front.shape[3])
    guard bands > 0, bands <= bandCount, frames % 2 == 1 else {
      throw .wrongShape(tensor: "front.weight", found: front.shape)
    }
    (frontBandCount, frontFrameCount) = (bands, frames)
    self.front = try file.convolution(
      "front", outputs: front.shape[0], tapCount: Self.inputCount * frames, rowCount: bands
    ) { output, tap, band in
      let (input, frame) = tap.quotientAndRemainder(dividingBy: frames)
      return front.values[((output * Self.inputCount + input) * bands + band) * frames + frame]
    }

    let positionCount = (bandCount - bands) / Self.frontStep + 1
    project = try file.pointwise("project", inputs: front.shape[0] * positionCount)
    let channels = project.outputCount
    var blocks: [Block] = []
    while file.tensors["block\(blocks.count).mix.weight"] != nil {
      blocks.append(try Block(file, index: blocks.count, channels: channels))
    }
    self.blocks = blocks
    heads = try Self.heads(file, channels: channels)
  }

  private static func heads(
    _ file: WeightFile, channels: Int
  ) throws(WeightFileError) -> Convolution {
    var (weights, biases): ([Float], [Float]) = ([], [])
    for (name, outputs) in [("beat", 2), ("activity", 4)] {
      weights += try file.tensor("\(name).weight", shape: [outputs, channels]).values
      biases += try file.tensor("\(name).bias", shape: [outputs]).values
    }
    return Convolution(biases: biases, tapCount: 1, rowCount: channels) { output, _, row in
      weights[output * channels + row]
    }
  }
}

extension ActivityModel.Block {
  fileprivate init(_ file: WeightFile, index: Int, channels: Int) throws(WeightFileError) {
    near = try file.dilated("block\(index).near", inputs: channels)
    far = try file.dilated("block\(index).far", inputs: channels)
    mix = try file.pointwise("block\(index).mix", inputs: near.outputCount + far.outputCount)
    guard mix.outputCount == channels else {
      throw .wrongShape(
        tensor: "block\(index).mix.weight", found: [mix.outputCount, mix.rowCount])
    }
    guard index < 16 else { throw .wrongShape(tensor: "block\(index).mix.weight", found: []) }
    dilation = 1 << index
  }
}

extension WeightFile {
  fileprivate func convolution(
    _ name: String, outputs: Int, tapCount: Int, rowCount: Int,
    weight: (_ output: Int, _ tap: Int, _ row: Int) -> Float
  ) throws(WeightFileError) -> Convolution {
    let biases = try tensor("\(name).bias", shape: [outputs]).values
    return Convolution(biases: biases, tapCount: tapCount, rowCount: rowCount, weight: weight)
  }

  /// A layer that sees one frame at a time.
  fileprivate func pointwise(_ name: String, inputs: Int) throws(WeightFileError) -> Convolution {
    let weights = try tensor("\(name).weight", shape: [nil, inputs])
    return try convolution(
      name, outputs: weights.shape[0], tapCount: 1, rowCount: inputs
    ) { output, _, row in weights.values[output * inputs + row] }
  }

  /// A layer that sees frames at several distances, an odd number of them.
  fileprivate func dilated(_ name: String, inputs: Int) throws(WeightFileError) -> Convolution {
    let weights = try tensor("\(name).weight", shape: [nil, inputs, nil])
    let taps = weights.shape[2]
    guard taps % 2 == 1 else { throw .wrongShape(tensor: "\(name).weight", found: weights.shape) }
    return try convolution(
      name, outputs: weights.shape[0], tapCount: taps, rowCount: inputs
    ) { output, tap, row in weights.values[(output * inputs + row) * taps + tap] }
  }
}

extension ActivityModel {
  /// The layers that come with the program, for the bands of `BandAnalyzer`.
  static let embedded: ActivityModel = {
    do {
      return try embeddedBytes { bytes throws(WeightFileError) in
        try ActivityModel(WeightFile(bytes), bandCount: BandAnalyzer.bandCount)
      }
    } catch {
      fatalError("Sources/Analysis/Weights/activity.bin does not fit this program: \(error)")
    }
  }()

  /// Calls `body` with the file that is embedded.
  static func embeddedBytes<Result, Failure>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let weights = mucat_activity_weights()
    return try body(UnsafeRawBufferPointer(start: weights.bytes, count: weights.byte_count))
  }
}
