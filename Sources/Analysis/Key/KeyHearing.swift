/// What is heard of each frame of the signal: its pitches, and what the network says of it.
struct KeyHearing {
  private var finder = SpectralPeakFinder(sampleRate: MonoSignal.sampleRate)
  private var pitches = PitchFrames(binWidth: binWidth)
  private var features = KeyFeatures(binWidth: binWidth)
  private let network: KeyNetwork

  private static let binWidth =
    Double(MonoSignal.sampleRate) / Double(SpectralPeakFinder.frameLength)

  init(model: KeyModel) {
    network = KeyNetwork(model: model)
  }

  /// The network's scores, `[frame][key]`; of all frames when the piece has ended.
  var scores: [Float] { network.scores }

  var frameCount: Int { pitches.frameCount }

  /// - Parameter samples: A frame of `SpectralPeakFinder.frameLength`.
  mutating func process(_ samples: UnsafeBufferPointer<Float>) {
    let frame = finder.process(samples)
    pitches.append(frame)
    features.append(frame)
    if features.frameCount == network.chunkLength { passOn() }
  }

  /// Ends the piece. Call once.
  mutating func finish() {
    passOn()
    network.finish()
  }

  /// The pitch classes of all frames around the piece's tuning, whose fine bins are given up, and
  /// what else is known of the frames.
  mutating func takePitches() -> (chromagram: Chromagram, traits: PitchFrames) {
    let chromagram = pitches.takeChromagram()
    return (chromagram, pitches)
  }

  /// Gives the network what has come since the last time.
  private mutating func passOn() {
    network.process(frameCount: features.frameCount) { features.read(into: $0) }
  }
}
