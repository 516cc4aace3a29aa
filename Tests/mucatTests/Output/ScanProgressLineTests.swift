import Catalog
import Decoders
import Testing

@testable import mucat

struct ScanProgressLineTests {
  private var half: ScanProgress {
    var progress = ScanProgress()
    progress.phase = .analysing
    progress.pendingCount = 3210
    progress.doneCount = 1204
    progress.failedCount = 2
    progress.pendingBytes = 1000
    progress.doneBytes = 500
    progress.audioSeconds = 20_000
    progress.elapsedSeconds = 100
    progress.latestPath = FilePath("/m/Harbour Lights - Night Ferry.flac")
    return progress
  }

  @Test func `a wide line tells how far, how fast, how long still, and what now`() {
    #expect(
      half.line(width: 120)
        == "██████████░░░░░░░░░░   50%  1,204/3,210  2 failed  200× real time  1:40 left  "
        + "Harbour Lights - Night Ferry.flac")
  }

  @Test(arguments: 20...140)
  func `the line fits`(width: Int) {
    #expect(DisplayWidth.of(half.line(width: width)) <= width)
  }

  @Test func `while files are looked for there is no share and no time left`() {
    var progress = ScanProgress()
    progress.foundCount = 1234
    #expect(progress.line(width: 80) == "looking for music: 1,234 files")
  }

  @Test func `the time left is not guessed from nothing`() {
    var progress = half
    progress.elapsedSeconds = 0.5
    #expect(progress.secondsLeft == nil)
    progress.elapsedSeconds = 10
    progress.doneBytes = 0
    #expect(progress.secondsLeft == nil)
    progress.doneBytes = 100
    #expect(progress.secondsLeft == 90)
  }

  @Test func `nothing to read is all done`() {
    var progress = ScanProgress()
    progress.phase = .analysing
    #expect(progress.line(width: 80).contains("100%  0/0"))
  }

  @Test func `a file name cannot move the cursor`() {
    var progress = half
    progress.latestPath = FilePath("/m/\u{1B}[2J")
    #expect(progress.line(width: 120).contains("\\x1b[2J"))
  }
}
