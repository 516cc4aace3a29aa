import Catalog
import CatalogGenerator
import Decoders
import FoundationEssentials
import TestSupport
import Testing

@testable import mucat

/// The page of a catalogue in a browser: what is chosen is what is shown.
@Suite(
  .enabled(if: Chromium.program != nil, "chromium is not installed (Debian: apt install chromium)"),
  .serialized)
struct LibraryPageBrowserTests {
  private let folder = TemporaryDirectory()

  private func openLibrary(of count: Int) async throws -> Chromium {
    let path = folder.appending("catalog.db")
    _ = try Catalog(path: path, access: .readWrite)
    try CatalogGenerator.fill(path, recordingCount: count)
    let outcome = try await MucatProcess(in: folder).run("lab", "--library", "-o", "out")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let browser = try Chromium()
    try await browser.open(folder.appending("out/index.html"))
    return browser
  }

  @Test func `a large table keeps few rows in the document, and scrolls to its end`() async throws {
    let browser = try await openLibrary(of: 5000)
    let seen = try await browser.value(
      of: """
        (async () => {
          const body = byId("body");
          body.scrollTop = body.scrollHeight;
          await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
          const shown = [...document.querySelectorAll(".entry:not([hidden])")];
          const last = Math.max(...shown.map((entry) => Number(entry.getAttribute("aria-rowindex"))));
          return { entries: document.querySelectorAll(".entry").length, last };
        })()
        """)
    guard case .number(let entries)? = seen["entries"] else { throw CancellationError() }
    #expect(entries < 80)
    #expect(seen["last"] == .number(5001))
    let complaints = await browser.complaints
    #expect(complaints == [])
  }

  @Test func `filters and orders agree with a plain search through all rows`() async throws {
    let browser = try await openLibrary(of: 600)
    let seen = try await browser.value(
      of: """
        (() => {
          const { tracks: { columns, count }, filter, table, histograms, wheel, search } = library;
          const all = [...Array(count).keys()];
          const seen = {};
          wheel.toggle(14);
          histograms[0].set(110, 130);
          histograms[1].set(-12, -6);
          library.refresh();
          const expected = all.filter((row) => columns.key[row] === 14
            && columns.bpm[row] !== null && columns.bpm[row] >= 110 && columns.bpm[row] <= 130
            && columns.integrated[row] >= -12 && columns.integrated[row] <= -6);
          const same = (rows) => rows.length === expected.length && expected.every((row) => rows.includes(row));
          seen.some = expected.length > 0;
          seen.rows = same(table.rows);
          seen.query = filter.query.startsWith("mucat query key:8A bpm:110..130 lufs:-12..-6 ");
          byId("mixes").click();
          seen.mixing = table.rows.every((row) => [12, 14, 16, 15].includes(columns.key[row]));
          byId("reset").click();
          seen.reset = table.rows.length === count;
          [...document.querySelectorAll(".head button")].find((each) => each.textContent === "BPM").click();
          const known = table.rows.filter((row) => columns.bpm[row] !== null);
          seen.sorted = known.every((row, at) => at === 0 || columns.bpm[known[at - 1]] <= columns.bpm[row]);
          seen.unknownLast = columns.bpm[table.rows.at(-1)] === null;
          search("ZZZ nothing");
          seen.nothing = !byId("nothing").hidden && table.rows.length === 0;
          return seen;
        })()
        """)
    guard case .object(let members) = seen else { throw CancellationError() }
    for (name, value) in members { #expect(value == .bool(true), "\(name)") }
    #expect(members.count == 8)
    let complaints = await browser.complaints
    #expect(complaints == [])
  }
}
