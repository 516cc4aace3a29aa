/// The mean of a curve over a window centred on each of its values, of `2 · reach + 1` values where
/// there are so many.
func movingMean(of curve: [Float], reach: Int) -> [Float] {
  var means = [Float](repeating: 0, count: curve.count)
  var sum = 0.0
  var first = 0
  var end = 0
  for center in curve.indices {
    while end < min(curve.count, center + reach + 1) {
      sum += Double(curve[end])
      end += 1
    }
    while first < center - reach {
      sum -= Double(curve[first])
      first += 1
    }
    means[center] = Float(max(0, sum / Double(end - first)))
  }
  return means
}
