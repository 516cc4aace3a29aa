// Every action has a key. Buttons and links keep theirs.

function listenToKeys({ page, player, grid, actions }) {
  const sections = (page.result.structure?.sections ?? []).map((section) => section.start);
  const jump = (moments, direction) => {
    const moment = BeatGrid.next(moments, player.time, direction);
    if (moment !== undefined) player.seek(moment);
  };
  const keys = {
    " ": actions.play, k: actions.play,
    ArrowLeft: () => player.seek(player.time - 5), ArrowRight: () => player.seek(player.time + 5),
    j: () => player.seek(player.time - 10), l: () => player.seek(player.time + 10),
    ",": () => jump(grid.beats, -1), ".": () => jump(grid.beats, 1),
    "[": () => jump(grid.bars, -1), "]": () => jump(grid.bars, 1),
    "{": () => jump(sections, -1), "}": () => jump(sections, 1),
    Home: () => player.seek(0), End: () => player.seek(page.duration),
    c: actions.click, s: actions.share, f: actions.film,
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isOnButton = event.target.closest?.("button, a, input");
    if (isOnButton && [" ", "Enter"].includes(event.key)) return;
    const action = keys[event.key] ?? keys[event.key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    action();
  });
}
