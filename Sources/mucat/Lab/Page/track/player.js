// The sound: one audio element, whose clock is the clock of the page.

class Player {
  constructor(page, element) {
    this.element = element;
    this.duration = page.duration;
    this.listeners = [];
    this.problem = null;
    for (const name of ["play", "pause", "ended", "seeked", "timeupdate", "loadedmetadata"]) {
      element.addEventListener(name, () => this.#changed());
    }
    element.addEventListener("error", () => this.#fail(page));
    element.src = page.audio.embedded
      ? URL.createObjectURL(new Blob([bytesOf(byId("audio").textContent)], { type: page.audio.type }))
      : page.audio.source;
    this.pending = null;
    element.addEventListener("loadedmetadata", () => {
      if (this.pending !== null) this.seek(this.pending);
    });
  }

  get isPlaying() { return !this.element.paused && !this.element.ended; }

  /** Seconds from the start of the piece. */
  get time() {
    return this.pending ?? Math.min(this.element.currentTime, this.duration);
  }

  toggle() {
    if (this.isPlaying) return this.element.pause();
    this.element.play().catch((error) => {
      if (error.name !== "AbortError") this.#changed();
    });
    return undefined;
  }

  seek(seconds) {
    const time = Math.min(Math.max(seconds, 0), this.duration);
    // Without metadata the element forgets where it was sent.
    const isReady = this.element.readyState >= HTMLMediaElement.HAVE_METADATA;
    this.pending = isReady ? null : time;
    if (isReady) this.element.currentTime = Math.min(time, this.element.duration || time);
    this.#changed();
  }

  /** Calls a listener when playing starts or stops or the place changes by a jump. */
  onChange(listener) { this.listeners.push(listener); }

  #changed() { for (const listener of this.listeners) listener(); }

  #fail(page) {
    this.problem = page.audio.embedded
      ? `This browser cannot play ${page.track.codec}; everything else works.`
      : `The music could not be played: ${page.audio.source} is not beside this page, or this browser does not know ${page.track.codec}.`;
    this.#changed();
  }
}
