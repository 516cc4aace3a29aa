// The key: its name, its place on the wheel, and the keys over time.

const NO_KEY = {
  silence: "Silence", tooShort: "Too short to tell", atonal: "No key: no stable set of pitches",
};

class KeyTile {
  constructor(page, score) {
    this.ranges = (page.result.key?.ranges ?? []).map(
      ({ range, value }) => ({ ...range, key: keyOf(value) }));
    this.current = undefined;
    const measured = page.result.key?.details?.global ?? page.result.key?.ranges?.[0]?.value;
    const shown = page.track.key ?? measured;
    this.global = shown ? keyOf(shown) : null;
    this.#describe(page, measured);
    this.#drawWheel();
    this.#lay(page, score);
  }

  #describe(page, measured) {
    const name = byId("key-name");
    const details = page.result.key?.details;
    if (!this.global) {
      name.classList.add("unknown");
      name.textContent = page.result.key
        ? NO_KEY[details?.reason] ?? "No key" : "Not analysed";
      byId("wheel").remove();
      return;
    }
    name.textContent = this.global.name;
    const facts = [`${this.global.camelot} on the wheel`];
    if (page.track.key) facts.push(`set by you${measured ? `, heard: ${keyOf(measured).name}` : ""}`);
    else if (details) facts.push(`${Math.round(details.confidence * 100)} % sure`);
    const others = (details?.candidates ?? []).map(({ key }) => keyOf(key))
      .filter((key) => key.camelot !== this.global.camelot).slice(0, 2);
    if (others.length) facts.push(`or ${others.map((key) => key.name).join(", ")}`);
    if (details?.tuningCents !== undefined && Math.abs(details.tuningCents) >= 1) {
      facts.push(`tuned ${Math.abs(Math.round(details.tuningCents))} cents ${details.tuningCents < 0 ? "low" : "high"}`);
    }
    byId("key-facts").textContent = facts.join(" · ");
  }

  /** Twelve numbers, minor inside and major outside; what mixes with the key is tinted. */
  #drawWheel() {
    if (!this.global) return;
    const wheel = byId("wheel");
    wheel.setAttribute("aria-label", `${this.global.camelot} on the Camelot wheel`);
    for (const isMinor of [false, true]) {
      for (let number = 1; number <= 12; number += 1) {
        const path = makeSVG("path", {
          d: sectorPath(number, isMinor ? 42 : 70, isMinor ? 69 : 97),
          style: `--hue: ${hueOf(number)}`,
        });
        const steps = Math.min((number - this.global.number + 12) % 12, (this.global.number - number + 12) % 12);
        const isSameSide = isMinor === this.global.isMinor;
        if (steps === 0 && isSameSide) path.classList.add("here");
        else if (steps === 0 || (steps === 1 && isSameSide)) path.classList.add("near");
        wheel.append(path);
      }
    }
    wheel.append(Object.assign(makeSVG("text"), { textContent: this.global.camelot }));
  }

  #lay(page, score) {
    if (!this.ranges.length) {
      Score.leaveOut("key", page.result.key ? "No key to show over time." : "Key was not analysed.");
      return;
    }
    const { field, output } = Score.lane("key");
    this.output = output;
    this.blocks = this.ranges.map(({ start, duration, key }) => {
      const block = make("div", { className: "range", text: `${key.name}  ${key.camelot}` });
      block.title = `${clock(start)}  ${key.name}, ${key.camelot}`;
      block.style.setProperty("--hue", hueOf(key.number));
      return score.lay(block, start, duration);
    });
    field.replaceChildren(...this.blocks);
  }

  update(seconds) {
    if (!this.blocks) return;
    const current = rangeAt(this.ranges, seconds);
    if (current === this.current) return;
    this.blocks[this.current]?.classList.remove("current");
    this.blocks[current]?.classList.add("current");
    this.current = current;
    this.output.textContent = this.ranges[current]?.key.name ?? "–";
  }
}
