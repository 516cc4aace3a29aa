import Testing

@testable import Catalog

@Suite struct DecimalTextTests {
  private static let numbers: [(Double, Int, String)] = [
    (0, 1, "0.0"), (-0.04, 1, "0.0"), (0.05, 1, "0.1"), (-0.05, 1, "-0.1"), (12.345, 2, "12.35"),
    (-18, 1, "-18.0"), (0.004, 2, "0.00"), (999.999, 2, "1000.00"), (5.5, 0, "6"), (.nan, 1, ""),
    (-.infinity, 1, ""), (1e300, 1, ""),
  ]

  @Test(arguments: numbers)
  func `numbers have the places asked for`(value: Double, places: Int, text: String) {
    #expect(DecimalText.fixed(value, places: places) == text)
  }

  @Test(arguments: [(1.6, "+1.6"), (-1.6, "−1.6"), (0.01, "0.0"), (-0.01, "0.0")])
  func `signs are written both ways`(value: Double, text: String) {
    #expect(DecimalText.signed(value, places: 1) == text)
  }
}
