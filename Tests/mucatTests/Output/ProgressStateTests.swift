import Testing

@testable import mucat

struct ProgressStateTests {
  private let half = ProgressState(
    isComplete: true, foundCount: 3210, settledCount: 1204, failedCount: 2, workBytes: 1000,
    doneBytes: 500, audioSeconds: 20_000, current: "Harbour Lights - Night Ferry.flac")

  @Test func `a wide line tells how far, how fast, how long still, and what now`() {
    #expect(
      half.line(elapsed: 100, width: 120)
        == "██████████░░░░░░░░░░   50%  1,204/3,210  2 failed  200× real time  1:40 left  "
        + "Harbour Lights - Night Ferry.flac")
  }

  @Test(arguments: 20...140)
  func `the line fits`(width: Int) {
    #expect(DisplayWidth.of(half.line(elapsed: 100, width: width)) <= width)
  }

  @Test func `while files are looked for there is no share and no time left`() {
    let state = ProgressState(foundCount: 12, audioSeconds: 8)
    #expect(state.line(elapsed: 2, width: 80) == "looking for music: 12 files  4.0× real time")
  }

  @Test func `the time left is not guessed from nothing`() {
    var state = ProgressState(isComplete: true, workBytes: 100)
    #expect(state.secondsLeft(elapsed: 10) == nil)
    state.doneBytes = 1
    #expect(state.secondsLeft(elapsed: 0.5) == nil)
    #expect(state.secondsLeft(elapsed: 2) == 198)
  }

  @Test func `nothing to listen to is all done`() {
    let state = ProgressState(isComplete: true, foundCount: 5, settledCount: 5)
    #expect(state.line(elapsed: 0, width: 80).contains("100%  5/5"))
  }

  @Test func `a file name cannot move the cursor`() {
    var state = half
    state.current = "\u{1B}[2J"
    #expect(state.line(elapsed: 100, width: 120).contains("\\x1b[2J"))
  }
}
