/// What is known beforehand of sections, segments or phrases: how long they are.
struct FormLevel {
  /// In steps.
  let lengths: ClosedRange<Int>
  /// What a part of each length is worth, in the units of the evidence at its joint; index 0 for the
  /// shortest.
  let worth: [Float]

  func worth(ofLength length: Int) -> Float { worth[length - lengths.lowerBound] }

}

extension FormLevel {
  /// The usual lengths in bars and what they are worth, and what other lengths are.
  struct Habit {
    var usual: [Int: Float]
    var even: Float
    var odd: Float
    /// What each bar of length beyond the longest usual one costs.
    var excess: Float
    var bars: ClosedRange<Int>
  }

  /// - Parameter grid: Its bars are what the habit is about; without bars four half seconds stand
  ///   for one, and no length is preferred.
  init(_ habit: Habit, grid: FormGrid) {
    let joined = grid.barsPerStep
    let perBar = grid.isMetrical ? 1 : FormGrid.plainStepsPerBar
    let steps = { (bars: Int) in max(1, (bars * perBar + joined - 1) / joined) }
    lengths = steps(habit.bars.lowerBound)...steps(habit.bars.upperBound)
    let longest = habit.usual.keys.max() ?? 1
    let shortest = habit.usual.keys.min() ?? 1
    worth = lengths.map { length in
      let bars = length * joined / perBar
      if grid.isMetrical {
        let base = habit.usual[bars] ?? (bars % 2 == 0 ? habit.even : habit.odd)
        return base - Float(max(0, bars - longest)) * habit.excess
      }
      // Between usual lengths all are alike; only too short and too long ones cost.
      let short = Float(max(0, shortest - bars)) / Float(shortest)
      return habit.even - short - Float(max(0, bars - longest)) * habit.excess
    }
  }
}
