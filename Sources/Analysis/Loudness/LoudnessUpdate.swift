/// What is known after each 100 ms of audio.
struct LoudnessUpdate: Sendable, Equatable {
  /// Counts the 100 ms steps from 0; the step's end is at (index + 1) / 10 s.
  var index: Int
  var momentary: Float
  var shortTerm: Float
  /// Over everything so far.
  var integrated: Float
  var truePeak: Float
  var truePeakFrame: Int
  var sampleRate: Int
}
