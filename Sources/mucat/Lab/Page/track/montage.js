// A plan for cutting pictures to the music: sections, the pace in them, cuts on beats.

/** Without pace, a clip lasts this many bars. */
const BARS_PER_CLIP = 2;
/** A cut goes to a bar that is this near, as a share of the clip's length. */
const BAR_REACH = 0.25;

/**
 * The clips of a montage: each section begins one, and is cut into pieces of 60 ÷ pace seconds,
 * the cuts moved to the nearest bar, else beat.
 */
function montagePlan({ result, duration }, grid) {
  const sections = result.structure?.sections?.length
    ? result.structure.sections : [{ start: 0, duration }];
  const paces = (result.pace?.ranges ?? []).map(({ range, value }) => ({ ...range, value }));
  const usual = barLength(grid) * BARS_PER_CLIP;
  const clips = [];
  sections.forEach((section, index) => {
    const end = Math.min(section.start + section.duration, duration);
    let start = section.start;
    while (end - start > 0.05) {
      const pace = paces[rangeAt(paces, start + 1e-3)]?.value;
      const length = Math.max(pace > 0 ? 60 / pace : usual, 0.25);
      let cut = snapped(start + length, length, grid);
      // A rest that is shorter than half a clip goes to the clip before it.
      if (cut <= start + 0.05) cut = start + length;
      if (end - cut < length / 2) cut = end;
      clips.push({ section: index, opens: start === section.start, start, end: Math.min(cut, end), pace });
      start = cut;
    }
  });
  return { clips, hasPace: paces.length > 0, hasSections: Boolean(result.structure?.sections?.length) };
}

function barLength({ bars, beats, beatsPerBar }) {
  if (bars.length > 1) return (bars.at(-1) - bars[0]) / (bars.length - 1);
  if (beats.length > 1) return ((beats.at(-1) - beats[0]) / (beats.length - 1)) * beatsPerBar;
  return 2;
}

function snapped(moment, length, { bars, beats }) {
  const bar = BeatGrid.nearest(bars, moment);
  if (bar !== undefined && Math.abs(bar - moment) <= length * BAR_REACH) return bar;
  return BeatGrid.nearest(beats, moment) ?? moment;
}

class MontageTile {
  constructor(page, grid, player) {
    Object.assign(this, { page, player });
    this.plan = montagePlan(page, grid);
    this.current = -1;
    this.isOpen = false;
    const { clips, hasPace, hasSections } = this.plan;
    const how = hasPace ? "60 ÷ pace seconds each" : grid.bars.length > 1
      ? `pace is not known, so ${BARS_PER_CLIP} bars each` : "no grid of bars, so a cut every few seconds";
    byId("montage-facts").textContent = `${counted(clips.length, "clip")}, ${how}; cuts on `
      + `${grid.beats.length ? "bars and beats" : "no beats"}`
      + `${hasSections ? ", every section begins one" : ""}.`;
    byId("film-json").addEventListener("click", () => save(this.json, `${page.name}.montage.json`, "application/json"));
    byId("film-csv").addEventListener("click", () => save(this.csv, `${page.name}.montage.csv`, "text/csv"));
  }

  toggle() {
    this.isOpen = !this.isOpen;
    byId("montage").hidden = !this.isOpen;
    byId("film").setAttribute("aria-expanded", String(this.isOpen));
    if (!this.isOpen) return;
    if (!this.frames) this.#lay();
    this.current = -1;
    this.update(this.player.time);
    byId("montage").scrollIntoView({ block: "nearest" });
  }

  #lay() {
    this.frames = this.plan.clips.map((clip, index) => {
      const frame = make("button", { className: clip.opens ? "frame opens" : "frame", type: "button" });
      frame.append(
        make("b", { text: String(index + 1) }),
        make("span", { text: clock(clip.start, 2) }),
        make("span", { text: `${fixed(clip.end - clip.start, 2)} s` }));
      frame.style.width = `${Math.min(Math.max((clip.end - clip.start) * 34, 70), 190)}px`;
      frame.addEventListener("click", () => this.player.seek(clip.start));
      return frame;
    });
    byId("strip").replaceChildren(...this.frames);
    this.starts = this.plan.clips.map((clip) => clip.start);
  }

  update(seconds) {
    if (!this.isOpen) return;
    const current = lastAtOrBefore(this.starts, seconds);
    if (current === this.current) return;
    this.frames[this.current]?.classList.remove("current");
    this.frames[current]?.classList.add("current");
    this.current = current;
    const frame = this.frames[current];
    if (frame) byId("strip").scrollLeft = frame.offsetLeft - byId("strip").clientWidth / 3;
  }

  get json() {
    const clips = this.plan.clips.map(({ section, start, end, pace }, index) => ({
      clip: index + 1, section: section + 1, start: rounded(start), end: rounded(end),
      duration: rounded(end - start), ...(pace === undefined ? {} : { pace }),
    }));
    return JSON.stringify({ schemaVersion: 1, duration: this.page.duration, clips }, null, 2);
  }

  get csv() {
    const rows = this.plan.clips.map(({ section, start, end }, index) =>
      [index + 1, section + 1, rounded(start), rounded(end), rounded(end - start)].join(","));
    return ["clip,section,start,end,duration", ...rows, ""].join("\n");
  }
}

/** Seconds without digits that mean nothing. */
function rounded(seconds) {
  return Math.round(seconds * 1e6) / 1e6;
}
