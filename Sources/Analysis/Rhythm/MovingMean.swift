/// The mean of a curve over a window centred on each of its values, of `2 · reach + 1` values where
/// there are so many.
func movingMean(of curve: [Float], reach: Int) -> [Float] {
  var means = [Float](repeating: 0, count: curve.count)
  forEachMovingMean(count: curve.count, reach: reach) {
    curve[$0]
  } body: {
    means[$0] = $1
  }
  return means
}

/// The same without keeping the means, nor the curve.
///
/// - Parameters:
///   - value: The curve's value at a place; asked for twice.
///   - body: Takes the place and the mean there, in order.
@inline(__always)
func forEachMovingMean(
  count: Int, reach: Int, value: (Int) -> Float, body: (Int, Float) -> Void
) {
  var sum = 0.0
  var first = 0
  var end = 0
  for center in 0..<count {
    while end < min(count, center + reach + 1) {
      sum += Double(value(end))
      end += 1
    }
    while first < center - reach {
      sum -= Double(value(first))
      first += 1
    }
    body(center, Float(max(0, sum / Double(end - first))))
  }
}
