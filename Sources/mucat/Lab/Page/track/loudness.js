// Loudness: the figure for the whole, momentary and short-term over time, and where the peak is.

const NO_LOUDNESS = { silence: "Silence", tooShort: "Too short to measure" };

class LoudnessTile {
  constructor(page, player) {
    this.page = page;
    this.loudness = page.result.loudness;
    this.#describe(player);
    if (!this.loudness || !page.curves.momentary?.values.length) {
      Score.leaveOut("loudness", this.loudness ? "Nothing to measure." : "Loudness was not analysed.");
      return;
    }
    const { canvas, output } = Score.lane("loudness");
    this.output = output;
    // Twenty below the whole is where the quiet parts of most music are.
    const floor = Math.floor(((this.loudness.integrated.value ?? -36) - 20) / 6) * 6;
    this.floor = Math.min(Math.max(floor, -66), -24);
    keepDrawn(canvas, () => this.#draw(prepare(canvas)));
  }

  #describe(player) {
    const figure = byId("integrated");
    const value = this.loudness?.integrated?.value ?? null;
    if (value === null) {
      figure.classList.add("unknown");
      figure.textContent = this.loudness
        ? NO_LOUDNESS[this.loudness.details?.reason] ?? "No loudness" : "Not analysed";
    } else {
      figure.replaceChildren(fixed(value), make("small", { text: "LUFS" }));
    }
    const facts = byId("loudness-facts");
    const details = this.loudness?.details ?? {};
    const peak = this.loudness?.peak;
    if (peak && peak.value !== null) {
      const link = make("button", { text: clock(peak.time, 1), type: "button", id: "peak-place" });
      link.title = "Go to the peak";
      link.addEventListener("click", () => player.seek(peak.time));
      facts.append(`peak ${fixed(peak.value)} dBTP at `, link);
    }
    const more = [];
    if (details.loudnessRange !== undefined) more.push(`range ${fixed(details.loudnessRange)} LU`);
    if (details.clippedSampleCount) more.push(counted(details.clippedSampleCount, "clipped sample"));
    if (more.length) facts.append(`${facts.childNodes.length ? " · " : ""}${more.join(" · ")}`);
  }

  #draw({ context, width, height }) {
    if (!width) return;
    const { momentary, shortTerm } = this.page.curves;
    const duration = this.page.duration || 1;
    const top = 14;
    const level = (value) =>
      top + (Math.max(Math.min(value ?? -Infinity, 0), this.floor) / this.floor) * (height - top);
    const step = this.floor < -36 ? 12 : 6;
    const ticks = Array.from({ length: Math.ceil(-this.floor / step) - 1 }, (_, index) => -step * (index + 1));
    context.font = "11px system-ui, sans-serif";
    context.lineWidth = 1;
    for (const tick of [0, ...ticks]) {
      context.strokeStyle = colour("line");
      line(context, 0, level(tick), width, level(tick));
    }
    trace(context, momentary, duration, width, level);
    context.lineTo(width, height);
    context.lineTo(0, height);
    context.globalAlpha = 0.3;
    context.fillStyle = colour("mid");
    context.fill();
    context.globalAlpha = 1;
    trace(context, shortTerm, duration, width, level);
    context.strokeStyle = colour("mid");
    context.lineWidth = 1.6;
    context.stroke();
    context.lineWidth = 1;
    const { integrated, peak } = this.loudness;
    if (integrated.value !== null) {
      context.setLineDash([4, 3]);
      context.strokeStyle = colour("ink");
      line(context, 0, level(integrated.value), width, level(integrated.value));
      context.setLineDash([]);
    }
    // Labels stand on a ground of their own, over whatever runs below them.
    context.textBaseline = "middle";
    for (const tick of ticks) this.#label(context, fixed(tick, 0), 2, level(tick), "quiet");
    if (peak.value !== null) this.#markPeak(context, (peak.time / duration) * width, width, height);
  }

  #markPeak(context, x, width, height) {
    context.strokeStyle = colour("accent");
    context.setLineDash([2, 3]);
    line(context, x, 12, x, height);
    context.setLineDash([]);
    context.fillStyle = colour("accent");
    context.beginPath();
    context.moveTo(x - 5, 3);
    context.lineTo(x + 5, 3);
    context.lineTo(x, 11);
    context.fill();
    const text = `peak ${fixed(this.loudness.peak.value)}`;
    const room = context.measureText(text).width + 8;
    this.#label(context, text, x + room + 8 > width ? x - room - 4 : x + 8, 8, "accent");
  }

  #label(context, text, x, y, name) {
    context.fillStyle = colour("card");
    context.globalAlpha = 0.8;
    context.fillRect(x - 2, y - 7, context.measureText(text).width + 4, 14);
    context.globalAlpha = 1;
    context.fillStyle = colour(name);
    context.fillText(text, x, y);
  }

  update(seconds) {
    if (!this.output) return;
    // A window's value belongs to its end; the ear hears its middle.
    const value = valueAt(this.page.curves.momentary, seconds + 0.2);
    const text = value === null ? "silence" : `${fixed(value)} LUFS`;
    if (text !== this.told) this.output.textContent = text;
    this.told = text;
  }
}

function line(context, fromX, fromY, toX, toY) {
  context.beginPath();
  context.moveTo(fromX, fromY);
  context.lineTo(toX, toY);
  context.stroke();
}

/** The path of a curve, its loudest value for each pixel. */
function trace(context, curve, duration, width, level) {
  const { values } = curve;
  context.beginPath();
  let [column, loudest] = [0, null];
  for (let index = 0; index < values.length; index += 1) {
    const next = Math.floor((momentOf(curve, index) / duration) * width);
    if (next > column) {
      context.lineTo(column, level(loudest));
      [column, loudest] = [next, null];
    }
    if (values[index] !== null && (loudest === null || values[index] > loudest)) loudest = values[index];
  }
  context.lineTo(width, level(loudest));
}
