import Glibc

/// The Hann window of `length` points, periodic: 0.5 − 0.5 cos(2πi/length).
func hannWindow(length: Int) -> [Float] {
  (0..<length).map { Float(0.5 - 0.5 * cos(2 * .pi * Double($0) / Double(length))) }
}

/// The Kaiser window over −1…1, for the shape parameter `beta`.
///
/// *Source:* Kaiser & Schafer, On the use of the I0-sinh window for spectrum analysis, IEEE TASSP
/// 28 (1980).
struct KaiserWindow {
  private let beta: Double
  private let height: Double

  init(beta: Double) {
    self.beta = beta
    height = besselI0(beta)
  }

  /// 1 in the middle, 0 outside.
  func value(at x: Double) -> Double {
    guard abs(x) <= 1 else { return 0 }
    return besselI0(beta * (1 - x * x).squareRoot()) / height
  }
}

/// The modified Bessel function of order zero, by its power series Σ ((x/2)^k / k!)².
func besselI0(_ x: Double) -> Double {
  var sum = 1.0
  var term = 1.0
  var k = 1.0
  while term > sum * 1e-17 {
    term *= (x / (2 * k)) * (x / (2 * k))
    sum += term
    k += 1
  }
  return sum
}
