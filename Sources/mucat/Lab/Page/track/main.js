// Puts the page together, and moves it with the music.

function describe(page) {
  const { track } = page;
  document.title = track.name;
  byId("title").textContent = track.title ?? track.name;
  const byline = [track.artist, track.album, track.year, track.genre].filter(Boolean);
  byId("byline").textContent = byline.join(" · ");
  byId("byline").hidden = !byline.length;
  byId("total").textContent = ` / ${clock(page.duration)}`;
  byId("source").textContent = [
    track.file, track.codec, `${decimal(track.sampleRate / 1000, 3)} kHz`,
    counted(track.channelCount, "channel"), `heard by mucat ${page.version}`,
  ].join(" · ");
}

function start() {
  const page = readPage();
  describe(page);
  const grid = new BeatGrid(page.result.rhythm);
  const player = new Player(page, byId("player"));
  const score = new Score(page, player);
  const click = new BeatClick(player, grid);
  const montage = new MontageTile(page, grid, player);
  const parts = [
    score, new Overview(page, player), new KeyTile(page, score), new RhythmTile(page, grid),
    new StructureTile(page, score), new PaceTile(page, score), ...InstrumentLane.all(page),
    new LoudnessTile(page, player), montage,
  ];
  const zoom = new ZoomView(page, grid, player, byId("zoom"));

  /** Shows the moment that is sounding. */
  function show() {
    const seconds = player.time;
    // The canvas first: it asks for its size, which nothing should have changed yet.
    zoom.update();
    for (const part of parts) part.update(seconds);
    click.update();
    byId("now").textContent = clock(seconds, 1);
  }

  let isMoving = false;
  function move() {
    show();
    isMoving = player.isPlaying;
    if (isMoving) requestAnimationFrame(move);
  }

  player.onChange(() => {
    document.body.classList.toggle("playing", player.isPlaying);
    byId("play").setAttribute("aria-label", player.isPlaying ? "Pause" : "Play");
    byId("notice").hidden = !player.problem;
    byId("notice").textContent = player.problem ?? "";
    byId("play").disabled = Boolean(player.problem);
    if (!isMoving) { isMoving = true; requestAnimationFrame(move); }
  });

  const actions = {
    play: () => player.toggle(),
    click: () => byId("click").setAttribute("aria-pressed", String(click.toggle())),
    share: () => share(page),
    film: () => montage.toggle(),
  };
  const bar = (direction) => () => {
    const moment = BeatGrid.next(grid.bars, player.time, direction);
    if (moment !== undefined) player.seek(moment);
  };
  for (const name of ["play", "click", "share", "film"]) byId(name).addEventListener("click", actions[name]);
  byId("previous-bar").addEventListener("click", bar(-1));
  byId("next-bar").addEventListener("click", bar(1));
  for (const name of ["previous-bar", "next-bar"]) byId(name).disabled = !grid.bars.length;
  byId("click").disabled = !grid.beats.length;
  listenToKeys({ page, player, grid, actions });
  // For tests and for the curious: the parts by name.
  window.lab = { page, player, grid, score, show, montage, result: () => wholeResult(page) };
  show();
}

start();
