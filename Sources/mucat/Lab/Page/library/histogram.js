// How many tracks have which value, all of them faintly and those that fit in front; two sliders
// below narrow it down.

class Histogram {
  /** - `step`: the width of a bar and of a slider's step; `unit`: behind the figures. */
  constructor(name, { step, unit, places }, tracks, filter, onChange) {
    Object.assign(this, { name, step, unit, places, filter, onChange });
    this.values = tracks.columns[name];
    this.panel = byId(name);
    this.canvas = this.panel.querySelector("canvas");
    const [low, high] = this.#edges();
    Object.assign(this, { low, high, count: Math.max(Math.round((high - low) / step), 1) });
    this.range = { from: low, to: high, isWhole: true, takesUnknown: false };
    filter.ranges.set(name, this.range);
    this.all = this.#counts(this.values.keys());
    this.shown = this.all;
    this.#listen();
    keepDrawn(this.canvas, () => this.#draw());
    this.show();
  }

  /** From the lowest to the highest value, strays left out of neither. */
  #edges() {
    let [low, high] = [Infinity, -Infinity];
    for (const value of this.values) {
      if (value === null) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    if (low > high) return [0, this.step];
    return [Math.floor(low / this.step) * this.step, (Math.floor(high / this.step) + 1) * this.step];
  }

  #counts(rows) {
    const counts = new Uint32Array(this.count);
    for (const row of rows) {
      const value = this.values[row];
      if (value !== null) counts[Math.min(Math.floor((value - this.low) / this.step), this.count - 1)] += 1;
    }
    return counts;
  }

  #listen() {
    const [from, to] = this.panel.querySelectorAll("input[type=range]");
    this.sliders = [from, to];
    for (const slider of this.sliders) {
      Object.assign(slider, { min: this.low, max: this.high, step: this.step });
      slider.addEventListener("input", () => this.#slid(slider));
    }
    this.unknown = this.panel.querySelector("input[type=checkbox]");
    this.unknown.addEventListener("change", () => {
      this.range.takesUnknown = this.unknown.checked;
      this.onChange();
    });
    this.reset();
  }

  #slid(slider) {
    const [from, to] = this.sliders.map((each) => Number(each.value));
    if (from > to) slider.value = slider === this.sliders[0] ? to : from;
    this.set(...this.sliders.map((each) => Number(each.value)));
    this.onChange();
  }

  set(from, to) {
    Object.assign(this.range, { from, to, isWhole: from <= this.low && to >= this.high });
    this.sliders[0].value = from;
    this.sliders[1].value = to;
    this.show();
  }

  reset() {
    this.unknown.checked = false;
    this.range.takesUnknown = false;
    this.set(this.low, this.high);
  }

  show() {
    const { from, to } = this.range;
    const width = this.high - this.low;
    const style = this.panel.querySelector(".range").style;
    style.setProperty("--from", `${((from - this.low) / width) * 100}%`);
    style.setProperty("--to", `${((this.high - to) / width) * 100}%`);
    this.panel.querySelector("output").textContent =
      `${fixed(from, this.places)} to ${fixed(to, this.places)} ${this.unit}`;
  }

  /** Takes the rows that fit. */
  update(rows) {
    this.shown = this.#counts(rows);
    this.#draw();
  }

  #draw() {
    const { context, width, height } = prepare(this.canvas);
    if (!width) return;
    const floor = height - 14;
    const bar = width / this.count;
    const draw = (counts, most, name) => {
      context.fillStyle = colour(name);
      for (let index = 0; index < this.count; index += 1) {
        if (!counts[index]) continue;
        // Square roots, so that a rare tempo is seen beside a common one.
        const tall = Math.max(Math.sqrt(counts[index] / most) * floor, 1.5);
        context.fillRect(index * bar, floor - tall, Math.max(bar - 1, 0.75), tall);
      }
    };
    const most = Math.max(...this.all, 1);
    draw(this.all, most, "line");
    draw(this.shown, most, "mid");
    context.fillStyle = colour("quiet");
    context.font = "11px system-ui, sans-serif";
    context.textAlign = "center";
    const span = this.high - this.low;
    const tick = [1, 2, 3, 5, 6, 10, 12, 20, 30, 50].find((each) => (each / span) * width > 34) ?? 100;
    for (let at = Math.ceil(this.low / tick) * tick; at <= this.high; at += tick) {
      const x = ((at - this.low) / span) * width;
      if (x > 12 && x < width - 12) context.fillText(fixed(at, 0), x, height - 2);
    }
  }
}
