/// What rhythm and instruments are decided from: a few curves over time, one value per frame.
///
/// Some 23 bytes per 10 ms of music are all that is kept of it, so that ten hours fit in memory.
struct OnsetCurves {
  /// Samples of the shared mono signal from one frame to the next.
  static let hopLength = 220
  /// Frames per second.
  static let frameRate = Double(MonoSignal.sampleRate) / Double(hopLength)

  /// The frames before the piece begins; frame `leadIn` is centred on its first sample.
  static let leadIn = 8

  /// The moment of a frame, which may lie between two, in seconds from the start of the piece.
  static func time(ofFrame frame: Double) -> Double {
    (frame - Double(leadIn)) / frameRate
  }

  /// The rise of level from the last frame to this one, summed over all bands.
  var flux: [Float] = []
  /// What the fall of level from frame to frame, summed over all bands, comes to.
  var fall = Prominence()
  /// The part of `flux` below 140 Hz: kick drum and bass.
  var lowFlux = RiseCurve()
  /// The part of `flux` from 1.5 to 4 kHz, where a snare drum stands out.
  var snareFlux = RiseCurve()
  /// How much the spectrum of the next 0.4 s differs from that of the last 0.4 s.
  var change: [Float] = []
  /// Where sounds most plainly begin, one per hop; hop n begins at the centre of frame n.
  var attacks: [AttackFinder.Attack] = []
  /// The spectrum in rough strokes.
  var sketch = SpectralSketch(bandCenters: [])
  /// What the network makes of every second frame; its frame m is here frame 2m.
  var activations = Activations()
  /// Stretches of frames without any sound.
  var silences: [Range<Int>] = []
  /// The samples that the curves were computed from.
  var sampleCount = 0

  /// Gives up what is of use only for finding beats and bars.
  mutating func forgetWhatOnlyRhythmNeeds() {
    change = []
    attacks = []
    (lowFlux, snareFlux) = (RiseCurve(), RiseCurve())
    sketch = SpectralSketch(bandCenters: [])
  }

  /// Gives up the onsets too: activations and silences remain.
  mutating func forgetOnsets() {
    forgetWhatOnlyRhythmNeeds()
    flux = []
  }

  var frameCount: Int { flux.count }
  var duration: Double { Double(sampleCount) / Double(MonoSignal.sampleRate) }
  var isSilent: Bool { frameCount == 0 || silences.first == 0..<frameCount }

  /// Silences of more seconds than this are pauses, not part of the music.
  private static let longestRest = 2.0

  /// The frames that are not part of a pause.
  var soundingFrameCount: Int {
    let rest = Int(Self.longestRest * Self.frameRate)
    return silences.reduce(frameCount) { $1.count > rest ? $0 - $1.count : $0 }
  }
}
