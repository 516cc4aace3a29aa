import Analysis
import FoundationEssentials
import Testing

@testable import mucat

/// The text is that of Foundation's encoder.
struct JSONDocumentTests {
  private enum Colour: Codable {
    case red
    case mixed(red: Double, parts: [Int])
  }

  private class Shape: Encodable {
    var name = "shape"
  }

  private final class Square: Shape {
    var side = 2.5

    private enum CodingKeys: CodingKey { case side }

    override func encode(to encoder: any Encoder) throws {
      var fields = encoder.container(keyedBy: CodingKeys.self)
      try super.encode(to: fields.superEncoder())
      try fields.encode(side, forKey: .side)
    }
  }

  /// Writes to nested containers in turns.
  private struct Interleaved: Encodable {
    private enum CodingKeys: CodingKey { case z, a, m }

    func encode(to encoder: any Encoder) throws {
      var fields = encoder.container(keyedBy: CodingKeys.self)
      var list = fields.nestedUnkeyedContainer(forKey: .z)
      var object = fields.nestedContainer(keyedBy: CodingKeys.self, forKey: .a)
      try list.encode(1)
      try object.encode("second", forKey: .z)
      try fields.encode(true, forKey: .m)
      try list.encodeNil()
      var inner = list.nestedUnkeyedContainer()
      try object.encode("first", forKey: .a)
      try inner.encode(UInt8.max)
      try list.encode(Int64.min)
    }
  }

  private struct Everything: Encodable {
    var text = "a \"b\" \\ / \u{8}\t\n\u{C}\r\u{0}\u{1F}\u{7F} é 🎵 \u{2028}"
    var numbers: [Double] = [
      0, -0.0, 1, -1.5, 0.1, 1e-5, 1e16, 123456.75, .leastNonzeroMagnitude, 1.7e308,
    ]
    var floats: [Float] = [0.1, 16_777_216, 3.4e38, .leastNonzeroMagnitude, -3]
    var integers: [Int] = [0, -1, .max]
    var absent: Int?
    var nulls: [Int?] = [nil, 3]
    var colours: [Colour] = [.red, .mixed(red: 0.5, parts: [1, 2])]
    var table = ["b": [1], "a": [], "é": [3], "B": [2]]
    var tuples: [[String: String]] = [[:], ["x": "y"]]
    var empty: [Int] = []
    var square = Square()
    var interleaved = Interleaved()
    var flag = false
  }

  private static func foundationText(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  @Test func `every kind of value is written as Foundation writes it`() throws {
    #expect(try JSONDocument.text(of: Everything()) == Self.foundationText(Everything()))
    #expect(try JSONDocument.text(of: 1.5) == "1.5")
    #expect(try JSONDocument.text(of: "x") == #""x""#)
    #expect(try JSONDocument.text(of: [String: Int]()) == "{}")
  }

  @Test func `a result is written as Foundation writes it`() throws {
    typealias Session = MusicUnderstandingSession
    let levels = (0..<50).map {
      Session.TimedValue(
        time: CMTime(value: $0 * 2205, timescale: 44_100),
        value: $0 < 3 ? -Float.infinity : Float($0) / 7)
    }
    var result = Session.SessionResult()
    result.instrumentActivity = Session.InstrumentActivityResult(
      ranges: [.vocal: []], activity: [.drum: levels, .vocal: levels])
    #expect(try JSONDocument.text(of: result) == Self.foundationText(result))
  }

  @Test func `a number that is not finite says where it stands`() {
    let values = ["a": [[1.0], [2, .nan]]]
    do {
      _ = try JSONDocument.text(of: values)
      Issue.record("written")
    } catch EncodingError.invalidValue(_, let context) {
      #expect(context.codingPath.map(\.stringValue) == ["a", "Index 1", "Index 1"])
    } catch {
      Issue.record(error)
    }
  }
}
