import CWeights

/// The trained layers of the network that hears keys.
///
/// 1. *fold*: what the same pitch class does in six octaves, as a few dozen channels;
/// 2. *chord*: what sounds at the twelve intervals above each pitch class;
/// 3. *time*: how that goes on over five frames;
/// 4. *scale*: again all twelve intervals;
/// 5. *out*: for each pitch class as the tonic, major and minor, over nine frames.
///
/// All layers treat the twelve pitch classes alike, so music transposed by an octave's worth of
/// semitones is heard the same but for its register.
///
/// *Source:* the octave fold and circular convolutions over pitch classes are our own arrangement of
/// what F. Korzeniowski & G. Widmer, Genre-Agnostic Key Classification with Convolutional Neural
/// Networks, ISMIR 2018, do without the octave; trained by `training/key_network`.
struct KeyModel: Sendable {
  let fold: Convolution
  let chord: Convolution
  let time: Convolution
  let scale: Convolution
  let out: Convolution

  static let pitchClassCount = 12
  static let octaveCount = KeyFeatures.noteCount / pitchClassCount

  /// Frames before and after a frame that count.
  var reach: Int { time.tapCount / 2 + out.tapCount / 2 }

  /// - Throws: When a tensor is missing, or its shape does not fit the others'.
  init(_ file: WeightFile) throws(WeightFileError) {
    fold = try file.layer("fold", inputs: KeyFeatures.valuesPerNote, taps: Self.octaveCount)
    chord = try file.layer("chord", inputs: fold.outputCount, taps: Self.pitchClassCount)
    time = try file.layer("time", inputs: chord.outputCount, taps: nil)
    scale = try file.layer("scale", inputs: time.outputCount, taps: Self.pitchClassCount)
    out = try file.layer("out", inputs: scale.outputCount, taps: nil)
    guard out.outputCount == 2 else {
      throw .wrongShape(tensor: "out.weight", found: [out.outputCount])
    }
  }

  /// The layers that come with the program.
  static let embedded: KeyModel = {
    do {
      return try embeddedBytes { bytes throws(WeightFileError) in
        try KeyModel(WeightFile(bytes))
      }
    } catch {
      fatalError("Sources/Analysis/Weights/key.bin does not fit this program: \(error)")
    }
  }()

  /// Calls `body` with the file that is embedded.
  static func embeddedBytes<Result, Failure>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let weights = mucat_key_weights()
    return try body(UnsafeRawBufferPointer(start: weights.bytes, count: weights.byte_count))
  }
}

extension WeightFile {
  /// A layer whose weights are `[output][input][tap]`.
  ///
  /// - Parameter taps: How many there must be; nil for any odd number.
  fileprivate func layer(
    _ name: String, inputs: Int, taps: Int?
  ) throws(WeightFileError) -> Convolution {
    let weights = try tensor("\(name).weight", shape: [nil, inputs, taps])
    let tapCount = weights.shape[2]
    guard taps != nil || tapCount % 2 == 1 else {
      throw .wrongShape(tensor: "\(name).weight", found: weights.shape)
    }
    let biases = try tensor("\(name).bias", shape: [weights.shape[0]]).values
    return Convolution(biases: biases, tapCount: tapCount, rowCount: inputs) { output, tap, row in
      weights.values[(output * inputs + row) * tapCount + tap]
    }
  }
}
