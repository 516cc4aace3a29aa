// The Camelot wheel: a click takes a key in or out; how strongly a key is coloured is how often
// it occurs.

class Wheel {
  constructor(tracks, filter, onChange) {
    Object.assign(this, { filter, onChange });
    this.element = byId("wheel");
    const counts = new Array(24).fill(0);
    for (const key of tracks.columns.key) if (key !== null) counts[key] += 1;
    const most = Math.max(...counts, 1);
    this.sectors = counts.map((count, key) => this.#makeSector(key, count, count / most));
    byId("keys-clear").addEventListener("click", () => { filter.keys.clear(); this.#changed(); });
    byId("mixes").addEventListener("change", (event) => {
      filter.takesMixing = event.target.checked;
      this.#changed();
    });
  }

  #makeSector(key, count, weight) {
    const number = (key >> 1) + 1;
    const isMinor = !(key & 1);
    const [inner, outer] = isMinor ? [38, 69] : [70, 101];
    const sector = makeSVG("path", {
      d: sectorPath(number, inner, outer), tabindex: 0, role: "button", "aria-pressed": "false",
      "aria-label": `${camelotOf(key)}, ${counted(count, "track")}`,
      style: `--hue: ${hueOf(number)}; --weight: ${(0.14 + 0.86 * weight).toFixed(2)}`,
    });
    sector.append(Object.assign(makeSVG("title"), { textContent: `${camelotOf(key)}: ${counted(count, "track")}` }));
    sector.addEventListener("click", () => this.toggle(key));
    sector.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      this.toggle(key);
    });
    const angle = (number / 12) * 2 * Math.PI - Math.PI / 2;
    const radius = (inner + outer) / 2;
    const label = makeSVG("text", { x: radius * Math.cos(angle), y: radius * Math.sin(angle) });
    label.textContent = camelotOf(key);
    this.element.append(sector, label);
    return sector;
  }

  toggle(key) {
    if (!this.filter.keys.delete(key)) this.filter.keys.add(key);
    this.#changed();
  }

  #changed() {
    this.show();
    this.onChange();
  }

  show() {
    const { keys, wantedKeys } = this.filter;
    this.element.classList.toggle("chosen", keys.size > 0);
    byId("keys-clear").hidden = keys.size === 0;
    this.sectors.forEach((sector, key) => {
      sector.setAttribute("aria-pressed", String(keys.has(key)));
      sector.classList.toggle("mixing", wantedKeys.has(key) && !keys.has(key));
    });
  }
}
