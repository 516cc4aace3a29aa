import Decoders
import FoundationEssentials
import TestSupport
import Testing

@testable import mucat

/// The page of a track in a browser: it plays, seeks, and keeps with the music.
@Suite(
  .enabled(if: Chromium.program != nil, "chromium is not installed (Debian: apt install chromium)"),
  .serialized)
struct TrackPageBrowserTests {
  private let folder = TemporaryDirectory()

  /// The page of a song of eight bars at 120 BPM, open in a browser.
  private func openSong() async throws -> Chromium {
    let song = DemoSong(
      title: "Clockwork", beatsPerMinute: 120, tonic: 9, isMinor: true, barCount: 8)
    AudioFileWriter.write(
      song.render(), sampleRate: 44_100, to: folder.appending("song.wav"), as: .wav16,
      tags: .init(title: "Clock <i>work", artist: "The Makers"))
    let outcome = try await MucatProcess(in: folder).run("lab", "song.wav")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let browser = try Chromium()
    try await browser.open(folder.appending("song.html"))
    // Metadata comes a moment after the page.
    _ = try await browser.value(
      of: """
        new Promise((done) => {
          const { element } = lab.player;
          if (element.readyState > 0) done();
          else element.addEventListener("loadedmetadata", done);
        })
        """)
    return browser
  }

  @Test func `it shows what was found, asks for nothing and complains of nothing`() async throws {
    let browser = try await openSong()
    #expect(try await browser.value(of: "byId('title').textContent") == .text("Clock <i>work"))
    #expect(try await browser.value(of: "byId('tempo').textContent") == .text("120BPM"))
    #expect(
      try await browser.value(of: "document.querySelectorAll('.lamp').length") == .number(4))
    #expect(
      try await browser.value(of: "byId('lane-structure').classList.contains('absent')")
        == browser.value(of: "!lab.page.result.structure?.sections?.length"))
    let widest = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    #expect(try await browser.value(of: widest) == .number(0))
    try await browser.open(folder.appending("song.html"), width: 360, height: 740)
    #expect(try await browser.value(of: widest) == .number(0), "on a phone")
    let complaints = await browser.complaints
    #expect(complaints == [])
    for address in await browser.requests {
      #expect(address.hasPrefix("file://") || address.hasPrefix("blob:") || address == "data:,")
    }
  }

  @Test func `seeking moves the playhead, the lamps and the clock`() async throws {
    let browser = try await openSong()
    // The song has sixteen seconds; half of them are half of the way, on the first beat of a bar.
    let seen = try await browser.value(
      of: """
        (() => {
          const beat = lab.grid.bars[4];
          lab.player.seek(beat + 0.01);
          lab.show();
          const place = byId("playhead").getBoundingClientRect();
          const axis = document.querySelector(".overlay").getBoundingClientRect();
          return {
            share: (place.left + 1 - axis.left) / axis.width - (beat + 0.01) / lab.page.duration,
            lit: [...document.querySelectorAll(".lamp")].findIndex((each) => each.matches(".lit")),
            clock: byId("now").textContent === clock(beat + 0.01, 1),
            place: byId("bar-place").textContent,
          };
        })()
        """)
    guard case .number(let share)? = seen["share"] else { throw CancellationError() }
    #expect(abs(share) < 0.002)
    #expect(seen["lit"] == .number(0) && seen["clock"] == .bool(true))
    #expect(seen["place"] == .text("bar 5, beat 1"))
  }

  @Test func `it plays, and the lamp of a beat lights within one picture`() async throws {
    let browser = try await openSong()
    let seen = try await browser.value(
      of: """
        new Promise((done) => {
          const { player, grid } = lab;
          const lamps = [...document.querySelectorAll(".lamp")];
          const start = player.time;
          const places = new Set();
          let before = start, late = 0, pictures = 0;
          function look() {
            const now = player.time;
            const lit = lamps.findIndex((lamp) => lamp.matches(".lit"));
            // Between two pictures the music goes on, on a slow machine for more than a beat: any
            // beat of that time may be shown.
            const between = grid.beats.filter((beat) => beat > before && beat <= now);
            const right = [before, now, ...between].map((time) => grid.at(time)?.place ?? -1);
            if (!right.includes(lit)) late += 1;
            places.add(byId("playhead").style.transform);
            pictures += 1;
            before = now;
            if (now < start + 2.2) return requestAnimationFrame(look);
            player.toggle();
            return done({ late, moved: places.size > 1, ended: player.isPlaying, pictures });
          }
          player.toggle();
          requestAnimationFrame(look);
        })
        """)
    #expect(seen["late"] == .number(0), "\(seen)")
    #expect(seen["moved"] == .bool(true) && seen["ended"] == .bool(false), "\(seen)")
    let complaints = await browser.complaints
    #expect(complaints == [])
  }

  @Test func `keys play, seek by beats and bars, and open the filmstrip`() async throws {
    let browser = try await openSong()
    let seen = try await browser.value(
      of: """
        (() => {
          const press = (key) => document.body.dispatchEvent(
            new KeyboardEvent("keydown", { key, bubbles: true }));
          const { player, grid } = lab;
          // The element keeps its place in microseconds.
          const isAt = (moment) => Math.abs(player.time - moment) < 1e-5;
          const seen = {};
          player.seek(grid.bars[2]);
          press("]"); seen.bar = isAt(grid.bars[3]);
          press("["); seen.back = isAt(grid.bars[2]);
          press("."); seen.beat = player.time > grid.bars[2] && player.time < grid.bars[2] + 0.6;
          press("End"); seen.end = player.time > lab.page.duration - 0.01;
          press("Home"); seen.home = player.time === 0;
          press("f"); seen.film = !byId("montage").hidden;
          press(" "); seen.playing = !player.element.paused;
          press(" "); seen.paused = player.element.paused;
          return seen;
        })()
        """)
    guard case .object(let members) = seen else { throw CancellationError() }
    for (name, value) in members { #expect(value == .bool(true), "\(name)") }
    #expect(members.count == 8)
  }

  @Test func `what is shared is what analyze writes`() async throws {
    let browser = try await openSong()
    let analysed = try await MucatProcess(in: folder).run("analyze", "song.wav")
    let expected = try JSONDecoder().decode(JSONValue.self, from: analysed.outputData)
    let shared = try await browser.value(of: "lab.result()")
    #expect(shared["rhythm"] == expected["rhythm"])
    #expect(shared["key"] == expected["key"])
    #expect(shared["loudness"] == expected["loudness"])
    #expect(shared["instrumentActivity"] == expected["instrumentActivity"])
  }

  @Test func `the section, segment, phrase and pace of the moment are highlighted`() async throws {
    let browser = try await openSong()
    let seen = try await browser.value(
      of: """
        (() => {
          const parts = (count) => Array.from({ length: count }, (_, index) =>
            ({ start: index * 16 / count, duration: 16 / count }));
          const structure = {
            sections: parts(2), segments: parts(4), phrases: parts(8),
            details: { sections: [{ label: "verse", group: "A" }, { label: "B", group: "B" }] },
          };
          const pace = { ranges: parts(2).map((range, index) => ({ range, value: 10 + 10 * index })) };
          const page = { duration: 16, result: { structure, pace } };
          const tiles = [new StructureTile(page, lab.score), new PaceTile(page, lab.score)];
          for (const tile of tiles) { tile.update(3); tile.update(9); }
          const places = (lane) => [...document.querySelectorAll(`#lane-${lane} .current`)]
            .map((each) => [...each.parentElement.children].indexOf(each));
          return {
            structure: places("structure"), pace: places("pace"),
            names: [...document.querySelectorAll(".row.sections .range")].map((each) => each.textContent),
            height: document.querySelector("#lane-pace .bar").style.height,
          };
        })()
        """)
    #expect(seen["structure"] == .array([.number(1), .number(2), .number(4)]))
    #expect(seen["pace"] == .array([.number(1)]))
    #expect(seen["names"] == .array([.text("Verse A"), .text("B")]))
    #expect(seen["height"] == .text("50%"))
  }

  @Test func `cuts are on beats, follow on each other and fill the piece`() async throws {
    let browser = try await openSong()
    let seen = try await browser.value(
      of: """
        (() => {
          const sections = [{ start: 0, duration: 8 }, { start: 8, duration: 8 }];
          const ranges = [{ range: { start: 0, duration: 16 }, value: 30 }];
          const beats = Array.from({ length: 33 }, (_, beat) => beat / 2);
          const grid = { beats, bars: beats.filter((_, beat) => beat % 4 === 0), beatsPerBar: 4 };
          const page = { duration: 16, result: { structure: { sections }, pace: { ranges } } };
          const { clips } = montagePlan(page, grid);
          const bare = montagePlan({ duration: 3, result: {} }, { beats: [], bars: [], beatsPerBar: 4 });
          return {
            cuts: clips.map((clip) => clip.start), opens: clips.filter((clip) => clip.opens).length,
            whole: clips.at(-1).end, bare: bare.clips.at(-1).end,
          };
        })()
        """)
    let cuts = [0, 2, 4, 6, 8, 10, 12, 14].map { JSONValue.number(Double($0)) }
    #expect(seen["cuts"] == .array(cuts))
    #expect(seen["opens"] == .number(2) && seen["whole"] == .number(16))
    #expect(seen["bare"] == .number(3))
  }
}
