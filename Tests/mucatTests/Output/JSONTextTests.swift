import Decoders
import Testing

@testable import mucat

struct JSONTextTests {
  private struct Sample: Encodable {
    var b: Double?
    var a: String
  }

  @Test func `keys are sorted, slashes plain, absent values absent`() throws {
    #expect(try JSONText.encode(Sample(b: 1.5, a: "x/y")) == #"{"a":"x/y","b":1.5}"#)
    #expect(try JSONText.encode(Sample(b: nil, a: "")) == #"{"a":""}"#)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `a number that is not finite is never written`(value: Double) {
    #expect(throws: (any Error).self) { try JSONText.encode(Sample(b: value, a: "")) }
    #expect(JSONText.number(value) == nil)
  }

  @Test(arguments: [(127.98999786, 127.99), (-0.0001, 0.0), (0.0005, 0.001), (1e300, 1e300)])
  func `noise behind the third decimal is dropped`(value: Double, rounded: Double) {
    #expect(JSONText.number(value) == rounded)
    #expect(JSONText.number(value)?.sign == .plus)
  }

  @Test func `a name that is not UTF-8 has its bytes beside it`() {
    #expect(PathRecord(FilePath("/a/é")).pathBytes == nil)
    let record = PathRecord(FilePath(bytes: [0x2F, 0x0A, 0xFF]))
    #expect(record.path == "/\n\u{FFFD}")
    #expect(record.pathBytes == "2f0aff")
  }
}
