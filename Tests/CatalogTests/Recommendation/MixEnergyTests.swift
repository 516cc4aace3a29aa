import Testing

@testable import Catalog

@Suite struct MixEnergyTests {
  private let middle = MixEnergy.Features(
    onsetsPerMinute: 160, peakToLoudness: 13, beatsPerMinute: 112, loudnessRange: 8)

  private func value(_ change: (inout MixEnergy.Features) -> Void) throws -> Double {
    var features = middle
    change(&features)
    return try #require(MixEnergy(features)?.value)
  }

  @Test func `more onsets, more speed, less crest and less range are more energy`() throws {
    let base = try value { _ in }
    #expect(try value { $0.onsetsPerMinute = 240 } > base)
    #expect(try value { $0.beatsPerMinute = 150 } > base)
    #expect(try value { $0.peakToLoudness = 10 } > base)
    #expect(try value { $0.loudnessRange = 4 } > base)
    #expect(try value { $0.onsetsPerMinute = 80 } < base)
    #expect(try value { $0.beatsPerMinute = 80 } < base)
    #expect(try value { $0.peakToLoudness = 16 } < base)
    #expect(try value { $0.loudnessRange = 12 } < base)
  }

  @Test func `energy never falls along a feature's way up`() throws {
    var last = 0.0
    for step in 0...200 {
      let energy = try value { $0.onsetsPerMinute = Double(step) * 5 }
      #expect(energy >= last)
      last = energy
    }
  }

  @Test func `the ends of the scale are 1 and 10`() throws {
    let calm = MixEnergy.Features(
      onsetsPerMinute: 0, peakToLoudness: 30, beatsPerMinute: 40, loudnessRange: 25)
    let wild = MixEnergy.Features(
      onsetsPerMinute: 2000, peakToLoudness: 3, beatsPerMinute: 200, loudnessRange: 0)
    #expect(MixEnergy(calm)?.value == 1)
    #expect(MixEnergy(wild)?.value == 10)
  }

  @Test func `what is unknown is left out, and without the two main features there is none`() throws
  {
    let partial = try value {
      $0.beatsPerMinute = nil
      $0.loudnessRange = nil
    }
    #expect((1...10).contains(partial))
    #expect(MixEnergy(MixEnergy.Features()) == nil)
    #expect(MixEnergy(MixEnergy.Features(beatsPerMinute: 128, loudnessRange: 5)) == nil)
    #expect(MixEnergy(MixEnergy.Features(peakToLoudness: .infinity)) == nil)
  }
}
