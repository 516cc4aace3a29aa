import Analysis

struct MixEnergy {
  var value: Double
  init?(_ r: MusicUnderstandingSession.SessionResult) { return nil }
}
