import Decoders

/// Puts tracks into an order in which each goes well with the next, or chooses some that do.
///
/// Up to sixteen tracks the order is the best there is; beyond that it is the best of a search, with a
/// bound that says how much better any order could be.
public struct SetPlanner: Sendable {
  /// The most tracks that are weighed against each other.
  public static let largestCount = 1000

  public var options: SetOptions

  public init(options: SetOptions = SetOptions()) {
    self.options = options
  }

  /// Plans a set. The order of `tracks` does not matter; of copies (the same recording, or the same
  /// title, artist and length) the first by path is taken, unless another is asked for by name.
  public func plan(_ tracks: [Track]) throws(SetPlanError) -> SetPlan {
    let pool = Self.withoutCopies(tracks, keeping: options.named)
    guard pool.count <= Self.largestCount else {
      throw .tooManyTracks(pool.count, limit: Self.largestCount)
    }
    let numbers = Dictionary(
      pool.enumerated().map { ($1.recordingID, $0) }, uniquingKeysWith: { first, _ in first })
    try options.check(among: Set(numbers.keys), count: pool.count)
    let (problem, steps) = problem(pool, numbers: numbers)
    guard let solution = SetSolver(seed: options.seed).solve(problem) else {
      throw .noChoice(duration: options.duration ?? 0)
    }
    var plan = plan(pool, solution, problem, steps)
    plan.copyCount = tracks.count - pool.count
    return plan
  }

  /// The set as numbers: for measuring.
  package func problem(_ tracks: [Track]) -> SetProblem {
    let numbers = Dictionary(
      tracks.enumerated().map { ($1.recordingID, $0) }, uniquingKeysWith: { first, _ in first })
    return problem(tracks, numbers: numbers).problem
  }

  private func problem(
    _ pool: [Track], numbers: [Int64: Int]
  ) -> (problem: SetProblem, steps: [MixStep]) {
    let costs = SetCosts(options: options)
    let locked = options.locks.compactMap { lock in
      numbers[lock.first].flatMap { one in numbers[lock.second].map { (one, $0) } }
    }
    var steps = [MixStep](repeating: MixStep(), count: pool.count * pool.count)
    var prices = [Double](repeating: 0, count: pool.count * pool.count)
    for (one, first) in pool.enumerated() {
      for (other, second) in pool.enumerated() where one != other {
        let step = MixStep(from: first, to: second, rules: options.rules)
        steps[one * pool.count + other] = step
        prices[one * pool.count + other] = costs.cost(of: step)
        // Who locks two tracks knows what to do with their tempi.
        let isLocked = locked.contains { $0 == (one, other) }
        if costs.isBeyondPitch(step), !isLocked {
          prices[one * pool.count + other] += SetProblem.violation
        }
      }
    }
    let usual = pool.map(\.duration).sorted().dropFirst(pool.count / 2).first ?? 0
    let wanted = options.duration.map { usual > 0 ? Int(($0 / usual).rounded()) : pool.count }
    let placeCount = options.curve == nil ? 0 : min(max(wanted ?? pool.count, 1), pool.count)
    let problem = SetProblem(
      count: pool.count, steps: prices, places: costs.places(pool, count: placeCount),
      placeCount: placeCount, durations: pool.map(\.duration), artists: Self.artists(pool),
      artistGap: options.artistGap, first: options.first.flatMap { numbers[$0] },
      last: options.last.flatMap { numbers[$0] }, locked: locked,
      required: Set(options.required.compactMap { numbers[$0] }),
      durationRange: options.durationRange(usualLength: usual))
    return (problem, steps)
  }

  /// The same number for tracks of one artist, capitals aside; −1 without an artist.
  private static func artists(_ tracks: [Track]) -> [Int] {
    var numbers: [String: Int] = [:]
    return tracks.map { track in
      guard let artist = track.artist, !artist.isEmpty else { return -1 }
      let name = FoldedText.fold(artist)
      let number = numbers[name] ?? numbers.count
      numbers[name] = number
      return number
    }
  }

  /// One track of each recording and of each song, by path; those named stay.
  private static func withoutCopies(_ tracks: [Track], keeping named: Set<Int64>) -> [Track] {
    let sorted = tracks.sorted { ($0.path, $0.fileID) < ($1.path, $1.fileID) }
    let first = sorted.filter { named.contains($0.recordingID) }
    var recordings: Set<Int64> = []
    var byTitle: [String: [Track]] = [:]
    var kept: [Track] = []
    for track in first + sorted where recordings.insert(track.recordingID).inserted {
      if let title = track.title?.lowercased() {
        let isCopy = byTitle[title, default: []].contains { $0.isCopy(of: track) }
        if isCopy, !named.contains(track.recordingID) { continue }
        byTitle[title, default: []].append(track)
      }
      kept.append(track)
    }
    return kept.sorted { $0.path < $1.path }
  }

  private func plan(
    _ pool: [Track], _ solution: SetSolution, _ problem: SetProblem, _ steps: [MixStep]
  ) -> SetPlan {
    let costs = SetCosts(options: options)
    var plan = SetPlan()
    var previous: Int?
    for (place, number) in solution.order.enumerated() {
      var entry = SetPlan.Entry(track: pool[number])
      if let previous {
        let step = steps[previous * pool.count + number]
        let cost = costs.cost(of: step)
        plan.cost += cost
        entry.transition = SetPlan.Transition(
          step: step, cost: cost,
          reason: RecommendationReason.text(
            from: pool[previous], to: pool[number], step, rules: options.rules))
      }
      plan.cost += problem.cost(of: number, at: place)
      plan.entries.append(entry)
      previous = number
    }
    addWantedEnergies(&plan, pool, count: problem.placeCount)
    let broken = solution.cost - plan.cost
    plan.brokenRules = broken > SetProblem.violation / 2 ? brokenRules(plan, costs) : []
    // A bound that holds what broken rules cost says nothing of the rest.
    let isComparable = plan.brokenRules.isEmpty || solution.isOptimal
    plan.lowerBound = isComparable ? solution.lowerBound.map { min($0, plan.cost) } : nil
    plan.isOptimal = solution.isOptimal
    return plan
  }

  private func addWantedEnergies(_ plan: inout SetPlan, _ pool: [Track], count: Int) {
    guard let curve = options.curve, count > 0 else { return }
    let known = pool.compactMap(\.energy)
    let range = (known.min() ?? 1)...(known.max() ?? 10)
    for place in plan.entries.indices {
      let share = count > 1 ? min(Double(place) / Double(count - 1), 1) : 0
      plan.entries[place].wantedEnergy = curve.energy(at: share, within: range)
    }
  }

  private func brokenRules(_ plan: SetPlan, _ costs: SetCosts) -> [String] {
    var rules: [String] = []
    for place in plan.entries.indices.dropFirst() {
      let (one, other) = (plan.entries[place - 1].track, plan.entries[place].track)
      let isLocked = options.locks.contains(.init(one.recordingID, other.recordingID))
      if let step = plan.entries[place].transition?.step, costs.isBeyondPitch(step), !isLocked {
        rules.append("track \(place + 1) needs more pitch than is allowed")
      }
      guard let artist = other.artist else { continue }
      let near = plan.entries[max(place - options.artistGap, 0)..<place]
      let isRepeated = near.contains { near in
        near.track.artist.map { FoldedText.fold($0) == FoldedText.fold(artist) } ?? false
      }
      if isRepeated { rules.append("track \(place + 1) brings its artist back too soon") }
    }
    for lock in options.locks {
      let place = plan.entries.firstIndex { $0.track.recordingID == lock.first }
      let next = place.flatMap { plan.entries.dropFirst($0 + 1).first }
      if next?.track.recordingID != lock.second { rules.append("two locked tracks are apart") }
    }
    return rules
  }
}

extension SetOptions {
  /// All tracks that are asked for by name.
  var named: Set<Int64> {
    required.union([first, last].compactMap(\.self))
      .union(locks.flatMap { [$0.first, $0.second] })
  }

  /// Finds what cannot be at once.
  func check(among known: Set<Int64>, count: Int) throws(SetPlanError) {
    guard named.isSubset(of: known) else {
      throw .contradiction("a track that is asked for is not among those to choose from")
    }
    if let first, first == last, count > 1 {
      throw .contradiction("one track cannot be the first and the last")
    }
    for lock in locks {
      if lock.first == lock.second { throw .contradiction("a track cannot follow itself") }
      if lock.second == first { throw .contradiction("nothing can come before the first track") }
      if lock.first == last { throw .contradiction("nothing can come behind the last track") }
      let rivals = locks.filter { $0.first == lock.first || $0.second == lock.second }
      if Set(rivals).count > 1 {
        throw .contradiction("two tracks cannot both come just before or behind one")
      }
    }
  }
}

extension SetPlanner {
  /// As ``plan(_:)``, and says where to mix wherever the form of both tracks is known.
  public func plan(_ tracks: [Track], in catalog: Catalog) async throws -> SetPlan {
    var plan = try plan(tracks)
    var previous: (track: Track, edges: TrackEdges?)?
    for index in plan.entries.indices {
      let track = plan.entries[index].track
      let edges = try await catalog.edges(ofRecording: track.recordingID)
      if let previous, let one = previous.edges, let edges {
        let place = MixPlace(from: one, to: edges)
        plan.entries[index].transition?.place = place
        if let step = plan.entries[index].transition?.step {
          plan.entries[index].transition?.reason = RecommendationReason.text(
            from: previous.track, to: track, step, rules: options.rules, place: place)
        }
      }
      previous = (track, edges)
    }
    return plan
  }
}
