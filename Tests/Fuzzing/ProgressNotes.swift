import Glibc
import TestSupport

/// How far a campaign has come, on the error stream: a line that is written over on a terminal,
/// else a line every tenth of the way.
struct ProgressNotes {
  private let total: Int
  private let isTerminal = isatty(2) != 0
  private let start = Clock.seconds
  private var noted = 0
  private var notedAt = 0.0

  init(total: Int) {
    self.total = total
  }

  mutating func note(done: Int, findings: Int) {
    let now = Clock.seconds
    guard isTerminal ? now - notedAt >= 0.5 : done - noted >= max(total / 10, 1) else { return }
    (noted, notedAt) = (done, now)
    let rate = fixed(Double(done) / max(now - start, 0.001), 0)
    let text = "\(done) of \(total) mutants, \(findings) findings, \(rate) a second"
    write(isTerminal ? "\r\u{1B}[K\(text)" : "\(text)\n")
  }

  func end() {
    if isTerminal { write("\r\u{1B}[K") }
  }

  private func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = Glibc.write(2, bytes, bytes.count)
  }
}
