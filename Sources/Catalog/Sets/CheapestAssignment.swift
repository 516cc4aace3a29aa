/// The cheapest way to put every track at a place of its own, steps aside.
///
/// *Source:* Kuhn, The Hungarian method for the assignment problem, 1955, in the form with shortest
/// augmenting paths (Jonker & Volgenant, 1987).
struct CheapestAssignment {
  private(set) var cost = 0.0

  init(_ problem: SetProblem) {
    let count = problem.count
    // Rows and columns count from 1; column 0 holds the row that is being placed.
    var rowPrices = [Double](repeating: 0, count: count + 1)
    var columnPrices = rowPrices
    var rowAt = [Int](repeating: 0, count: count + 1)
    for row in 1..<count + 1 {
      rowAt[0] = row
      var column = 0
      var least = [Double](repeating: .infinity, count: count + 1)
      var came = [Int](repeating: 0, count: count + 1)
      var isDone = [Bool](repeating: false, count: count + 1)
      repeat {
        isDone[column] = true
        let current = rowAt[column]
        var step = Double.infinity
        var next = 0
        for other in 1..<count + 1 where !isDone[other] {
          let reduced =
            problem.cost(of: current - 1, at: other - 1) - rowPrices[current] - columnPrices[other]
          if reduced < least[other] {
            least[other] = reduced
            came[other] = column
          }
          if least[other] < step {
            step = least[other]
            next = other
          }
        }
        for other in 0..<count + 1 {
          if isDone[other] {
            rowPrices[rowAt[other]] += step
            columnPrices[other] -= step
          } else {
            least[other] -= step
          }
        }
        column = next
      } while rowAt[column] != 0
      while column != 0 {
        rowAt[column] = rowAt[came[column]]
        column = came[column]
      }
    }
    for column in 1..<count + 1 {
      cost += problem.cost(of: rowAt[column] - 1, at: column - 1)
    }
  }
}
