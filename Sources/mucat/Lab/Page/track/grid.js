// Where in the beat grid a moment is.

class BeatGrid {
  constructor(rhythm) {
    this.beats = rhythm?.beats ?? [];
    this.bars = rhythm?.bars ?? [];
    this.beatsPerBar = rhythm?.details?.beatsPerBar ?? 4;
    // The index among the beats of each bar's first beat.
    this.firstBeats = this.bars.map((bar) => lastAtOrBefore(this.beats, bar + 1e-6));
  }

  /** The beat at a moment, with its bar (0 for an upbeat) and place in it from 0; null before the
   *  first. After the last beat has faded, the piece is over. */
  at(seconds) {
    const beat = lastAtOrBefore(this.beats, seconds);
    if (beat < 0) return null;
    const bar = lastAtOrBefore(this.firstBeats, beat);
    const first = bar >= 0 ? this.firstBeats[bar] : (this.firstBeats[0] ?? 0) - this.beatsPerBar;
    return { beat, bar: bar + 1, place: beat - first, age: seconds - this.beats[beat] };
  }

  /** The most beats that any bar has: lamps to show. */
  get lampCount() {
    let most = this.beatsPerBar;
    for (let bar = 1; bar < this.firstBeats.length; bar += 1) {
      most = Math.max(most, this.firstBeats[bar] - this.firstBeats[bar - 1]);
    }
    return Math.min(most, 8);
  }

  /** The moment of `moments` next to a given one in a direction. */
  static next(moments, seconds, direction) {
    // Going back just after a beat means the one before it, as on a record player.
    const index = lastAtOrBefore(moments, seconds - (direction < 0 ? 0.15 : -0.01));
    return moments[direction < 0 ? Math.max(index, 0) : index + 1];
  }

  /** The nearest of ascending moments. */
  static nearest(moments, seconds) {
    const index = lastAtOrBefore(moments, seconds);
    const [before, after] = [moments[index], moments[index + 1]];
    if (before === undefined) return after;
    return after !== undefined && after - seconds < seconds - before ? after : before;
  }
}
