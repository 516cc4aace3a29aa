// The stack of lanes over one axis of time, and the playhead through all of them.

class Score {
  constructor(page, player) {
    Object.assign(this, { page, player });
    this.element = byId("score");
    this.overlay = this.element.querySelector(".overlay");
    this.playhead = byId("playhead");
    keepDrawn(this.overlay, () => {
      this.width = this.overlay.clientWidth;
      this.#rule();
      this.update(player.time);
    });
    this.#listen();
  }

  /** The lane of a name: its field to draw in and its output for the value of the moment. */
  static lane(name) {
    const element = byId(`lane-${name}`);
    const field = element.querySelector(".field");
    return {
      element, field, canvas: field.querySelector("canvas"), output: element.querySelector("output"),
    };
  }

  /** Puts a sentence where a lane would have been. */
  static leaveOut(name, sentence) {
    const { element, field, output } = Score.lane(name);
    element.classList.add("absent");
    field.replaceChildren(make("p", { text: sentence }));
    output.hidden = true;
  }

  update(seconds) {
    const share = this.page.duration > 0 ? seconds / this.page.duration : 0;
    this.playhead.style.transform = `translateX(${(share * this.width).toFixed(2)}px)`;
  }

  /** Lays a block over a stretch of the axis. */
  lay(element, start, duration) {
    const whole = this.page.duration || 1;
    element.style.left = `${(start / whole) * 100}%`;
    element.style.width = `calc(${(duration / whole) * 100}% - 1px)`;
    return element;
  }

  /** A click or a drag on any field goes to that moment. */
  #listen() {
    const go = (event) => {
      const { left, width } = this.overlay.getBoundingClientRect();
      this.player.seek(((event.clientX - left) / width) * this.page.duration);
    };
    let isHeld = false;
    this.element.addEventListener("pointerdown", (event) => {
      const field = event.target.closest(".field");
      if (!field || field.parentElement.classList.contains("absent") || event.button > 0) return;
      isHeld = true;
      this.element.setPointerCapture(event.pointerId);
      go(event);
    });
    this.element.addEventListener("pointermove", (event) => { if (isHeld) go(event); });
    for (const name of ["pointerup", "pointercancel"]) {
      this.element.addEventListener(name, () => { isHeld = false; });
    }
  }

  /** Times below the lanes, as many as have room. */
  #rule() {
    const { field } = Score.lane("ruler");
    const { duration } = this.page;
    const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200];
    const step = steps.find((each) => (each / duration) * this.width > 62) ?? 14_400;
    const marks = [];
    for (let at = 0; at <= duration && this.width > 0; at += step) {
      const mark = make("span", { text: clock(at) });
      mark.style.left = `${(at / duration) * 100}%`;
      marks.push(mark);
    }
    field.replaceChildren(...marks);
  }
}

/** The whole piece in small, which is also the slider for the keyboard and for screen readers. */
class Overview {
  constructor(page, player) {
    Object.assign(this, { page, player });
    const { field, canvas, output } = Score.lane("overview");
    Object.assign(this, { field, canvas });
    output.textContent = clock(page.duration);
    field.setAttribute("aria-valuemax", page.duration.toFixed(1));
    keepDrawn(canvas, () => {
      const surface = prepare(canvas);
      if (surface.width) drawWaveform(surface, page.waveform, 0, page.duration || 1);
    });
    this.spoken = null;
  }

  update(seconds) {
    const second = Math.floor(seconds);
    if (second === this.spoken) return;
    this.spoken = second;
    this.field.setAttribute("aria-valuenow", seconds.toFixed(1));
    this.field.setAttribute("aria-valuetext", `${clock(seconds)} of ${clock(this.page.duration)}`);
  }
}
