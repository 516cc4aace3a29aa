import Decoders
import FoundationEssentials
import Glibc
import TestSupport

/// A folder of broken files, examined beside what its manifest says is right for each.
struct OddFiles {
  let folder: FilePath
  let files: [OddFile]

  /// - Returns: Nil when there is no manifest in the folder.
  init?(folder: FilePath) throws {
    let path = folder.appending("manifest.json".utf8)
    guard path.withCString({ access($0, R_OK) }) == 0 else { return nil }
    self.folder = folder
    files = try JSONDecoder().decode(
      [OddFile].self, from: Data(TemporaryDirectory.contents(of: path)))
  }

  private struct Row {
    var files = 0
    var decoded = 0
    var damageTold = 0
    var refused = 0
    var countable = 0
    var equal = 0
    var met = 0
    var explained = 0
  }

  /// Prints a table by folder, and a line for every file whose frames differ from what is known or
  /// whose demand is not met.
  ///
  /// - Returns: 1 when a demand is not met and nobody knows why, else 0.
  func evaluate(patience: Double) -> Int32 {
    let working = TemporaryDirectory()
    let worker = WorkerProcess(number: 0, in: working, patience: patience)
    var rows: [String: Row] = [:]
    var reasons: [String: Int] = [:]
    var lines: [String] = []
    for odd in files {
      let path = folder.appending(odd.file.utf8)
      worker.examine(TemporaryDirectory.contents(of: path), in: working)
      let (verdict, examination) = worker.wait()
      let problem =
        verdict == .examined
        ? examination.flatMap { odd.problem($0, at: path, in: folder) }
        : verdict.description
      var row = rows[odd.group] ?? Row()
      row.files += 1
      row.met += problem == nil ? 1 : 0
      row.explained += problem != nil && odd.exception != nil ? 1 : 0
      var difference: String?
      switch examination?.outcome {
      case .refused(let code):
        row.refused += 1
        reasons["\(odd.group): \(code)", default: 0] += 1
      case .decoded(let isDamageTold):
        row.decoded += 1
        row.damageTold += isDamageTold ? 1 : 0
      case .stopped, nil: break
      }
      if let known = odd.knownFrameCount, let examination, examination.codec != nil {
        row.countable += 1
        row.equal += examination.frameCount == known ? 1 : 0
        if examination.frameCount != known {
          let source = odd.frames == nil ? "ffmpeg" : "the manifest"
          difference =
            "\(examination.frameCount) frames, \(known) by \(source): "
            + (odd.explanation(of: examination, known: known) ?? "UNEXPLAINED")
        }
      }
      rows[odd.group] = row
      if problem != nil || difference != nil {
        let exception = odd.exception.map { ": \($0)" } ?? ""
        let parts = [
          problem.map { "NOT MET (\(odd.expect)): \($0)\(exception)" }, difference,
        ]
        lines.append("\(odd.file): " + parts.compactMap(\.self).joined(separator: "; "))
      }
    }
    printTable(rows)
    print(
      "\nrefused: "
        + reasons.sorted { $0.key < $1.key }.map { "\($0) \($1)" }.joined(separator: ", "))
    print("\n" + lines.joined(separator: "\n"))
    return rows.values.allSatisfy { $0.met + $0.explained == $0.files } ? 0 : 1
  }

  private func printTable(_ rows: [String: Row]) {
    var table = Table(
      [
        "FOLDER", "FILES", "DECODED", "DAMAGE TOLD", "REFUSED", "FRAMES KNOWN", "EQUAL", "MET",
        "EXPLAINED",
      ])
    var all = Row()
    func add(_ name: String, _ row: Row) {
      let numbers = [
        row.files, row.decoded, row.damageTold, row.refused, row.countable, row.equal, row.met,
        row.explained,
      ]
      table.add([name] + numbers.map { "\($0)" })
    }
    for (name, row) in rows.sorted(by: { $0.key < $1.key }) {
      add(name, row)
      all.files += row.files
      all.decoded += row.decoded
      all.damageTold += row.damageTold
      all.refused += row.refused
      all.countable += row.countable
      all.equal += row.equal
      all.met += row.met
      all.explained += row.explained
    }
    add("all", all)
    print(table.text)
  }
}
