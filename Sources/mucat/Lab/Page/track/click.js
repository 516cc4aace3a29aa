// A click on every beat, the first of a bar higher: the grid for the ear.

class BeatClick {
  /** How far ahead clicks are handed to the sound card, in seconds. */
  static horizon = 0.15;

  constructor(player, grid) {
    this.player = player;
    this.grid = grid;
    this.context = null;
    this.isOn = false;
    this.next = 0;
    player.onChange(() => this.#restart());
  }

  toggle() {
    this.isOn = !this.isOn;
    if (this.isOn) {
      this.context ??= new AudioContext();
      this.context.resume();
    }
    this.#restart();
    return this.isOn;
  }

  /** Hands over the clicks that come next; to be called for every picture. */
  update() {
    if (!this.isOn || !this.player.isPlaying) return;
    const { beats, bars } = this.grid;
    const now = this.player.time;
    while (this.next < beats.length && beats[this.next] < now + BeatClick.horizon) {
      const moment = beats[this.next];
      if (moment >= now - 0.02) {
        const isFirst = Math.abs(BeatGrid.nearest(bars, moment) - moment) < 1e-4;
        this.#sound(this.context.currentTime + Math.max(moment - now, 0), isFirst ? 1760 : 1170);
      }
      this.next += 1;
    }
  }

  #restart() {
    const index = lastAtOrBefore(this.grid.beats, this.player.time - 0.02);
    // Playing reports its place a few times a second: what was handed over stays so.
    if (Math.abs(index + 1 - this.next) > 2 || !this.player.isPlaying) this.next = index + 1;
  }

  #sound(when, frequency) {
    const oscillator = new OscillatorNode(this.context, { frequency });
    const gain = new GainNode(this.context, { gain: 0.25 });
    gain.gain.setValueAtTime(0.25, when);
    gain.gain.exponentialRampToValueAtTime(0.001, when + 0.05);
    oscillator.connect(gain).connect(this.context.destination);
    oscillator.start(when);
    oscillator.stop(when + 0.06);
  }
}
