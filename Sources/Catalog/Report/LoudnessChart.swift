/// A histogram of the tracks' loudness in steps of 1 LU, as an SVG image.
struct LoudnessChart {
  private let counts: [Int]
  /// The lower edge of the first step, in LUFS.
  private let floor: Int
  private let target: Double

  /// - Parameter loudness: In LUFS, finite.
  /// - Returns: Nil without values.
  init?(loudness: [Double], target: Double) {
    guard let quietest = loudness.min(), let loudest = loudness.max() else { return nil }
    // The target is in view, with room at both sides; nothing sane lies beyond −70 and +10.
    let lower = max(min(quietest, target) - 1, -71).rounded(.down)
    let upper = min(max(loudest, target) + 1, 11).rounded(.up)
    floor = Int(lower)
    var counts = [Int](repeating: 0, count: max(Int(upper) - Int(lower), 1))
    for value in loudness {
      let step = Int(min(max(value, lower), upper).rounded(.down)) - Int(lower)
      counts[min(step, counts.count - 1)] += 1
    }
    self.counts = counts
    self.target = target
  }

  private static let width = 720.0
  private static let height = 240.0
  /// Room for the target's label over the highest bar's count.
  private static let top = 42.0
  private static let bottom = 26.0

  private var stepWidth: Double { Self.width / Double(counts.count) }
  private var plotHeight: Double { Self.height - Self.top - Self.bottom }
  private var highest: Int { counts.max() ?? 1 }

  var svg: String {
    let description = "How many tracks have which integrated loudness, in LUFS"
    return """
      <svg class="chart" viewBox="0 0 \(Int(Self.width)) \(Int(Self.height))" role="img" \
      aria-label="\(description)">
      \(bars)
      \(axis)
      \(targetLine)
      </svg>
      """
  }

  private var bars: String {
    counts.enumerated().filter { $0.element > 0 }.map { step, count in
      let height = max(plotHeight * Double(count) / Double(highest), 1)
      let gap = min(2, stepWidth / 5)
      let lower = floor + step
      let text = count == 1 ? "1 track" : "\(count) tracks"
      return """
        <rect class="bar" x="\(number(Double(step) * stepWidth + gap / 2))" \
        y="\(number(Self.top + plotHeight - height))" width="\(number(stepWidth - gap))" \
        height="\(number(height))" rx="2"><title>\(lower) to \(lower + 1) LUFS: \(text)</title></rect>\
        \(label(count, step, height))
        """
    }.joined(separator: "\n")
  }

  /// The count over a bar, where there is room for it.
  private func label(_ count: Int, _ step: Int, _ height: Double) -> String {
    guard stepWidth >= 22 else { return "" }
    return """
      <text class="count" x="\(number((Double(step) + 0.5) * stepWidth))" \
      y="\(number(Self.top + plotHeight - height - 5))">\(count)</text>
      """
  }

  private var axis: String {
    let base = Self.top + plotHeight
    var parts = [
      """
      <line class="axis" x1="0" y1="\(number(base))" x2="\(number(Self.width))" y2="\(number(base))"/>
      """
    ]
    // As many labels as fit without touching.
    let every = [1, 2, 5, 10, 20].first { Double($0) * stepWidth >= 34 } ?? 50
    for edge in 0...counts.count where (floor + edge) % every == 0 {
      let x = min(max(Double(edge) * stepWidth, 12), Self.width - 12)
      // On a phone there is room for every other one.
      let tick = (floor + edge) / every % 2 == 0 ? "tick" : "tick minor"
      parts.append(
        """
        <text class="\(tick)" x="\(number(x))" y="\(number(base + 18))">\(minus(floor + edge))</text>
        """)
    }
    return parts.joined(separator: "\n")
  }

  private var targetLine: String {
    let x = (target - Double(floor)) * stepWidth
    guard x >= 0, x <= Self.width else { return "" }
    let isLeft = x < Self.width * 0.85
    let text = "target \(DecimalText.signed(target, places: 1))"
    return """
      <line class="target" x1="\(number(x))" y1="4" x2="\(number(x))" \
      y2="\(number(Self.top + plotHeight))"/>
      <text class="target-label" x="\(number(x + (isLeft ? 6 : -6)))" y="19" \
      text-anchor="\(isLeft ? "start" : "end")">\(text)</text>
      """
  }

  private func number(_ value: Double) -> String { DecimalText.fixed(value, places: 1) }
  private func minus(_ value: Int) -> String { value < 0 ? "−\(-value)" : "\(value)" }
}
