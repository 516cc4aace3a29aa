import Decoders
import Testing

@testable import Catalog

@Suite struct RemovalGuardTests {
  private let root = FilePath("/music")

  /// Files `numbers` in the root, with their recordings, on a device.
  private func states(_ numbers: Range<Int>, device: UInt64 = 1) -> [FileState] {
    numbers.map { number in
      let identity = FileIdentity(
        path: FilePath("/music/\(number).mp3"), size: 1, modifiedNanoseconds: 1,
        changedNanoseconds: 1, inode: UInt64(number + 1), device: device)
      return FileState(
        identity: identity, status: .present, recordingID: Int64(number), isCurrent: true)
    }
  }

  private func survey(finding found: [FileState]) -> ScanSurvey {
    var survey = ScanSurvey(roots: [root])
    let folder = FolderWalk.Folder(path: root, device: 1, files: found.map(\.identity))
    survey.take(folder, knownAs: found)
    return survey
  }

  private func judge(
    known: [FileState], found: [FileState], survey: ScanSurvey? = nil, allowsBulk: Bool = false
  ) -> RemovalGuard.Verdict {
    let survey = survey ?? self.survey(finding: found)
    let removal = RemovalGuard(survey: survey, allowsBulkRemoval: allowsBulk)
    return removal.judge(
      root, knownCount: known.count,
      absentees: known.filter { !survey.hasSeen($0.identity.path) }.map {
        RemovalGuard.Absentee(path: $0.identity.path, state: $0)
      })
  }

  @Test func `a few files that are gone are missing`() {
    let known = states(0..<10)
    let verdict = judge(known: known, found: Array(known.prefix(7)))
    #expect(verdict.missing == known.suffix(3).map(\.identity.path))
    #expect(verdict.warning == nil)
  }

  @Test func `nothing gone, nothing to say`() {
    #expect(judge(known: states(0..<3), found: states(0..<3)) == RemovalGuard.Verdict())
    #expect(judge(known: [], found: []) == RemovalGuard.Verdict())
  }

  @Test func `an empty root removes nothing, unless told to`() {
    let known = states(0..<3)
    let verdict = judge(known: known, found: [])
    #expect(verdict.missing.isEmpty)
    #expect(verdict.warning == .rootEmpty(root: root, knownCount: 3))
    #expect(judge(known: known, found: [], allowsBulk: true).missing.count == 3)
  }

  @Test(arguments: [(100, 20, false), (100, 21, true), (99, 60, false), (1000, 201, true)])
  func `more than a fifth of a hundred or more is refused`(
    known: Int, gone: Int, isRefused: Bool
  ) {
    let all = states(0..<known)
    let verdict = judge(known: all, found: Array(all.dropLast(gone)))
    #expect(verdict.missing.count == (isRefused ? 0 : gone))
    #expect(
      verdict.warning
        == (isRefused ? .manyGone(root: root, goneCount: gone, knownCount: known) : nil))
    #expect(judge(known: all, found: Array(all.dropLast(gone)), allowsBulk: true).warning == nil)
  }

  @Test func `files whose recordings are found elsewhere are moved, however many`() {
    let known = states(0..<200)
    var survey = survey(finding: Array(known.prefix(1)))
    survey.recordings.formUnion(known.compactMap(\.recordingID))
    let verdict = judge(known: known, found: [], survey: survey)
    #expect(verdict.missing.count == 199)
    #expect(verdict.warning == nil)
  }

  @Test func `files on a device that is not there are kept`() {
    let here = states(0..<10)
    let away = states(10..<13, device: 2)
    let verdict = judge(known: here + away, found: Array(here.dropLast(1)))
    #expect(verdict.missing == [here[9].identity.path])
    #expect(verdict.warning == .driveAbsent(root: root, goneCount: 3))
  }

  @Test func `a drive that came back under another number is there`() {
    let known = states(0..<10, device: 7)
    let verdict = judge(known: known, found: Array(known.dropLast(1)))
    #expect(verdict.missing.count == 1)
    #expect(verdict.warning == nil)
  }

  @Test func `a root that cannot be read removes nothing, whatever is allowed`() {
    var survey = ScanSurvey(roots: [root])
    let identity = FileIdentity(status: nil, path: root)
    survey.take(
      FolderWalk.Folder(path: root, problems: [.init(identity: identity, errno: 13)]), knownAs: [])
    for allowsBulk in [false, true] {
      let verdict = judge(known: states(0..<3), found: [], survey: survey, allowsBulk: allowsBulk)
      #expect(verdict.missing.isEmpty)
      #expect(
        verdict.warning
          == .rootUnreadable(root: root, reason: "Permission denied", knownCount: 3))
    }
  }
}
