import Analysis
import Decoders
import FoundationEssentials
import Testing

@testable import Catalog

@Suite struct LoudnessReportTests {
  private func report(
    _ tracks: [Track], histograms: [Int64: LoudnessHistogram] = [:], failed: [String] = [],
    target: Double = -18, ceiling: Double = -1, grouping: AlbumGrouping = .tags,
    countsMonoTwice: Bool = false
  ) -> LoudnessReport {
    var options = LoudnessReport.Options()
    options.grouping = grouping
    options.countsMonoTwice = countsMonoTwice
    options.target = target
    options.ceiling = ceiling
    return LoudnessReport(
      tracks: tracks, histograms: histograms, failedPaths: failed.map { FilePath($0) },
      options: options)
  }

  /// Integrated loudness and true peak; gain, limited gain and shortfall.
  private static let levels: [(Double, Double, Double, Double, Double)] = [
    (-14, -3, -4, -4, 0), (-24, -12, 6, 6, 0), (-24, -4, 6, 3, 3), (-30, -1, 12, 0, 12),
    (-18.5, 0.7, 0.5, -1.7, 2.2), (-10, 2, -8, -8, 0),
  ]

  @Test(arguments: levels)
  func `the gain reaches the target unless the peak would pass the ceiling`(
    integrated: Double, peak: Double, gain: Double, limited: Double, short: Double
  ) throws {
    let level = try #require(report([track(1, integrated, peak)]).tracks.first?.level)
    #expect(abs(try #require(level.gain) - gain) < 1e-9)
    #expect(abs(try #require(level.limitedGain) - limited) < 1e-9)
    #expect(abs(try #require(level.shortfall) - short) < 1e-9)
    #expect(peak + (try #require(level.limitedGain)) <= -1 + 1e-9)
  }

  @Test func `silence has no gain, and says why`() throws {
    var silent = track(1, nil, nil)
    silent.loudnessReason = "silence"
    let level = try #require(report([silent]).tracks.first?.level)
    #expect(level.gain == nil && level.limitedGain == nil && level.shortfall == nil)
    #expect(level.reason == "silence")
  }

  @Test func `an album is its tracks played as one`() throws {
    // One block at −20 LUFS against three at −10: the energies' mean, not that of the levels.
    let quiet = LoudnessHistogram(counts: [500: 1])
    let loud = LoudnessHistogram(counts: [600: 3])
    let album = try #require(
      report(
        [track(1, -20, -8, album: "A"), track(2, -10, -2, album: "A")],
        histograms: [1: quiet, 2: loud]
      ).albums.first)
    let pooled = LoudnessHistogram.pooledIntegrated([quiet, loud])
    #expect(abs(try #require(album.level.integrated) - Double(pooled)) < 0.0006)
    #expect(abs(Double(pooled) + 11.1) < 0.2)
    #expect(album.level.truePeak == -2)
    #expect(album.trackCount == 2 && album.measuredCount == 2 && !album.isPartial)
  }

  @Test func `three tracks at the target make an album that needs no gain`() throws {
    let histogram = LoudnessHistogram(counts: [520: 40], energies: [520: 40 * 0.018578])
    let tracks = (1...3).map { track(Int64($0), -18, -4, album: "A") }
    let album = try #require(
      report(tracks, histograms: [1: histogram, 2: histogram, 3: histogram]).albums.first)
    #expect(abs(try #require(album.level.gain)) < 0.05)
  }

  @Test func `an album is partial when a file beside it failed or one was cut short`() {
    var cut = track(3, -12, -1, folder: "/m/c", album: "C")
    cut.isTruncated = true
    let report = report(
      [
        track(1, -12, -1, folder: "/m/a", album: "A"),
        track(2, -12, -1, folder: "/m/b", album: "B"),
        cut,
      ], failed: ["/m/a/broken.mp3", "/m/elsewhere/x.mp3"])
    #expect(report.albums.map(\.isPartial) == [true, false, true])
  }

  @Test func `an album with a track that was not measured is partial, with silence it is not`() {
    var silent = track(2, nil, nil, folder: "/m/a", album: "A")
    silent.loudnessReason = "silence"
    let withSilence = report([track(1, -12, -1, folder: "/m/a", album: "A"), silent])
    #expect(withSilence.albums.map(\.isPartial) == [false])
    silent.loudnessReason = nil
    let unmeasured = report([track(1, -12, -1, folder: "/m/a", album: "A"), silent])
    #expect(unmeasured.albums.map(\.isPartial) == [true])
    #expect(unmeasured.tracks.last?.level.reason == "notMeasured")
  }

  /// Integrated loudness; the tags of the three rules.
  private static let tags: [(Double, String, String, String)] = [
    (-18, "0.00 dB", "-1280", "000003E8"), (-15, "-3.00 dB", "-2048", "000007CB"),
    (-23, "5.00 dB", "0", "0000013C"), (-200, "182.00 dB", "32767", "00000001"),
    (5, "-23.00 dB", "-7168", "0000FFFE"),
  ]

  @Test(arguments: tags)
  func `each rule has the value of its tag`(
    integrated: Double, replayGain: String, r128: String, soundCheck: String
  ) throws {
    let rules = try #require(report([track(1, integrated, -90)]).tracks.first?.level.rules)
    #expect(rules.replayGain.tagValue == replayGain)
    #expect(rules.r128.tagValue == r128)
    #expect(rules.soundCheck.tagValue == soundCheck)
  }

  @Test func `what it plays at is the level of the rule, or what the peak leaves of it`() throws {
    let free = try #require(report([track(1, -21.7, -12)], target: -14).tracks.first?.level)
    #expect(abs(try #require(free.playbackLevel) - -14) < 1e-9)
    #expect(free.rules?.replayGain.playbackLevel == -18)
    #expect(abs(try #require(free.rules?.r128.playbackLevel) - -23) <= 1.0 / 512 + 0.0005)
    #expect(abs(try #require(free.rules?.soundCheck.playbackLevel) - -18) < 0.01)
    let full = try #require(report([track(1, -21.7, -0.5)], target: -14).tracks.first?.level)
    // The peak leaves −0.5 dB.
    #expect(full.playbackLevel == -22.2 && full.rules?.replayGain.playbackLevel == -22.2)
    #expect(abs(try #require(full.rules?.r128.playbackLevel) - -23) < 0.01)
  }

  @Test func `numbers are rounded to what they mean`() throws {
    let level = try #require(report([track(1, Double(Float(-12.3456)), -1)]).tracks.first?.level)
    #expect(level.integrated == -12.346)
    #expect(level.gain == -5.654)
  }

  @Test func `findings are sorted by how much there is to do`() {
    var clipped = track(3, -9, 0.4)
    clipped.clippedSampleCount = 40
    var more = track(4, -8, 1)
    more.clippedSampleCount = 900
    let tracks = [
      track(1, -30, -2, folder: "/m/a", album: "A"), track(2, -19, -1, folder: "/m/a", album: "A"),
      clipped, more, track(5, nil, nil),
    ]
    let found = report(tracks)
    #expect(found.limited.map(\.path) == ["/m/a/1.mp3", "/m/a/2.mp3"])
    #expect(found.clipped.map(\.path) == ["/m/4.mp3", "/m/3.mp3"])
    #expect(found.unevenAlbums.map(\.title) == ["A"])
    #expect(found.unevenAlbums.first?.spread == 11)
    #expect(found.summary.unevenAlbumCount == 1)
    #expect(found.loudest(1).map(\.path) == ["/m/4.mp3"])
    #expect(found.quietest(1).map(\.path) == ["/m/a/1.mp3"])
    #expect(found.unmeasured.map(\.path) == ["/m/5.mp3"])
  }

  @Test func `mono counted twice is 3.01 LU louder, alone and in its album`() throws {
    let histogram = LoudnessHistogram(counts: [500: 10, 520: 30])
    var mono = track(1, -19, -6, album: "A")
    mono.channelCount = 1
    var other = track(2, -19, -6, album: "A")
    other.channelCount = 1
    let histograms = [Int64(1): histogram, 2: histogram]
    let once = report([mono, other], histograms: histograms)
    let twice = report([mono, other], histograms: histograms, countsMonoTwice: true)
    #expect(twice.tracks.map(\.level.integrated) == [-15.99, -15.99])
    let difference =
      try #require(twice.albums.first?.level.integrated)
      - (try #require(once.albums.first?.level.integrated))
    #expect(abs(difference - 3.01) < 0.002)
    mono.channelCount = 2
    #expect(report([mono], countsMonoTwice: true).tracks.first?.level.integrated == -19)
  }

  @Test func `the summary counts`() {
    var clipped = track(4, -8, 1)
    clipped.clippedSampleCount = 12
    let summary = report(
      [track(1, -18.5, -6), track(2, -30, -2), track(3, nil, nil), clipped]
    ).summary
    #expect(summary.trackCount == 4 && summary.measuredCount == 3)
    #expect(summary.nearTargetCount == 1 && summary.limitedCount == 1)
    #expect(summary.clippedCount == 1 && summary.overCeilingCount == 1)
    #expect(summary.medianIntegrated == -18.5)
    #expect(summary.spread == 22)
  }

  @Test func `the document survives JSON and has no number that JSON cannot write`() throws {
    var infinite = track(2, -.infinity, -.infinity)
    infinite.loudnessRange = .nan
    let original = report([track(1, -12, -1, album: "A"), infinite])
    let data = try JSONEncoder().encode(original)
    #expect(try JSONDecoder().decode(LoudnessReport.self, from: data) == original)
    let text = String(decoding: data, as: UTF8.self)
    #expect(text.contains("\"schemaVersion\":1"))
    #expect(!text.lowercased().contains("inf") && !text.lowercased().contains("nan"))
  }

  // MARK: - Albums

  @Test func `tracks are grouped by album artist, else by artist, else by folder`() {
    var first = track(1, -10, -1, folder: "/m/x/cd1", album: "X", artist: "Ann")
    var second = track(2, -10, -1, folder: "/m/x/cd2", album: "X", artist: "Ann")
    let groups = AlbumGroup.groups(of: [
      first, second, track(3, -10, -1, folder: "/m/v", album: "V", artist: "Bob"),
      track(4, -10, -1, folder: "/m/v", album: "V", artist: "Cas"),
      track(5, -10, -1, folder: "/m/loose"), track(6, -10, -1, folder: "/m/loose"),
    ])
    #expect(groups.map { $0.tracks.map(\.recordingID) } == [[1, 2], [3, 4], [5, 6]])
    #expect(groups.map(\.artist) == ["Ann", nil, nil])
    #expect(groups.map(\.title) == ["X", "V", nil])
    first.albumArtist = "Ann & Co"
    second.albumArtist = "Ann & Co"
    second.artist = "Dee"
    #expect(AlbumGroup.groups(of: [first, second]).map(\.artist) == ["Ann & Co"])
  }

  @Test func `albums are folders, or discs, if that is wanted`() {
    var discs = (1...4).map { id in
      track(Int64(id), -10, -1, folder: "/m/x", album: "X", artist: "Ann")
    }
    for (index, number) in [1, 1, 2].enumerated() { discs[index].discNumber = number }
    let other = track(5, -10, -1, folder: "/m/x", album: "Y", artist: "Bob")
    let all = discs + [other]
    let ids = { (grouping: AlbumGrouping) in
      AlbumGroup.groups(of: all, by: grouping).map { $0.tracks.map(\.recordingID) }
    }
    #expect(ids(.tags) == [[1, 2, 3, 4], [5]])
    #expect(ids(.folder) == [[1, 2, 3, 4, 5]])
    #expect(ids(.disc) == [[1, 2], [3], [4], [5]])
    #expect(AlbumGroup.groups(of: all, by: .disc).map(\.disc) == [1, 2, nil, nil])
    #expect(AlbumGroup.groups(of: all, by: .folder).map(\.title) == [nil])
  }

  @Test func `albums of one name by different artists stay apart`() {
    let groups = AlbumGroup.groups(of: [
      track(1, -10, -1, folder: "/m/b", album: "Hits", artist: "Bob"),
      track(2, -10, -1, folder: "/m/a", album: "Hits", artist: "Ann"),
    ])
    #expect(groups.map(\.artist) == ["Ann", "Bob"])
  }

  // MARK: - CSV

  @Test(arguments: [
    ("plain", "plain"), ("a,b", "\"a,b\""), ("say \"hi\"", "\"say \"\"hi\"\"\""),
    ("two\nlines", "\"two\nlines\""), ("two\r\nlines", "\"two\r\nlines\""), ("", ""),
    (" lead", "\" lead\""), ("é", "é"),
  ])
  func `fields are quoted where RFC 4180 asks for it`(text: String, field: String) {
    #expect(LoudnessReport.csvField(text) == field)
  }

  @Test func `every line of the CSV has the header's fields and ends in CR LF`() {
    var silent = track(2, nil, nil)
    silent.loudnessReason = "silence"
    let csv = report([track(1, -12.346, -1, album: "A"), silent]).csv
    let lines = csv.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    #expect(lines.count == 6 && lines.last?.isEmpty == true)
    #expect(lines.dropLast().allSatisfy { $0.last == 0x0D })
    let fieldCounts = lines.dropLast().map { line in line.count { $0 == 0x2C } }
    #expect(Set(fieldCounts) == [24])
    #expect(
      csv.contains(
        "track,/m/1.mp3,,A,,1,100.00,-12.35,,-1.00,-5.65,-5.65,0.00,0,,,"
          + "-18.00,-5.65 dB,-18.00,-2727,-23.00,00000E5C,-18.00,,\r\n"))
    #expect(csv.contains(",silence,,,,,,,,,,\r\n"))
  }

  // MARK: - HTML

  @Test func `nothing in a tag or a name gets out of its place in the page`() {
    var nasty = track(1, -12, -1, folder: "/m/<b>&'\"", album: "<script>alert(1)</script>")
    nasty.title = "</td><img src=x onerror=alert(1)>\u{0}\u{1B}[31m"
    nasty.artist = "Tom & \"Jerry\" 'live'"
    let html = report([nasty]).html
    #expect(!html.contains("<script") && !html.contains("<img") && !html.contains("\u{1B}"))
    #expect(!html.contains("\u{0}"))
    #expect(html.contains("Tom &amp; &quot;Jerry&quot; &#39;live&#39;"))
    #expect(html.contains("title=\"/m/&lt;b&gt;&amp;&#39;&quot;/1.mp3\""))
    #expect(!html.contains("</td><img"))
  }

  @Test func `the page needs nothing from outside`() {
    let html = report([track(1, -12, -1)]).html
    for reference in ["http:", "https:", "src=", "url(", "@import", "<link", "<script"] {
      #expect(!html.contains(reference), "\(reference)")
    }
    #expect(html.contains("prefers-color-scheme: dark"))
    #expect(html.contains("<svg"))
  }

  @Test func `the page works by keyboard, and stops before a browser does`() {
    let many = (1...Int64(LoudnessReport.pageTrackLimit + 10)).map { track($0, -12, -1) }
    let html = report(many).html
    // Whatever scrolls by itself takes the focus; the rest is plain HTML that does already.
    let scrolling = html.split(separator: "class=\"scroll\"").count - 1
    let focusable = html.split(separator: "class=\"scroll\" tabindex=\"0\"").count - 1
    #expect(scrolling > 0 && focusable == scrolling)
    #expect(html.contains("And 10 more: JSON and CSV have them all."))
    #expect(html.split(separator: "<tr>").count < LoudnessReport.pageTrackLimit + 100)
  }

  @Test func `an empty report is a page too`() {
    let empty = report([])
    #expect(empty.html.contains("No tracks."))
    #expect(!empty.html.contains("<svg"))
    #expect(empty.csv.utf8.count { $0 == 0x0A } == 1)
    #expect(empty.summary.medianIntegrated == nil)
  }

  @Test func `the chart counts every track once`() throws {
    let loudness = [-70.4, -23.2, -23.9, -14, -14, -13.999, 0.5, 30]
    let chart = try #require(LoudnessChart(loudness: loudness, target: -18))
    var counted = 0
    for part in chart.svg.split(separator: " LUFS: ").dropFirst() {
      counted += Int(part.prefix { $0.isNumber }) ?? 0
    }
    #expect(counted == loudness.count)
    #expect(chart.svg.contains("-14 to -13 LUFS: 3 tracks") || chart.svg.contains("LUFS: 3 tracks"))
  }
}

private func track(
  _ id: Int64, _ integrated: Double?, _ truePeak: Double?, folder: String = "/m",
  album: String? = nil, artist: String? = nil
) -> Track {
  var track = Track()
  track.recordingID = id
  track.fileID = id
  track.path = FilePath("\(folder)/\(id).mp3")
  track.integrated = integrated
  track.truePeak = truePeak
  track.album = album
  track.artist = artist
  track.duration = 100
  return track
}
