// For each group of instruments: when it is present (a bar) and how prominent it is (a graph).

const INSTRUMENTS = ["vocal", "drum", "bass", "other"];

class InstrumentLane {
  constructor(page, name) {
    const lane = Score.lane(name);
    this.name = name;
    this.output = lane.output;
    this.curve = page.curves.activity[name];
    this.ranges = page.result.instrumentActivity?.ranges?.[name] ?? [];
    lane.element.classList.add("instrument");
    lane.element.style.setProperty("--colour", `var(--${name})`);
    keepDrawn(lane.canvas, () => this.#draw(prepare(lane.canvas), page.duration || 1));
  }

  static all(page) {
    if (page.result.instrumentActivity) return INSTRUMENTS.map((name) => new InstrumentLane(page, name));
    for (const name of INSTRUMENTS.slice(1)) Score.lane(name).element.hidden = true;
    Score.lane("vocal").element.querySelector("h3").firstChild.textContent = "Instruments";
    Score.leaveOut("vocal", "Instrument activity was not analysed.");
    return [];
  }

  #draw({ context, width, height }, duration) {
    if (!width) return;
    const band = 5;
    const floor = height - band - 3;
    const place = (seconds) => (seconds / duration) * width;
    context.fillStyle = colour("line");
    context.fillRect(0, height - band, width, band);
    context.fillStyle = colour(this.name);
    for (const { start, duration: length } of this.ranges) {
      context.fillRect(place(start), height - band, Math.max(place(length), 1), band);
    }
    const { values } = this.curve ?? { values: [] };
    if (!values.length) return;
    // The strongest of each pixel's values: a short stroke is not averaged away.
    context.beginPath();
    context.moveTo(0, floor);
    for (let x = 0; x <= width; x += 1) {
      const from = Math.floor((x / width) * values.length);
      const to = Math.max(Math.ceil(((x + 1) / width) * values.length), from + 1);
      let peak = 0;
      for (let index = from; index < to && index < values.length; index += 1) {
        if (values[index] > peak) peak = values[index];
      }
      context.lineTo(x, floor - peak * (floor - 2));
    }
    context.lineTo(width, floor);
    context.globalAlpha = 0.28;
    context.fill();
    context.globalAlpha = 1;
    context.strokeStyle = colour(this.name);
    context.lineWidth = 1.25;
    context.stroke();
  }

  update(seconds) {
    const value = this.curve ? valueAt(this.curve, seconds) : null;
    const isPresent = rangeAt(this.ranges, seconds) >= 0;
    const text = value === null ? "–" : `${Math.round(value * 100)} %${isPresent ? "" : ", absent"}`;
    if (text !== this.told) this.output.textContent = text;
    this.told = text;
  }
}
