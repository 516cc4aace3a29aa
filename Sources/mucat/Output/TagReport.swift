import Catalog
import Decoders
import Synchronization

/// What `mucat tag` says: a paragraph for each file, or a line of JSON; a summary at the end.
///
/// Outcomes come from the task that writes, one after the other.
final class TagReport: Sendable {
  private struct State {
    var counts: [String: Int] = [:]
    var isShort = false
    /// The first error of writing the output.
    var failure: (any Error)?
  }

  private let environment: Environment
  private let isJSON, isQuiet, isDryRun, isUndo: Bool
  private let state = Mutex(State())

  init(_ arguments: Arguments, _ environment: Environment, isDryRun: Bool, isUndo: Bool) {
    self.environment = environment
    isJSON = arguments[CommonOptions.json]
    isQuiet = arguments[CommonOptions.quiet]
    self.isDryRun = isDryRun
    self.isUndo = isUndo
  }

  /// Whether the output could not be written.
  var isBroken: Bool { state.withLock { $0.failure != nil } }

  func take(_ outcome: TagOutcome) {
    state.withLock { state in
      state.counts[word(outcome), default: 0] += 1
      if outcome.isShort { state.isShort = true }
      guard state.failure == nil else { return }
      do {
        if isJSON {
          let record = TagRecord(outcome, status: word(outcome))
          try environment.output.write(line: JSONText.encode(record))
        } else {
          try write(outcome)
        }
      } catch {
        state.failure = error
      }
    }
  }

  /// Writes the summary.
  ///
  /// - Throws: The first error of writing the output.
  func end() throws -> ExitStatus {
    let (counts, isShort, failure) = state.withLock { ($0.counts, $0.isShort, $0.failure) }
    if let failure { throw failure }
    try environment.output.flush()
    if !isQuiet {
      let order = [
        "written", "would be written", "restored", "would be restored", "unchanged",
        "refused",
      ]
      let parts = order.compactMap { word in counts[word].map { "\(NumberText.count($0)) \(word)" }
      }
      let nothing = isUndo ? "nothing to undo" : "nothing matches"
      try environment.errors.write(line: parts.isEmpty ? nothing : parts.joined(separator: ", "))
    }
    if counts.isEmpty { return .nothingFound }
    return isShort ? .failed : .done
  }

  private func word(_ outcome: TagOutcome) -> String {
    switch outcome.status {
    case .written: isDryRun ? "would be written" : "written"
    case .restored: isDryRun ? "would be restored" : "restored"
    case .unchanged: "unchanged"
    case .refused: "refused"
    }
  }

  private func write(_ outcome: TagOutcome) throws {
    let name = outcome.path.displayText
    if case .refused(_, let reason) = outcome.status {
      try environment.errors.write(line: Sanitize.forPeople("mucat: \(name): \(reason)"))
      return
    }
    if !isQuiet {
      try environment.output.write(line: Sanitize.forPeople("\(name): \(word(outcome))"))
      for change in outcome.changes where change.old != change.new {
        let line =
          "  \(change.property.rawValue): \(Self.text(change.old)) -> \(Self.text(change.new))"
        try environment.output.write(line: Sanitize.forPeople(line))
      }
    }
    if let reason = outcome.albumReason {
      try environment.errors.write(line: Sanitize.forPeople("mucat: \(name): \(reason)"))
    }
  }

  private static func text(_ values: [String]) -> String {
    values.isEmpty ? "(absent)" : values.joined(separator: "; ")
  }
}

/// A file's outcome as JSON has it.
struct TagRecord: Encodable {
  struct Change: Encodable {
    let property: String
    let old, new: [String]
  }

  let schemaVersion = JSONText.schemaVersion
  let path: String
  let pathBytes: String?
  let status: String
  let code, reason, albumReason: String?
  let changes: [Change]

  init(_ outcome: TagOutcome, status: String) {
    let place = PathRecord(outcome.path)
    path = place.path
    pathBytes = place.pathBytes
    self.status = Self.camelCase(status)
    if case .refused(let code, let reason) = outcome.status {
      (self.code, self.reason) = (code, reason)
    } else {
      (code, reason) = (nil, nil)
    }
    albumReason = outcome.albumReason
    changes = outcome.changes.map {
      Change(property: $0.property.rawValue, old: $0.old, new: $0.new)
    }
  }

  /// "would be written" is `wouldBeWritten`.
  private static func camelCase(_ words: String) -> String {
    let parts = words.split(separator: " ").map(String.init)
    return parts.enumerated().map { index, part in
      index == 0 ? part : part.prefix(1).uppercased() + part.dropFirst()
    }.joined()
  }
}
