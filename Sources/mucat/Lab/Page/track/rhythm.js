// Tempo, and lamps that light on every beat.

const NO_TEMPO = {
  silence: "Silence", tooFewBeats: "Too few beats for a tempo", noClearPulse: "No clear pulse",
};

class RhythmTile {
  /** How fast a lamp fades, in seconds. */
  static decay = 0.16;

  constructor(page, grid) {
    this.grid = grid;
    this.lit = undefined;
    this.#describe(page);
    const count = grid.beats.length ? grid.lampCount : 0;
    this.lamps = Array.from({ length: count }, (_, place) =>
      make("div", { className: place === 0 ? "lamp first" : "lamp" }));
    byId("lamps").replaceChildren(...this.lamps);
  }

  #describe({ result: { rhythm }, track }) {
    const tempo = byId("tempo");
    const bpm = track.bpm ?? rhythm?.beatsPerMinute;
    if (bpm === undefined) {
      tempo.classList.add("unknown");
      tempo.textContent = rhythm ? NO_TEMPO[rhythm.details?.reason] ?? "No tempo" : "Not analysed";
      return;
    }
    tempo.replaceChildren(decimal(bpm, 1), make("small", { text: "BPM" }));
    const facts = [];
    if (track.bpm !== undefined) {
      facts.push(`set by you${rhythm?.beatsPerMinute ? `, heard: ${decimal(rhythm.beatsPerMinute)}` : ""}`);
    }
    const details = rhythm?.details ?? {};
    if (details.beatsPerBar) facts.push(`${details.beatsPerBar} beats to the bar`);
    if (details.tempoStability !== undefined) {
      facts.push(`${Math.round(details.tempoStability * 100)} % steady`);
    }
    const other = details.alternatives?.[0];
    if (other) facts.push(`or ${decimal(other.beatsPerMinute, 1)}`);
    byId("rhythm-facts").textContent = facts.join(" · ");
  }

  /** Lights the lamp of the beat that is sounding. */
  update(seconds) {
    if (!this.lamps.length) return;
    const beat = this.grid.at(seconds);
    const lit = beat ? Math.min(beat.place, this.lamps.length - 1) : -1;
    if (lit !== this.lit) {
      this.lamps[this.lit]?.style.setProperty("--glow", 0);
      this.lamps[this.lit]?.classList.remove("lit");
      this.lamps[lit]?.classList.add("lit");
      this.lit = lit;
    }
    if (beat) {
      // It never goes quite out, so that the place in the bar shows when paused, too.
      const glow = 0.22 + 0.78 * Math.exp(-beat.age / RhythmTile.decay);
      this.lamps[lit].style.setProperty("--glow", glow.toFixed(3));
    }
    if (beat?.beat !== this.told) {
      this.told = beat?.beat;
      const place = !beat ? "" : beat.bar ? `bar ${beat.bar}, beat ${beat.place + 1}` : "upbeat";
      byId("bar-place").textContent = place;
      byId("status").textContent = place;
    }
  }
}
