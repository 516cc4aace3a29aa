import Testing

@testable import Analysis

@Suite struct ActivationsTests {
  private func activations(_ logits: [[Float]]) -> Activations {
    let buffer = ChannelBuffer(rowCount: 6, frameCount: logits.count)
    for (frame, values) in logits.enumerated() {
      for (channel, value) in values.enumerated() {
        buffer.rows.advanced(byRows: channel).first[frame] = value
      }
    }
    var result = Activations()
    result.append(logits: buffer.rows, frameCount: logits.count)
    return result
  }

  @Test func theyAreProbabilities() {
    let result = activations([[0, 2, -2, 0, 100, -100], [-100, 100, 0, 0, 0, 0]])
    #expect(result.frameCount == 2)
    #expect(abs(result.value(.beat, at: 0) - 0.5) < 1e-5)
    #expect(abs(result.value(.downbeat, at: 0) - 0.880797) < 1e-5)
    #expect(abs(result.value(.vocal, at: 0) - 0.119203) < 0.002)
    #expect(result.curve(.bass) == [1, activations([[0, 0, 0, 0, 0, 0]]).value(.bass, at: 0)])
    #expect(result.curve(.beat)[1] == 0 && result.curve(.downbeat)[1] == 1)
    #expect(result.value(.other, at: 0) == 0)
  }

  @Test func whatIsNoNumberIsNotLikely() {
    let nan = Float.nan
    let result = activations([[nan, nan, nan, nan, nan, nan]])
    for channel in Activations.Channel.allCases { #expect(result.value(channel, at: 0) == 0) }
  }

  @Test func framesAreTwiceAsFarApartAsThoseOfOnsets() {
    #expect(Activations.hopLength == 440)
    #expect(abs(Activations.frameRate - 50.114) < 1e-3)
    // Frame 4 is centred on the first sample.
    #expect(Activations.time(ofFrame: 4) == 0)
    #expect(abs(Activations.time(ofFrame: 104) - 100 * 440.0 / 22_050) < 1e-12)
  }
}
