// Puts the library together: what is chosen leads to rows, rows to the table and the figures.

function startLibrary() {
  const tracks = new Tracks(JSON.parse(byId("data").textContent));
  const filter = new Filter(tracks);
  const table = new Table(tracks, (name) => {
    const isSame = filter.sort.name === name;
    filter.sort = { name, direction: isSame ? -filter.sort.direction : 1 };
    refresh();
  });
  const wheel = new Wheel(tracks, filter, () => refresh());
  const histograms = [
    new Histogram("bpm", { step: 1, unit: "BPM", places: 0 }, tracks, filter, () => refresh()),
    new Histogram("integrated", { step: 0.5, unit: "LUFS", places: 1 }, tracks, filter, () => refresh()),
  ];
  const whole = tracks.columns.duration.reduce((sum, each) => sum + each, 0);

  function describe(rows) {
    let seconds = 0;
    for (const row of rows) seconds += tracks.columns.duration[row];
    const count = rows.length.toLocaleString("en");
    const all = counted(tracks.count, "track");
    byId("totals").textContent = filter.isOpen
      ? `${all} · ${hours(whole)}` : `${count} of ${all} · ${hours(seconds)}`;
    byId("query").textContent = filter.query;
    byId("reset").disabled = filter.isOpen;
  }

  function refresh() {
    const rows = filter.rows();
    table.markSort(filter.sort);
    table.show(rows);
    for (const histogram of histograms) histogram.update(rows);
    describe(rows);
    return rows.length;
  }

  function reset() {
    filter.keys.clear();
    filter.words = [];
    byId("search").value = "";
    for (const histogram of histograms) histogram.reset();
    wheel.show();
    refresh();
  }

  function search(text) {
    filter.words = folded(text).split(/\s+/).filter(Boolean);
    return refresh();
  }

  byId("search").addEventListener("input", (event) => search(event.target.value));
  byId("reset").addEventListener("click", reset);
  byId("nothing-reset").addEventListener("click", reset);
  byId("copy").addEventListener("click", async () => {
    const button = byId("copy");
    try {
      await navigator.clipboard.writeText(filter.query);
      button.textContent = "Copied";
    } catch {
      // A page opened from a disk may not be allowed to: the text is there to be taken by hand.
      getSelection().selectAllChildren(byId("query"));
      button.textContent = "Selected";
    }
    setTimeout(() => { button.textContent = "Copy query"; }, 1500);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && event.target !== byId("search")) {
      event.preventDefault();
      byId("search").focus();
    } else if (event.key === "Escape" && event.target === byId("search")) {
      byId("body").focus();
    }
  });
  // For tests and for the curious.
  window.library = { tracks, filter, table, wheel, histograms, refresh, reset, search };
  document.title = `Library, ${counted(tracks.count, "track")}`;
  refresh();
}

/** A length of hours for people. */
function hours(seconds) {
  return seconds < 3600 ? `${Math.round(seconds / 60)} minutes`
    : `${Math.round(seconds / 3600).toLocaleString("en")} hours`;
}

startLibrary();
