import FoundationEssentials
import TestSupport

/// What became of a campaign's mutants, by format.
struct Summary: Encodable {
  struct Row: Encodable {
    var mutants = 0
    /// Mutants that were not opened, by the code of the reason.
    var refused: [String: Int] = [:]
    /// Mutants decoded to the end.
    var decoded = 0
    /// Those of them whose report tells of damage.
    var damageTold = 0
    /// Mutants given up on the way.
    var stopped = 0
    var findings = 0
    /// The longest that an examination took, and which mutant that was.
    var slowestSeconds = 0.0
    var slowestMutant = 0
  }

  private(set) var seed: UInt64
  private(set) var mutantCount = 0
  private(set) var formats: [String: Row] = [:]
  private(set) var findings: [Finding] = []

  init(seed: UInt64) {
    self.seed = seed
  }

  /// - Parameter examination: Nil for a mutant that the worker did not survive.
  mutating func count(_ examination: Examination?, format: String, seconds: Double, mutant: Int) {
    mutantCount += 1
    var row = formats[format] ?? Row()
    row.mutants += 1
    if seconds > row.slowestSeconds { (row.slowestSeconds, row.slowestMutant) = (seconds, mutant) }
    switch examination?.outcome {
    case .refused(let code): row.refused[code, default: 0] += 1
    case .decoded(let isDamageTold):
      row.decoded += 1
      row.damageTold += isDamageTold ? 1 : 0
    case .stopped: row.stopped += 1
    case nil: break
    }
    formats[format] = row
  }

  mutating func add(_ finding: Finding) {
    findings.append(finding)
    formats[finding.format, default: Row()].findings += 1
  }

  var text: String {
    let codes = Set(formats.values.flatMap(\.refused.keys)).sorted()
    var table = Table(
      ["FORMAT", "MUTANTS", "DECODED", "DAMAGE TOLD", "STOPPED"] + codes
        + ["SLOWEST s", "MUTANT", "FINDINGS"])
    var total = Row()
    for (format, row) in formats.sorted(by: { $0.key < $1.key }) {
      table.add(Self.cells(format, row, codes))
      total.add(row)
    }
    table.add(Self.cells("all", total, codes))
    return ([table.text] + findings.map(\.description)).joined(separator: "\n")
  }

  var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let data = (try? encoder.encode(self)) ?? Data()
    return String(decoding: data, as: UTF8.self)
  }

  private static func cells(_ format: String, _ row: Row, _ codes: [String]) -> [String] {
    ["\(row.mutants)", "\(row.decoded)", "\(row.damageTold)", "\(row.stopped)"]
      .reduce(into: [format]) { $0.append($1) } + codes.map { "\(row.refused[$0] ?? 0)" }
      + [fixed(row.slowestSeconds, 2), "\(row.slowestMutant)", "\(row.findings)"]
  }
}

extension Summary.Row {
  mutating func add(_ other: Summary.Row) {
    mutants += other.mutants
    decoded += other.decoded
    damageTold += other.damageTold
    stopped += other.stopped
    findings += other.findings
    if other.slowestSeconds > slowestSeconds {
      (slowestSeconds, slowestMutant) = (other.slowestSeconds, other.slowestMutant)
    }
    refused.merge(other.refused) { $0 + $1 }
  }
}
