import Testing

@testable import Analysis

@Suite struct BeatCertaintyTests {
  private let beats = Array(stride(from: 100, to: 6_000, by: 50))

  /// The network is as sure of each frame as `likelihood` says.
  private func network(_ likelihood: (Int) -> Bool) -> Activations {
    .made(frameCount: 3_100) { channel, frame in
      channel == .beat && likelihood(frame * NetworkFeatures.step)
    }
  }

  @Test func beatsThatTheNetworkHearsAndThatAreEvenAreSure() {
    let heard = network { beats.contains($0) }
    #expect(BeatCertainty(at: beats, stability: 1, heard).value > 0.95)
    // A free tempo is less sure, …
    #expect(BeatCertainty(at: beats, stability: 0.2, heard).value < 0.8)
    // … and so is one of which the network hears the eighths as well, …
    let eighths = network { $0 % 25 <= 1 }
    #expect(
      BeatCertainty(at: beats, stability: 1, eighths).value
        < BeatCertainty(at: beats, stability: 1, heard).value)
    // … or every other beat.
    let halves = network { $0 % 100 == 0 }
    #expect(
      BeatCertainty(at: beats, stability: 1, halves).value
        < BeatCertainty(at: beats, stability: 1, heard).value - 0.3)
  }

  @Test func whatTheNetworkDoesNotHearIsUnsure() {
    #expect(BeatCertainty(at: beats, stability: 1, network { _ in false }).value < 0.05)
    #expect(BeatCertainty(at: [], stability: 0, network { _ in false }).value == 0)
  }

  @Test func balanceComparesAFewBeatsAtATime() {
    // The louder ones are the even ones at first, the odd ones then.
    let network = network { frame in
      frame < 3_000 ? frame % 100 == 0 : frame % 100 == 50
    }
    #expect(HeardBeats(at: beats, network).balance < 0.1)
    #expect(HeardBeats(at: [], network).balance == 1)
  }
}
