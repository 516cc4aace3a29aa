import Decoders
import Glibc
import TestSupport
import Testing

/// `kill -9` in the middle of a scan, again and again.
struct KillTests {
  @Test func `a scan that is killed loses nothing that it has reported`() async throws {
    let fileCount = 20
    let folder = TemporaryDirectory()
    folder.makeFolder("music")
    for number in 0..<fileCount {
      let tone = Signals.sine(
        200 + 20 * Double(number), amplitude: 0.1, seconds: 0.5, sampleRate: 44_100)
      AudioFileWriter.write(
        [tone], sampleRate: 44_100, to: folder.appending("music/\(number).wav"), as: .wav16)
    }
    let mucat = MucatProcess(in: folder)
    let scan = ["scan", "music", "--jobs", "2", "--json"].map { Array($0.utf8) }
    var random = SeededGenerator(seed: 9)
    var reported: Set<String> = []
    for _ in 0..<5 {
      let remaining = fileCount - reported.count
      guard remaining > 2 else { break }
      let running = try mucat.start(scan)
      // The first line says that the scan begins.
      try running.signal(
        "KILL", afterOutputLines: 1 + .random(in: 1...min(4, remaining - 1), using: &random))
      let outcome = try await running.finished()
      // On a busy machine the scan may be done before the signal comes.
      #expect(outcome.status == -SIGKILL || outcome.status == 0)
      let now = outcome.outputLines.filter { $0.contains("\"type\":\"track\"") }
      // What was reported before is known, and not looked at again.
      #expect(reported.isDisjoint(with: now))
      reported.formUnion(now)
      let doctor = try await mucat.run("doctor")
      #expect(doctor.status == 0, "\(doctor.output)")
      let stored = try await mucat.run("query", "--format", "paths0", "-q")
      #expect(stored.outputBytes.split(separator: 0).count >= reported.count)
    }
    #expect(!reported.isEmpty)
    let last = try await mucat.run(words: scan)
    #expect(last.status == 0)
    let all = try await mucat.run("query", "--format", "paths0", "-q")
    #expect(all.outputBytes.split(separator: 0).count == fileCount)
    let again = try await mucat.run("scan", "music")
    #expect(again.errors.contains("\(fileCount) unchanged"))
  }
}
