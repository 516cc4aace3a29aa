// The seconds around the playhead: the waveform under the needle, the grid behind it.

/** The seconds around the playhead, with beats and bars. */
class ZoomView {
  constructor(page, grid, player, canvas) {
    Object.assign(this, { page, grid, player, canvas });
    this.span = Math.min(8, Math.max(page.duration, 1));
    this.drawnAt = null;
    keepDrawn(canvas, () => { this.drawnAt = null; this.update(); });
    this.#listen(canvas.parentElement);
  }

  update() {
    const time = this.player.time;
    if (time === this.drawnAt) return;
    this.drawnAt = time;
    const surface = prepare(this.canvas);
    if (!surface.width) return;
    // A phone shows less time, not the same more narrowly.
    const span = this.span * Math.min(1, Math.max(surface.width / 900, 0.4));
    this.secondsPerPixel = span / surface.width;
    const start = time - span / 2;
    this.#drawGrid(surface, start, span);
    drawWaveform(surface, this.page.waveform, start, span, 1.5);
  }

  #drawGrid({ context, width, height }, start, span) {
    const { beats, bars } = this.grid;
    context.font = "600 11px system-ui, sans-serif";
    const place = (seconds) => Math.round(((seconds - start) / span) * width) + 0.5;
    const line = (seconds, name, inset) => {
      context.strokeStyle = colour(name);
      context.beginPath();
      context.moveTo(place(seconds), inset);
      context.lineTo(place(seconds), height - inset);
      context.stroke();
    };
    context.lineWidth = 1;
    for (const edge of [0, this.page.duration]) line(edge, "faint", 0);
    for (let index = lastAtOrBefore(beats, start) + 1; beats[index] < start + span; index += 1) {
      line(beats[index], "line", 14);
    }
    for (let index = lastAtOrBefore(bars, start) + 1; bars[index] < start + span; index += 1) {
      line(bars[index], "faint", 0);
      context.fillStyle = colour("quiet");
      context.fillText(String(index + 1), place(bars[index]) + 5, 12);
    }
  }

  #listen(deck) {
    let origin = null;
    deck.addEventListener("pointerdown", (event) => {
      origin = { x: event.clientX, time: this.player.time, moved: false };
      deck.setPointerCapture(event.pointerId);
      deck.classList.add("dragging");
    });
    deck.addEventListener("pointermove", (event) => {
      if (!origin) return;
      const distance = event.clientX - origin.x;
      if (Math.abs(distance) > 3) origin.moved = true;
      if (origin.moved) this.player.seek(origin.time - distance * this.secondsPerPixel);
    });
    deck.addEventListener("pointerup", (event) => {
      if (origin && !origin.moved) {
        const { left, width } = deck.getBoundingClientRect();
        const offset = event.clientX - left - width / 2;
        this.player.seek(origin.time + offset * this.secondsPerPixel);
      }
      origin = null;
      deck.classList.remove("dragging");
    });
    deck.addEventListener("pointercancel", () => { origin = null; });
  }
}
